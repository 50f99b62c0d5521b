import type { Finding } from "./flag.ts";
import type { FoldedText } from "./folded-text.ts";
import { languageSwitch } from "./language-switch.ts";
import { type Sentence, sentencesOf } from "./sentences-of.ts";
import { TEXT_TRAITS, type Trait, WORD_TRAITS } from "./steering-traits.ts";

/** So much in one sentence is no longer how a tool is described; each trait alone is, and most pairs of them. */
const ENOUGH = 4;

/** Sentences that steer a model, in whatever words: they speak of too much that is no business of a tool. */
export function steering({ text, placeOf }: FoldedText): readonly Finding[] {
  const sentences = sentencesOf(text);
  const steered = sentences.find((sentence) => weightOf(sentence) >= ENOUGH) ?? languageSwitch(sentences);
  return steered === undefined ? [] : [{ kind: "order-to-model", at: placeOf(steered.at), length: 0 }];
}

function weightOf({ text, words }: Sentence): number {
  return weightIn(words, WORD_TRAITS) + weightIn(text, TEXT_TRAITS);
}

function weightIn(text: string, traits: readonly Trait[]): number {
  return traits.reduce((sum, { weight, pattern }) => (pattern.test(text) ? sum + weight : sum), 0);
}
