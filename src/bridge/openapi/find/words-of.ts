/** The words of a text in lower case; `createTicket` and `create_ticket` are two each. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The words of a query that tell something, as many as are worth looking for. */
export function tellingWords(query: string): string[] {
  const words = wordsOf(query.slice(0, MOST_CHARACTERS)).filter((word) => !FILLERS.has(word));
  return [...new Set(words)].slice(0, MOST_WORDS);
}

const MOST_CHARACTERS = 1000;
const MOST_WORDS = 24;

const FILLERS: ReadonlySet<string> = new Set(
  "a an and are by can do for from how i in into is it me my of on or please s that the this to want what which with you".split(
    " ",
  ),
);
