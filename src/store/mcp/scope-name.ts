import { digestOf } from "../../kernel/index.ts";

/** The name of a file for a scope: whatever words make it up, they can neither escape a folder nor stand for one another. */
export function scopeName(...words: readonly string[]): string {
  // JSON has one text for every list of words, half characters included.
  return digestOf(Buffer.from(JSON.stringify(words), "utf8"));
}
