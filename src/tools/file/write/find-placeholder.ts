/** A line that stands for text its author left out. */
export interface Placeholder {
  readonly line: number;
  readonly text: string;
}

/**
 * Finds the first line that only says that something was left out, such as `// ... rest of file unchanged`.
 * A line that the file already has is no such line, nor is a lone `...`, which is code in some languages.
 */
export function findPlaceholder(content: string, existing?: string): Placeholder | undefined {
  if (!MAY_HOLD.test(content)) return undefined;
  const lines = content.split(/\r\n|\r|\n/);
  const index = lines.findIndex(
    (line) => isPlaceholder(line, existing !== undefined) && !existing?.includes(line),
  );
  return index === -1 ? undefined : { line: index + 1, text: lines[index]!.trim() };
}

/** Every placeholder has one of these words; most files have none. */
const MAY_HOLD = /rest|remain|existing|previous|original|other|more|unchanged|same|omitted|no change/i;

const LONGEST = 120;
const COMMENT =
  /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\{\/\*+|\*|<!--+|"""|''')\s*(.*?)\s*(?:\*+\/\}?|--+>|"""|''')?$/;
const BLOCK_COMMENT = /^(?:<!--|\{?\/\*)/;
const ELLIPSIS = /\.{3}|…/;
const OPENS_WITH_ELLIPSIS = /^[([<{]?\s*(?:\.{3}|…)/;

const WHOLE = "(?:file|code|contents?|implementation|document|script|module|page)";
const PART =
  "(?:functions?|methods?|class(?:es)?|components?|imports?|logic|lines?|sections?|tests?|body|properties|fields|styles?|rules|definitions?|config(?:uration)?|text)";
const STATE =
  "(?:(?:remains?|stays?|is|are|goes|kept|left) )?(?:the same|unchanged|unmodified|untouched|intact|as is|as before|as it (?:is|was)|here|omitted)(?: (?:for brevity|here|as before))?";
const KEPT = "(?:existing|previous|original|remaining|other|unchanged|same|more)";

const REST = new RegExp(
  `^(?:the )?(?:rest|remainder)(?: of (?:the |this |your )?(?:\\w+ )?(?:${WHOLE}|${PART}))?(?<state> ${STATE})?$`,
  "i",
);
const KEPT_WHOLE = new RegExp(`^(?:keep |all )?(?:the )?${KEPT} ${WHOLE}(?<state> ${STATE})?$`, "i");
const KEPT_PART = new RegExp(`^(?:keep |all )?(?:the )?${KEPT} (?:\\w+ )?${PART}(?: ${STATE})?$`, "i");
const LEFT_OUT = new RegExp(
  `^(?:unchanged|no changes?|same as before|(?:${WHOLE} )?omitted(?: for brevity)?)$`,
  "i",
);

function isPlaceholder(line: string, exists: boolean): boolean {
  const text = line.trim();
  if (text.length > LONGEST) return false;
  const comment = COMMENT.exec(text)?.[1];
  const said = comment ?? (OPENS_WITH_ELLIPSIS.test(text) ? text : "");
  const phrase = said.replaceAll(/^[\s.…()[\]<>{}*-]+|[\s.…()[\]<>{}*:;!-]+$/g, "");
  if (ELLIPSIS.test(said)) return [REST, KEPT_WHOLE, KEPT_PART, LEFT_OUT].some((form) => form.test(phrase));
  const stated = REST.exec(phrase) ?? KEPT_WHOLE.exec(phrase);
  if (stated?.groups?.["state"] !== undefined) return true;
  return exists && BLOCK_COMMENT.test(text) && LEFT_OUT.test(phrase);
}
