import { LEANINGS } from "./leanings.ts";
import { PHRASES } from "./phrases.ts";
import { stemOf } from "./stem-of.ts";
import { ASKING_WORDS, STOP_WORDS } from "./stop-words.ts";
import { SYNONYMS } from "./synonyms.ts";

/** What words mean, whatever the tools are: turns words into the terms they are indexed and searched by. */
export interface Vocabulary {
  /** Every word of the tables, for those who mistype one. */
  readonly words: readonly string[];
  /** Joins words that are one, such as `pull request`. */
  readonly joined: (words: readonly string[]) => string[];
  /** What a word is indexed by: the word that stands for its synonyms, or its stem. */
  readonly termOf: (word: string) => string;
  /** What else a word of a query may mean. */
  readonly leaningsOf: (word: string) => readonly string[];
  /** Tells whether a word says nothing by itself. */
  readonly isEmpty: (word: string) => boolean;
}

/** Builds the vocabulary from the tables. */
export function createVocabulary(): Vocabulary {
  const standIns = new Map<string, string>();
  for (const group of rowsOf(SYNONYMS)) for (const word of group) standIns.set(stemOf(word), group[0]!);
  const termOf = (word: string): string => standIns.get(stemOf(word)) ?? stemOf(word);
  const leanings = new Map<string, string[]>();
  for (const [word = "", ...others] of rowsOf(LEANINGS.replaceAll(":", ""))) {
    leanings.set(stemOf(word), [...(leanings.get(stemOf(word)) ?? []), ...others.map(termOf)]);
  }
  const phrases = new Map(
    rowsOf(PHRASES).map(([first, second, joined = ""]) => [`${first} ${second}`, joined]),
  );
  const empty = new Set(rowsOf(`${STOP_WORDS} ${ASKING_WORDS}`).flat());
  return {
    words: [...standIns.keys(), ...leanings.keys()],
    joined: (words) => joinPhrases(words, phrases),
    termOf,
    leaningsOf: (word) => leanings.get(stemOf(word)) ?? [],
    isEmpty: (word) => empty.has(word),
  };
}

function rowsOf(table: string): string[][] {
  const rows = table.split(/[;\n]/).map((row) => row.split(" ").filter((word) => word !== ""));
  return rows.filter((row) => row.length > 0);
}

function joinPhrases(words: readonly string[], phrases: ReadonlyMap<string, string>): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const phrase = phrases.get(`${words[at]} ${words[at + 1]}`);
    joined.push(phrase ?? words[at]!);
    if (phrase !== undefined) at += 1;
  }
  return joined;
}
