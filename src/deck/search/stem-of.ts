/** Cuts a word's endings, so that `deployments`, `deployed` and `deploying` are one word. */
export function stemOf(word: string): string {
  if (word.length < 3 || !PLAIN.test(word)) return word;
  const base = withoutEnding(withoutPlural(word));
  const bare = base.length >= 5 && base.endsWith("e") ? base.slice(0, -1) : base;
  return bare.length >= 7 && bare.endsWith("at") ? bare.slice(0, -2) : bare;
}

const PLAIN = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;

function withoutPlural(word: string): string {
  if (/(?:ss|us|is|^news)$/.test(word) || !word.endsWith("s")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** An ending, and how much must be left of a word that loses it: `comment` and `notion` are no endings. */
const ENDINGS: readonly (readonly [ending: string, least: number])[] = [
  ["ment", 6],
  ["ing", 3],
  ["ion", 4],
  ["ed", 3],
];

function withoutEnding(word: string): string {
  for (const [ending, least] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length);
    if (base.length >= least && VOWEL.test(base)) return undoubled(base);
  }
  return word;
}

/** `stopping` comes from `stop`, but `calling` from `call`. */
function undoubled(base: string): string {
  return /([bdgmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}
