import { type Finding, found } from "./flag.ts";
import { foldText } from "./folded-text.ts";

/** Letters of another alphabet that pass for plain ones; in a name every one counts, in a text whole words. */
export function disguisedLetters(text: string, isName: boolean): readonly Finding[] {
  if (/^[\t\n\r -~]*$/.test(text)) return [];
  if (isName && LETTER.test(text)) {
    const folded = foldText(text, true).text;
    const isTakenForPlain = /^[!-~]+$/.test(folded) && !ACCENTED.test(text);
    if (isTakenForPlain) return [{ kind: "disguised-letters", at: 0, length: text.length }];
  }
  return found("disguised-letters", MIXED.exec(text) ?? FANCY.exec(text) ?? wideIn(text));
}

const LETTER = /(?=\p{L})[^\t -~]/u;

/** Latin letters with marks are letters of their own. */
const ACCENTED = /^[\p{Script=Latin}\p{M}\p{P}\p{N}\p{S}]+$/u;

/** One word of two alphabets; Greek ones only where they look Latin, since science mixes them in. */
const MIXED =
  /(?=\p{L}*\p{Script=Latin})\p{L}*[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}]\p{L}*|(?=\p{L}*\p{Script=Latin}\p{L}*\p{Script=Latin})\p{L}*[οανρτυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]\p{L}*/u;

/** Mathematical, circled and small capital letters in a row. */
const FANCY =
  /[\u{1d400}-\u{1d7ff}]{3,}|[\u{24b6}-\u{24e9}]{3,}|[\u{1f130}-\u{1f189}]{3,}|[\u{1d00}-\u{1d22}\u{026a}\u{0262}\u{0280}\u{0274}\u{0299}\u{029c}\u{029f}\u{028f}\u{a730}\u{a731}]{4,}/u;

/** Wide letters are at home where Chinese, Japanese and Korean are. */
function wideIn(text: string): RegExpExecArray | null {
  return CJK.test(text) ? null : WIDE.exec(text);
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WIDE = /[\u{ff21}-\u{ff3a}\u{ff41}-\u{ff5a}]{3,}/u;
