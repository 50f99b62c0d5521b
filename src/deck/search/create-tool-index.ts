import MiniSearch from "minisearch";
import { type KnownWords, knownWordsOf } from "./known-words.ts";
import { type Candidate, rankCandidates } from "./rank-candidates.ts";
import { type QueryWord, readQuery } from "./read-query.ts";
import { createToolReader, type ReadTool } from "./read-tool.ts";
import type { ToolEntry } from "./tool-entry.ts";
import { createVocabulary } from "./vocabulary.ts";
import { WEIGHTS } from "./weights.ts";

/** Finds tools by words. */
export interface ToolIndex {
  /** The best tools for a query, best first; equally good ones in the order they were given. */
  search(query: string, limit: number): readonly ToolEntry[];
}

/** Indexes tools by name, title, description and parameters. */
export function createToolIndex(entries: readonly ToolEntry[]): ToolIndex {
  const vocabulary = createVocabulary();
  const tools = entries.map(createToolReader(vocabulary));
  const known = knownWordsOf(tools, vocabulary);
  const index = indexOf(tools);
  return {
    search(query, limit) {
      const words = readQuery(query, vocabulary, known);
      const found = find(index, words, known).slice(0, WEIGHTS.candidates);
      const candidates = found.map(({ id, score, match }): Candidate => {
        return { id, score, tool: tools[id]!, has: (term) => Object.hasOwn(match, term) };
      });
      return rankCandidates(candidates, words, known)
        .slice(0, limit)
        .map((id) => entries[id]!);
    },
  };
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly head: string;
  readonly body: string;
}

function indexOf(tools: readonly ReadTool[]): MiniSearch<Row> {
  const index = new MiniSearch<Row>({
    fields: ["name", "head", "body"],
    tokenize: (terms) => terms.split(" "),
    processTerm: (term) => term,
    searchOptions: { boost: WEIGHTS.fields, bm25: WEIGHTS.bm25 },
  });
  const rows = tools.map(({ name, head, body, stems }, id) => {
    const same = Array.from(stems, sameWord);
    return { id, name: name.join(" "), head: [...head, ...same].join(" "), body: body.join(" ") };
  });
  index.addAll(rows);
  return index;
}

interface Found {
  readonly id: number;
  readonly score: number;
  /** The terms that were found. */
  readonly match: object;
}

/** Looks terms up where that is worth its time: one that very many tools know costs much and tells little. */
function find(index: MiniSearch<Row>, words: readonly QueryWord[], known: KnownWords): readonly Found[] {
  const weights = weightsOf(words, known);
  const terms = [...weights.keys()];
  const spreadWithin = (least: number, most: number): string =>
    terms.filter((term) => known.spreadOf(term) >= least && known.spreadOf(term) < most).join(" ");
  const { anywhere, inFront } = WEIGHTS;
  const queries = [
    spreadWithin(0, anywhere),
    { queries: [spreadWithin(anywhere, inFront)], fields: ["name", "head"] },
    { queries: [isTelling(words, known) ? "" : spreadWithin(inFront, Infinity)], fields: ["name"] },
  ];
  return index.search({ queries }, { boostTerm: (term) => weights.get(term) ?? 1 });
}

/** Tells whether some word of the query narrows the tools down. */
function isTelling(words: readonly QueryWord[], known: KnownWords): boolean {
  return words.some(({ terms }) => {
    return [...terms].some(([term, likely]) => likely === 1 && known.spreadOf(term) < WEIGHTS.inFront);
  });
}

function weightsOf(words: readonly QueryWord[], known: KnownWords): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { stem, terms } of words) {
    for (const [term, likely] of terms) weights.set(term, Math.max(likely, weights.get(term) ?? 0));
    const isFrequent = [...terms.keys()].some((term) => known.spreadOf(term) >= WEIGHTS.inFront);
    if (!isFrequent) weights.set(sameWord(stem), WEIGHTS.sameWord);
  }
  return weights;
}

/** The term for a word itself, apart from the term that stands for its synonyms. */
function sameWord(stem: string): string {
  return `=${stem}`;
}
