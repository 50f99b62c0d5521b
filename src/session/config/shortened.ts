/** A word that a file made up, short enough to be quoted. */
export function shortened(word: string): string {
  return word.length <= MOST_QUOTED ? word : `${word.slice(0, MOST_QUOTED)}…`;
}

const MOST_QUOTED = 60;
