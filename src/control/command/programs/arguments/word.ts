import { makeWord, type Word } from "../../simple-command.ts";

/** A word that stands for itself. */
export function literal(text: string): Word {
  return makeWord(text, text);
}

/** A word that only running the command would tell, named for people. */
export function computed(source: string): Word {
  return makeWord(undefined, source);
}

/** A part of a word, or what a word leads to: the same place in the command, another text. */
export function partOf(word: Word, text: string | undefined): Word {
  return makeWord(text, word.source, word.isPattern, word.from);
}

/** The end of a word from a position on; unknown when the word is. */
export function fromPosition(word: Word, position: number): Word {
  return partOf(word, word.text?.slice(position));
}

/** Whether a word is one of these texts. */
export function isOneOf(word: Word | undefined, ...texts: readonly string[]): boolean {
  return word?.text !== undefined && texts.includes(word.text);
}
