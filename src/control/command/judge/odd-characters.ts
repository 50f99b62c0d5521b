import type { Finding } from "../program-facts.ts";

/** What speaks against a text that does not show all it holds; undefined when nothing does. */
export function oddCharacters(text: string): Finding | undefined {
  if (!MAYBE_ODD.test(text)) return undefined;
  return ODD.test(text.replaceAll(EMOJI, ""))
    ? { verdict: "ask", rule: "text.invisible", reason: "it has characters in it that cannot be seen" }
    : undefined;
}

/** Nearly every command is plain, and that is quickly seen. */
const MAYBE_ODD = /[^\t\n\u0020-\u007E]/;

/** Controls, invisible and bidirectional characters, separators that are no blank, halves of characters. */
const ODD = /(?!\t|\r?\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

/** What makes one picture of several: it shows. */
const EMOJI = /\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\u200D(?=\p{Extended_Pictographic}))+/gu;
