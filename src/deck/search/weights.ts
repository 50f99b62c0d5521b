/** The numbers of the ranking, found by measuring on `bench/catalogue/queries-tuned.ndjson`. */
export const WEIGHTS = {
  /** How much a field counts in the index. */
  fields: { name: 3, head: 4, body: 0.5 },
  bm25: { k: 2, b: 0.4, d: 0.3 },
  /** What the very word of the query counts in the index, beside its synonyms. */
  sameWord: 0.6,
  /** A term that so many tools know is not looked up in their bodies, */
  anywhere: 500,
  /** and one that so many know in names only, when the query says nothing else. */
  inFront: 1200,
  /** How many of the index's best are ranked. */
  candidates: 60,

  /** How likely a word means one of its leanings. */
  leaning: 0.65,
  /** How sure it is that a corrected word was meant. */
  corrected: 0.7,
  /** What words such as `who` count, in place of their rarity. */
  asking: 0.8,
  /** Evens out rare and frequent words. */
  rarity: 0.65,

  /** What finding a word is worth outside a tool's name. */
  inHead: 0.95,
  inBody: 0.5,
  /** What finding only a synonym of it is worth. */
  synonym: 0.9,
  /** How much the index's score, the answered share of the query and the asked share of the name count. */
  score: 0.5,
  answered: 1.5,
  asked: 1,
  /** How much it counts that the query names the tool's server. */
  server: 1.5,
} as const;
