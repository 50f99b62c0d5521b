import { showInvisible } from "../../../kernel/index.ts";

/** Line ends, escapes and other controls, halves and private characters, and blanks that are not the plain one. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\u2800]|(?! )\p{Zs}/gu;
const LONG_BLANK = /([\s\u2800])\1{7,}/gu;

/** Somebody else's text on one line for a person, with everything spelled out that the eye or a terminal could miss. */
export function shownText(text: string): string {
  const counted = text.replaceAll(LONG_BLANK, (run, blank: string) => `<${run.length} × ${nameOf(blank)}>`);
  return showInvisible(counted.replaceAll(UNSEEN, (character) => `<${nameOf(character)}>`));
}

/** The same with every letter spelled out that is not plain ASCII, for texts that look alike and are not. */
export function spelledText(text: string): string {
  return shownText(text).replaceAll(/[^ -~×]/gu, (character) => `<${nameOf(character)}>`);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
