/** A run of characters that a token may consist of, long and odd enough to hold one. */
export interface LongWord {
  readonly start: number;
  readonly word: string;
}

/** Finds the few words of a text that are worth a closer look: it looks at some characters only, and a pattern of many branches at all. */
export function longWords(text: string): readonly LongWord[] {
  const found: LongWord[] = [];
  let free = 0;
  for (let probe = SHORTEST - 1; probe < text.length; probe += SHORTEST) {
    let end = probe;
    while (end < text.length && isPart(text, end)) end += 1;
    if (end > probe) {
      const start = startOf(text, probe, free);
      if (end - start >= SHORTEST) {
        const word = text.slice(start, end);
        if (ODD.test(word)) found.push({ start, word });
      }
    }
    free = end + 1;
    probe = end;
  }
  return found;
}

/** As short as the shortest token: no word of that length lies between two places that are this far apart. */
const SHORTEST = 15;

/** No token is without a digit or a capital. */
const ODD = /[A-Z0-9]/;

function startOf(text: string, probe: number, free: number): number {
  let start = probe;
  while (start > free && isPart(text, start - 1)) start -= 1;
  return start;
}

function isPart(text: string, at: number): boolean {
  return PARTS[text.charCodeAt(at)] === 1;
}

const PARTS: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w.~+/=%$:,-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);
