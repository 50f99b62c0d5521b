/** The words of a name, in lower case: camelCase, snake_case and kebab-case are taken apart. */
export function wordsOfName(name: string): string[] {
  return runsOf(name).flatMap((run) => Array.from(run.matchAll(HUMPS), ([word]) => word.toLowerCase()));
}

/** The words of a text, in lower case: `pullRequest` is taken apart, while `GitHub` and `iOS` stay whole. */
export function wordsOfText(text: string): string[] {
  return runsOf(text).flatMap((run) => {
    if (UNSPACED.test(run)) return pairsOf(run);
    return LOWER_CAMEL.test(run) ? wordsOfName(run) : run.toLowerCase();
  });
}

const MARKS = /\p{M}+/gu;
const POSSESSIVE = /['’]s\b/g;
const RUNS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+|[\p{L}\p{N}]+/gu;
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const LOWER_CAMEL = /^\p{Ll}{2,}\p{Lu}/u;
/** Plural acronyms such as `IDs`, then acronyms before a word, words, and acronyms alone. */
const HUMPS =
  /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{N}]+|\p{Lu}[\p{Lu}\p{N}]*/gu;
const PLAIN = /^[\x20-\x7E\s]*$/;

function runsOf(text: string): string[] {
  const unaccented = PLAIN.test(text) ? text : text.normalize("NFKD").replaceAll(MARKS, "");
  return unaccented.replaceAll(POSSESSIVE, "").match(RUNS) ?? [];
}

/** Scripts that put no space between words are cut into overlapping pairs. */
function pairsOf(run: string): string[] {
  const signs = Array.from(run);
  if (signs.length < 3) return [run];
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}
