import type { ReadTool } from "./read-tool.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What the indexed tools say about words. */
export interface KnownWords {
  /** How much it says that a tool knows a term: little for `get`, much for `altitude`; nothing for unknown ones. */
  rarityOf(term: string): number | undefined;
  /** How many tools know a term. */
  spreadOf(term: string): number;
  /** How far a word stands for a server and nothing else, from 0 to 1. */
  ownershipOf(server: string): number;
  /** The server whose name begins with this word. */
  serverLike(word: string): string | undefined;
  /** The known word that differs in one spot, as mistyped ones do. */
  wordLike(word: string): string | undefined;
}

/** Counts words over all tools. */
export function knownWordsOf(tools: readonly ReadTool[], vocabulary: Vocabulary): KnownWords {
  const counts = new Map<string, number>();
  const servers = new Map<string, number>();
  for (const { name, head, body, server } of tools) {
    for (const term of new Set([...name, ...head, ...body])) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const word of server) servers.set(word, (servers.get(word) ?? 0) + 1);
  }
  const byInitial = new Map<string, string[]>();
  for (const word of new Set([...counts.keys(), ...vocabulary.words])) {
    const sharing = byInitial.get(word.charAt(0)) ?? [];
    sharing.push(word);
    byInitial.set(word.charAt(0), sharing);
  }
  return {
    rarityOf(term) {
      const count = counts.get(term);
      return count === undefined ? undefined : Math.log(1 + (tools.length - count + 0.5) / (count + 0.5));
    },
    spreadOf: (term) => counts.get(term) ?? 0,
    ownershipOf: (server) => (servers.get(server) ?? 0) / (counts.get(vocabulary.termOf(server)) ?? 1),
    serverLike: (word) => [...servers.keys()].find((server) => server.startsWith(word)),
    wordLike: (word) => byInitial.get(word.charAt(0))?.find((known) => differInOneSpot(word, known)),
  };
}

const LONG_WORD = 8;

/** One letter too many, missing, wrong, or swapped with its neighbour; two of them in a long word. */
function differInOneSpot(a: string, b: string): boolean {
  const spot = a.length >= LONG_WORD ? 2 : 1;
  if (Math.abs(a.length - b.length) > spot) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [left, right] = [a.slice(start, endA), b.slice(start, endB)];
  if (left.length === 2 && right.length === 2) return spot === 2 || left === `${right[1]}${right[0]}`;
  return left.length <= spot && right.length <= spot;
}
