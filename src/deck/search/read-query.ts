import type { KnownWords } from "./known-words.ts";
import { stemOf } from "./stem-of.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { WEIGHTS } from "./weights.ts";
import { wordsOfText } from "./words-of.ts";

/** One word of a query. */
export interface QueryWord {
  readonly stem: string;
  /** Every term it may stand for, and how likely. */
  readonly terms: ReadonlyMap<string, number>;
  /** How much it matters that a tool knows this word. */
  readonly weight: number;
  /** The server it names, if it does. */
  readonly server: string | undefined;
}

/** Takes a query apart into the words that some tool knows; the rest of it says nothing about tools. */
export function readQuery(query: string, vocabulary: Vocabulary, known: KnownWords): QueryWord[] {
  const words = new Map<string, QueryWord>();
  const said = new Set(vocabulary.joined(wordsOfText(query.slice(0, MOST_CHARACTERS))));
  for (const word of [...said].slice(0, MOST_WORDS)) {
    for (const spelling of spellingsOf(word, vocabulary, known)) {
      const read = readWord(spelling, spelling === word ? 1 : WEIGHTS.corrected, vocabulary, known);
      if (read !== undefined && !words.has(read.stem)) words.set(read.stem, read);
    }
  }
  return [...words.values()];
}

const MOST_CHARACTERS = 4000;
const MOST_WORDS = 50;

/** The word itself, or what it was meant to be: a server's short name, two words in one, or a word mistyped. */
function spellingsOf(word: string, vocabulary: Vocabulary, known: KnownWords): readonly string[] {
  const isKnown = (part: string): boolean => termsOf(part, vocabulary, known).size > 0;
  if (vocabulary.isEmpty(word) || isKnown(word)) return [word];
  if (word.length < SHORTEST_CORRECTED || word.length > LONGEST_CORRECTED) return [];
  const server = known.serverLike(word);
  if (server !== undefined) return [server];
  for (let at = 3; at <= word.length - 3; at += 1) {
    const halves = [word.slice(0, at), word.slice(at)];
    if (halves.every(isKnown)) return halves;
  }
  const near = known.wordLike(word);
  return near === undefined ? [] : [near];
}

const SHORTEST_CORRECTED = 4;
const LONGEST_CORRECTED = 30;

function readWord(
  word: string,
  certainty: number,
  vocabulary: Vocabulary,
  known: KnownWords,
): QueryWord | undefined {
  const terms = termsOf(word, vocabulary, known);
  if (terms.size === 0) return undefined;
  const own = known.rarityOf(vocabulary.termOf(word));
  const rarity = own ?? Math.max(...Array.from(terms.keys(), (term) => known.rarityOf(term) ?? 0));
  const weight = vocabulary.isEmpty(word) ? WEIGHTS.asking : certainty * rarity ** WEIGHTS.rarity;
  const server = known.ownershipOf(word) > 0 ? word : undefined;
  return { stem: stemOf(word), terms, weight, server };
}

function termsOf(word: string, vocabulary: Vocabulary, known: KnownWords): Map<string, number> {
  const terms = new Map<string, number>();
  for (const term of vocabulary.leaningsOf(word)) terms.set(term, WEIGHTS.leaning);
  if (!vocabulary.isEmpty(word)) terms.set(vocabulary.termOf(word), 1);
  for (const term of terms.keys()) if (known.rarityOf(term) === undefined) terms.delete(term);
  return terms;
}
