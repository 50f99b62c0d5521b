import { isUtf8 } from "node:buffer";
import { digestOf, Fault, type SeenRange } from "../../../kernel/index.ts";
import { type Notebook, parseNotebook } from "../notebook/parse-notebook.ts";
import type { ViewedCell } from "./notebook-text.ts";
import type { ShownLine } from "./shown-line.ts";

/** A notebook as it is on disk, and the part of its view that was shown. */
export interface ShownNotebook {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The text without its byte order mark. */
  readonly json: string;
  readonly bomBytes: number;
  /** Where each cell is in the view. */
  readonly views: readonly ViewedCell[];
  readonly page: readonly ShownLine[];
}

/** The stretches of a notebook whose cells a page showed from beginning to end. */
export async function seenCells(shown: ShownNotebook): Promise<SeenRange[]> {
  const { path, bytes, json, bomBytes, views, page } = shown;
  const notebook = isUtf8(bytes) ? await tryNotebook(path, json) : undefined;
  if (notebook === undefined) return [];
  return runsOf(views.map((view) => isShown(view, page))).map(([first, last]) => {
    const [from, to] = stretchOf(notebook, first, last);
    const start = bomBytes + Buffer.byteLength(json.slice(0, from));
    const end = start + Buffer.byteLength(json.slice(from, to));
    return { start, end, digest: digestOf(bytes.subarray(start, end)) };
  });
}

async function tryNotebook(path: string, json: string): Promise<Notebook | undefined> {
  try {
    return await parseNotebook(path, json);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function isShown({ start, end }: ViewedCell, page: readonly ShownLine[]): boolean {
  const lines = page.filter(({ raw }) => raw.start < end && raw.start + raw.length > start);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return false;
  const reaches = first.raw.start <= start && last.raw.start + last.raw.length >= end;
  return reaches && lines.every(({ raw, seen }) => seen === raw.length);
}

function runsOf(shown: readonly boolean[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  shown.forEach((isIn, at) => {
    const run = runs.at(-1);
    if (isIn && run?.[1] === at - 1) run[1] = at;
    else if (isIn) runs.push([at, at]);
  });
  return runs;
}

/** With what separates them from their neighbours, so that a cell may be inserted or taken out there. */
function stretchOf({ list, cells }: Notebook, first: number, last: number): [from: number, to: number] {
  const [before, after] = [cells[first - 1]?.node, cells[last + 1]?.node];
  return [
    before === undefined ? list.offset : before.offset + before.length,
    after === undefined ? list.offset + list.length : after.offset,
  ];
}
