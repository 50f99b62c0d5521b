import type { Word } from "../../simple-command.ts";
import { computed } from "../arguments/word.ts";

/** A command may get many words at once, or each in a call of its own; what is only a pattern is the same either way. */
export function eachOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const isTold = words.length > 1 && words.every(({ text, isPattern }) => text !== undefined && !isPattern);
  if (!isTold) return [];
  return words.length > MOST ? [[computed("(one of many)")]] : words.map((word) => [word]);
}

/** More calls than that are not looked at one by one. */
const MOST = 256;
