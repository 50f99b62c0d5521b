import { stripTerminalEscapes } from "../../../../kernel/index.ts";

/** What a server printed where only messages belong. */
export interface StrayLines {
  readonly count: number;
  /** The first few of them, shortened. */
  readonly first: readonly string[];
}

const MOST_KEPT = 5;
const MOST_CHARACTERS = 200;

/** Counts stray lines and keeps the first few. */
export function createStrayLines(): StrayLines & { add(line: Buffer): void } {
  const first: string[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    get first() {
      return [...first];
    },
    add: (line) => {
      count += 1;
      if (first.length < MOST_KEPT) first.push(toText(line));
    },
  };
}

/** However many bytes a character has. */
function toText(line: Buffer): string {
  const text = line.subarray(0, MOST_CHARACTERS * 4).toString("utf8");
  return stripTerminalEscapes(text).trim().slice(0, MOST_CHARACTERS);
}
