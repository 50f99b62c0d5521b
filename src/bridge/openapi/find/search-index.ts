import type { Operation } from "../read/operation.ts";
import { tellingWords, wordsOf } from "./words-of.ts";

/** Finds entries by words, best first; an empty query finds all, in their order. */
export interface SearchIndex {
  find(query: string, isWanted: (at: number) => boolean): readonly number[];
}

/** Makes the index over operations; the library is loaded with it. */
export async function createSearchIndex(operations: readonly Operation[]): Promise<SearchIndex> {
  const { default: MiniSearch } = await import("minisearch");
  const index = new MiniSearch<Entry>({
    fields: Object.keys(BOOST),
    tokenize: wordsOf,
    searchOptions: {
      boost: BOOST,
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(operations.map(entryOf));
  return {
    find(query, isWanted) {
      const words = tellingWords(query);
      if (words.length === 0) return operations.map((_, at) => at).filter(isWanted);
      return index
        .search(words.join(" "), { filter: ({ id }) => isWanted(Number(id)) })
        .map(({ id, score }) => ({
          at: Number(id),
          score: operations[Number(id)]?.isDeprecated ? score / 2 : score,
        }))
        .toSorted((a, b) => b.score - a.score || a.at - b.at)
        .map(({ at }) => at);
    },
  };
}

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly summary: string;
  readonly tags: string;
  readonly path: string;
  readonly toolkit: string;
  readonly description: string;
}

const BOOST = { name: 4, summary: 3, tags: 2, path: 1.5, toolkit: 1.5, description: 1 };

function entryOf({ name, summary, tags, path, service, description }: Operation, id: number): Entry {
  return { id, name, summary, tags: tags.join(" "), path, toolkit: service.toolkit, description };
}
