import type { KnownWords } from "./known-words.ts";
import type { QueryWord } from "./read-query.ts";
import type { ReadTool } from "./read-tool.ts";
import { WEIGHTS } from "./weights.ts";

/** A tool that shares words with the query. */
export interface Candidate {
  readonly id: number;
  /** How well its words fit, by the index. */
  readonly score: number;
  readonly tool: ReadTool;
  /** Tells whether the index found a term anywhere in the tool. */
  readonly has: (term: string) => boolean;
}

/** The ids of candidates, best first: those that answer most of the query and whose name and server were asked for. */
export function rankCandidates(
  candidates: readonly Candidate[],
  query: readonly QueryWord[],
  known: KnownWords,
): number[] {
  const whole = query.reduce((sum, { weight }) => sum + weight, 0);
  const likely = likelihoods(query);
  const named = new Map(
    query.flatMap(({ server }) => (server === undefined ? [] : [[server, known.ownershipOf(server)]])),
  );
  return candidates
    .map((candidate) => {
      const { tool } = candidate;
      const answered = query.reduce((sum, word) => sum + word.weight * creditOf(word, candidate), 0) / whole;
      const asked = Math.max(coverOf(tool.ownName, likely), coverOf(tool.title, likely));
      const isNamed = Math.max(0, ...tool.server.map((word) => named.get(word) ?? 0));
      const fit = candidate.score ** WEIGHTS.score * answered ** WEIGHTS.answered;
      return { id: candidate.id, score: fit * (1 + WEIGHTS.asked * asked) * (1 + WEIGHTS.server * isNamed) };
    })
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
    .map(({ id }) => id);
}

function likelihoods(query: readonly QueryWord[]): Map<string, number> {
  const likely = new Map<string, number>();
  for (const { terms } of query) {
    for (const [term, weight] of terms) likely.set(term, Math.max(weight, likely.get(term) ?? 0));
  }
  return likely;
}

/** What finding a word is worth, by where it was found and whether it was that very word. */
function creditOf({ stem, terms }: QueryWord, candidate: Candidate): number {
  let best = 0;
  for (const [term, likely] of terms) best = Math.max(best, likely * worthOf(term, candidate));
  return candidate.tool.stems.has(stem) ? best : best * WEIGHTS.synonym;
}

function worthOf(term: string, { tool, has }: Candidate): number {
  if (tool.name.includes(term)) return 1;
  if (tool.head.includes(term)) return WEIGHTS.inHead;
  return has(term) ? WEIGHTS.inBody : 0;
}

/** How much of a name or title was asked for. */
function coverOf(terms: readonly string[], likely: ReadonlyMap<string, number>): number {
  return terms.reduce((sum, term) => sum + (likely.get(term) ?? 0), 0) / Math.max(terms.length, 1);
}
