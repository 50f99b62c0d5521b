import { Fault, type FsFile, type OutputBudget, type ToolContext } from "../../../kernel/index.ts";
import { detectEncoding } from "../text/detect-encoding.ts";
import type { TextEncodingInfo } from "../text/text-encoding.ts";
import { BLOCK_BYTES } from "./blocks.ts";
import { countLines, findLine } from "./find-line.ts";
import { findLineFromEnd } from "./find-line-from-end.ts";
import type { TextWindow } from "./gutter.ts";
import { type NewlineUnit, unitOf } from "./newlines.ts";
import type { ShownLine } from "./shown-line.ts";
import { type PageLimits, takePage } from "./text-page.ts";

/** Which lines are asked for. */
export interface WindowAsk {
  /** The caller's spelling of the path. */
  readonly path: string;
  /** The first line, counted from 1, or from the end when negative. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

type WindowContext = Pick<ToolContext, "budget" | "cancel">;

/** Reads the lines asked for, as many as fit into the limits and the budget. */
export async function readTextWindow(
  file: FsFile,
  ask: WindowAsk,
  encoding: TextEncodingInfo,
  ctx: WindowContext,
): Promise<TextWindow> {
  const unit = unitOf(encoding.name);
  const { position, first } = await locate(file, ask, unit, ctx.cancel);
  const taken = await takeDecoded(file, position, encoding, limitsOf(ask.limit, ctx.budget), ctx.cancel);
  const end = endOf(taken.page);
  if (end === undefined) throw changedMeanwhile(ask.path);
  const last = first + taken.page.length - 1;
  const window = { ...taken, first, single: ask.limit === 1 };
  if (first < 0) return { ...window, total: undefined, more: last < -1 };
  const total = await tryTotal(file, end, last, unit, ctx.cancel);
  return { ...window, total, more: total === undefined || last < total };
}

const DEFAULT_LINES = 2000;
const MOST_LINES = 20_000;
const LINE_CHARACTERS = 2000;
const ROOM_FOR_NOTICES = 512;
/** Up to this size, counting lines for absolute numbers in a tail takes no time worth mentioning. */
const COUNTED_BYTES = 32 * BLOCK_BYTES;

async function locate(
  file: FsFile,
  { path, offset = 1 }: WindowAsk,
  unit: NewlineUnit,
  cancel: AbortSignal,
): Promise<{ readonly position: number; readonly first: number }> {
  if (offset < 0) {
    const position = await findLineFromEnd(file, -offset, unit, cancel);
    const isCounted = position === 0 || file.size <= COUNTED_BYTES;
    return { position, first: isCounted ? 1 + (await countLines(file, 0, position, unit, cancel)) : offset };
  }
  const first = Math.max(1, offset);
  const found = await findLine(file, first, unit, cancel);
  if (found.kind === "past-end") throw pastEnd(path, offset, found.lines);
  return { position: found.position, first };
}

/** The beginning of a file may be plain where its rest is not: the lines themselves decide then. */
async function takeDecoded(
  file: FsFile,
  position: number,
  encoding: TextEncodingInfo,
  limits: PageLimits,
  cancel: AbortSignal,
): Promise<Pick<TextWindow, "page" | "encoding">> {
  const page = await takePage(file, position, encoding, limits, cancel);
  if (encoding.confident || !page.some(({ broken }) => broken)) return { page, encoding };
  const bytes = Buffer.concat(page.map(({ raw }) => raw.bytes));
  const closer = await detectEncoding(bytes, { complete: false });
  if (closer.name === "utf-8" || unitOf(closer.name) !== "byte") return { page, encoding };
  const legacy = { ...closer, bomBytes: 0 };
  return { page: await takePage(file, position, legacy, limits, cancel), encoding: legacy };
}

function limitsOf(limit: number = DEFAULT_LINES, { maxBytes }: OutputBudget): PageLimits {
  return {
    lines: Math.min(limit, MOST_LINES),
    // However small the budget is, one cut line fits into it; a line that is asked for alone may fill it.
    characters: Math.max(1, Math.floor(limit === 1 ? maxBytes / 4 : Math.min(LINE_CHARACTERS, maxBytes / 8))),
    bytes: Math.max(maxBytes - ROOM_FOR_NOTICES, maxBytes / 2),
  };
}

function endOf(page: readonly ShownLine[]): number | undefined {
  const raw = page.at(-1)?.raw;
  return raw && raw.start + raw.length;
}

/** The number of lines, where finding out takes no more than one look at the rest. */
async function tryTotal(
  file: FsFile,
  end: number,
  last: number,
  unit: NewlineUnit,
  cancel: AbortSignal,
): Promise<number | undefined> {
  if (file.size - end > BLOCK_BYTES) return undefined;
  return last + (await countLines(file, end, file.size, unit, cancel));
}

function pastEnd(path: string, offset: number, lines: number): Fault {
  const count = lines === 1 ? "1 line" : `${lines} lines`;
  return new Fault("invalid_input", `offset=${offset} is past the end: ${path} has ${count}.`, {
    hint: `Use an offset from 1 to ${lines}, or a negative one to count from the end.`,
  });
}

function changedMeanwhile(path: string): Fault {
  return new Fault("tool_error", `${path} became shorter while it was being read.`, {
    hint: "Read it again.",
  });
}
