import { wordsOf } from "./folded-text.ts";

/** A sentence of a text, and its bare words between blanks. */
export interface Sentence {
  readonly at: number;
  readonly text: string;
  readonly words: string;
}

/** Whoever writes longer ones is looked at in pieces. */
const LONGEST = 600;
const SENTENCE = new RegExp(String.raw`(?=\S)(?:(?![.!?]\s|\n\s*\n)[\s\S]){0,${LONGEST}}[.!?]?`, "g");

/** The sentences of a folded text. */
export function sentencesOf(text: string): readonly Sentence[] {
  return Array.from(text.matchAll(SENTENCE), ({ index, 0: sentence }) => {
    const { text: words } = wordsOf({ text: sentence, placeOf: (at) => at });
    return { at: index, text: sentence, words: ` ${words} ` };
  });
}
