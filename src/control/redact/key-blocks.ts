import type { Detector, SecretSpan } from "./detector.ts";
import { everyMatch } from "./every-match.ts";

/** Finds private keys in their armour, also when the end is missing, with line numbers, or in one escaped line. */
export const keyBlocks: Detector = {
  name: "key blocks",
  find(text) {
    const spans: SecretSpan[] = [];
    let free = 0;
    for (const { index, 0: opening } of everyMatch(text, OPENING)) {
      if (index < free) continue;
      const body = bodyAt(text, index + opening.length);
      if (digitsIn(body) < LEAST_DIGITS) continue;
      const end = index + opening.length + body.length;
      free = end;
      spans.push({ start: index, end, kind: "key-block" });
    }
    return spans;
  },
};

/** Armour, or where PuTTY says how many lines of key follow. */
const OPENING = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|\bPrivate-Lines: {0,4}\d+/g;

/** What may stand between the lines of armour, the closing one included: base64, headers, line numbers, escapes. */
const BODY = /[A-Za-z0-9+/=\s\\:,.|-]*/y;
const CLOSING = /^[^]*?(?:-----END [A-Z0-9 ]{0,60}-----|Private-(?:MAC|Hash): {0,4}[0-9a-f]*)/;
const LEAST_DIGITS = 40;

/** The closing line is only looked for in the body: a text of many openings and no closing is still read once. */
function bodyAt(text: string, start: number): string {
  const pattern = new RegExp(BODY);
  pattern.lastIndex = start;
  const body = pattern.exec(text)?.[0] ?? "";
  return CLOSING.exec(body)?.[0] ?? body;
}

/** Armour around nothing, as in a test or a manual, is no key. */
function digitsIn(body: string): number {
  return body.replaceAll(/[^A-Za-z0-9+/]/g, "").length;
}
