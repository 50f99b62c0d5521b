import { Fault } from "../../../kernel/index.ts";

/** Pages of a document, both ends included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Parses `3`, `2-5` or `7-`, within a document of so many pages. */
export function parsePageRange(pages: string, count: number): PageRange {
  const asked = askedRange(pages);
  if (asked === undefined || asked.first > count) throw badRange(pages, count);
  return { first: asked.first, last: Math.min(asked.last, count) };
}

/** The pages that `3`, `2-5` or `7-` name in a document of any length; undefined when it is none of these. */
export function askedRange(pages: string): PageRange | undefined {
  const [, from, dash, to] = /^\s*(\d+)\s*(?:([-–])\s*(\d+)?)?\s*$/u.exec(pages) ?? [];
  if (from === undefined) return undefined;
  const first = pageNumber(from);
  const last = dash === undefined ? first : to === undefined ? Number.MAX_SAFE_INTEGER : pageNumber(to);
  return first < 1 || last < first ? undefined : { first, last };
}

function pageNumber(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

function badRange(pages: string, count: number): Fault {
  const message = `pages="${pages}" names no pages of this document, which has ${count}.`;
  return new Fault("invalid_input", message, {
    hint: `Use pages="1-${Math.min(5, count)}" or one page number.`,
  });
}
