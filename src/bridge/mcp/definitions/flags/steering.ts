import type { Finding } from "./flag.ts";
import { type FoldedText, wordsOf } from "./folded-text.ts";
import { languageSwitch } from "./language-switch.ts";
import { TEXT_TRAITS, type Trait, WORD_TRAITS } from "./steering-traits.ts";

/** So much in one sentence is no longer how a tool is described; each trait alone is, and most pairs of them. */
const ENOUGH = 4;

/** Sentences that steer a model, in whatever words: they speak of too much that is no business of a tool. */
export function steering({ text, placeOf }: FoldedText): readonly Finding[] {
  const sentences = sentencesOf(text);
  const steered = sentences.find((sentence) => weightOf(sentence) >= ENOUGH) ?? languageSwitch(sentences);
  return steered === undefined ? [] : [{ kind: "order-to-model", at: placeOf(steered.at), length: 0 }];
}

/** A sentence of a text, and its bare words between blanks. */
export interface Sentence {
  readonly at: number;
  readonly text: string;
  readonly words: string;
}

/** Whoever writes longer ones is looked at in pieces. */
const LONGEST = 600;
const SENTENCE = new RegExp(String.raw`(?=\S)(?:(?![.!?]\s|\n\s*\n)[\s\S]){0,${LONGEST}}[.!?]?`, "g");

function sentencesOf(text: string): readonly Sentence[] {
  return Array.from(text.matchAll(SENTENCE), ({ index, 0: sentence }) => {
    const { text: words } = wordsOf({ text: sentence, placeOf: (at) => at });
    return { at: index, text: sentence, words: ` ${words} ` };
  });
}

function weightOf({ text, words }: Sentence): number {
  return weightIn(words, WORD_TRAITS) + weightIn(text, TEXT_TRAITS);
}

function weightIn(text: string, traits: readonly Trait[]): number {
  return traits.reduce((sum, { weight, pattern }) => (pattern.test(text) ? sum + weight : sum), 0);
}
