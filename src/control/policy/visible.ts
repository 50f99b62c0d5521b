import { showInvisible } from "../../kernel/index.ts";

/** Line ends, escapes and other controls, halves of characters, and spaces that are not the plain one. */
const UNSEEN = /[\p{Cc}\p{Cs}]|(?! )\p{Zs}/gu;

/** Shows a text to a person on one line, with everything spelled out that the eye or a terminal could be fooled by. */
export function visible(text: string): string {
  return showInvisible(text.replaceAll(UNSEEN, spellOut));
}

/** Quotes a name somebody else made up, so that it cannot pass for the sentence around it; long ones are cut. */
export function quoted(text: string): string {
  return quotedWhole(text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text);
}

/** The same, however long it is. */
export function quotedWhole(text: string): string {
  return visible(JSON.stringify(text));
}

const MOST_QUOTED = 300;

function spellOut(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}
