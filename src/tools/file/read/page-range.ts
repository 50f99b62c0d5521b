import { Fault } from "../../../kernel/index.ts";

/** Pages of a document, both ends included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Parses `3`, `2-5` or `7-`, within a document of so many pages. */
export function parsePageRange(pages: string, count: number): PageRange {
  const [, from, dash, to] = /^\s*(\d+)\s*(?:([-–])\s*(\d+)?)?\s*$/u.exec(pages) ?? [];
  const first = Number(from);
  const last = dash === undefined ? first : to === undefined ? count : Math.min(Number(to), count);
  if (from === undefined || first < 1 || first > count || last < first) throw badRange(pages, count);
  return { first, last };
}

function badRange(pages: string, count: number): Fault {
  const message = `pages="${pages}" names no pages of this document, which has ${count}.`;
  return new Fault("invalid_input", message, {
    hint: `Use pages="1-${Math.min(5, count)}" or one page number.`,
  });
}
