import { Fault } from "../../../kernel/index.ts";
import { charDiff } from "../diff/char-diff.ts";
import { findText } from "../text/find-text.ts";
import { findClosest } from "./find-closest.ts";
import type { WantedEdit } from "./edit-input.ts";
import { lineRange } from "./line-list.ts";
import { linesAt, type TextBody } from "./text-body.ts";

/** Says why an edit found no place: where the most similar text stands and how it differs, and what would work. */
export function explainMiss(path: string, body: TextBody, edit: WantedEdit): Fault {
  const opening = `${edit.label}oldText is not in ${path}. Nothing was changed.`;
  const known = knownMistake(body, edit);
  if (known !== undefined) return new Fault("tool_error", `${opening} ${known.what}`, { hint: known.hint });
  const { text } = body.map();
  const { region, isPart } = findClosest(text, edit.oldText);
  const searched = isPart ? " in the part that was searched" : "";
  if (region === undefined) {
    return new Fault("tool_error", `${opening} No similar text was found${searched}.`, {
      hint:
        text === "" ? "The file is empty: use write." : "Read or grep the file for the text as it is now.",
    });
  }
  const { firstLine, lastLine, found, expected } = region;
  const place = lineRange(firstLine, lastLine);
  const difference = charDiff(expected, found, { firstLine });
  return new Fault(
    "tool_error",
    `${opening}\nClosest text${searched} is at ${place} ([-only in oldText-], {+only in the file+}):\n${difference}`,
    { hint: `Send oldText as the file has it; read ${place} if more is needed.` },
  );
}

interface KnownMistake {
  readonly what: string;
  readonly hint: string;
}

function knownMistake(body: TextBody, { oldText, newText }: WantedEdit): KnownMistake | undefined {
  if (oldText.includes("\uFFFD")) {
    return {
      what: "It holds U+FFFD, which stands for bytes that are no valid text and cannot be matched.",
      hint: "Choose an oldText before or after those bytes.",
    };
  }
  const bare = oldText.replaceAll(LINE_NUMBER, "");
  if (bare !== oldText && bare !== "" && findText(body.bytes, bare, body.codec).length > 0) {
    return { what: "It begins with line numbers.", hint: "Leave out the numbers and the tab after them." };
  }
  const [done] = newText.trim().length < FEWEST_TELLING ? [] : findText(body.bytes, newText, body.codec);
  if (done === undefined) return undefined;
  const [line] = linesAt(body, [done.start]);
  return {
    what: `newText is there already, at line ${line}.`,
    hint: "The edit seems to have been made before; read that line to be sure.",
  };
}

/** The gutter that read puts before every line. */
const LINE_NUMBER = /^ *\d+\t/gm;

/** A shorter text may well stand somewhere by chance. */
const FEWEST_TELLING = 12;
