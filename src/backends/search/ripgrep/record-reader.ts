import type { LineFinding } from "../../../kernel/index.ts";
import { type LineWindow, showWindow, windowOf, windowStart } from "../cut-line.ts";
import type { FileGate } from "./file-gate.ts";

/** Turns chunks of ripgrep's output into findings: `path NUL line:column:offset:text`, around a match with dashes. */
export interface RecordReader {
  read(chunk: Buffer): LineFinding[];
}

const NUL = 0;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const COLON = 58;

/** A record may stay in memory up to here while its end has not arrived. */
const PATIENCE = 1024 * 1024;

/** Makes a reader of what a gate lets through; it keeps at most a window of a line, however long the line is. */
export function createRecordReader(maxLineBytes: number, gate: FileGate): RecordReader {
  let pending: Buffer = Buffer.alloc(0);
  let giant: GiantLine | undefined;
  return {
    read(chunk) {
      const findings: LineFinding[] = [];
      const add = (header: Header, window: LineWindow): void => {
        const path = gate.pathOf(header.path);
        if (path !== undefined && gate.lets(header.offset, window))
          findings.push(findingOf(path, header, window));
      };
      let bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      if (giant !== undefined) {
        const end = bytes.indexOf(NEWLINE);
        giant.feed(end < 0 ? bytes : bytes.subarray(0, end));
        if (end < 0) return findings;
        add(giant.header, giant.window());
        giant = undefined;
        bytes = bytes.subarray(end + 1);
      }
      let at = 0;
      for (let end = endOfRecord(bytes, at); end >= 0; end = endOfRecord(bytes, at)) {
        const header = headerAt(bytes, at);
        const bodyEnd = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
        const body = bytes.subarray(header.bodyAt, bodyEnd);
        add(header, windowOf(body, header.matchAt, maxLineBytes));
        at = end + 1;
      }
      pending = bytes.subarray(at);
      if (pending.length > PATIENCE) {
        giant = startGiant(pending, maxLineBytes);
        pending = Buffer.alloc(0);
      }
      return findings;
    },
  };
}

/** A path may hold line ends, so the one that ends the record is looked for behind the path. */
function endOfRecord(bytes: Buffer, from: number): number {
  const nul = bytes.indexOf(NUL, from);
  return nul < 0 ? -1 : bytes.indexOf(NEWLINE, nul + 1);
}

interface Header {
  readonly path: Buffer;
  readonly line: number;
  readonly isMatch: boolean;
  readonly offset: number;
  /** Where the text of the line begins. */
  readonly bodyAt: number;
  readonly matchAt: number;
}

function headerAt(bytes: Buffer, from: number): Header {
  const nul = bytes.indexOf(NUL, from);
  const line = numberAt(bytes, nul + 1);
  const isMatch = bytes[line.end] === COLON;
  const column = isMatch ? numberAt(bytes, line.end + 1) : { value: 1, end: line.end };
  const offset = numberAt(bytes, column.end + 1);
  return {
    path: bytes.subarray(from, nul),
    line: line.value,
    isMatch,
    offset: offset.value,
    bodyAt: offset.end + 1,
    matchAt: column.value - 1,
  };
}

function findingOf(path: string, { line, isMatch, offset }: Header, window: LineWindow): LineFinding {
  const { text, isCut } = showWindow(window);
  return { kind: "line", path, line, text, isMatch, isCut, offset };
}

function numberAt(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0;
  let end = from;
  for (let digit = (bytes[end] ?? 0) - 48; digit >= 0 && digit <= 9; digit = (bytes[end] ?? 0) - 48) {
    value = value * 10 + digit;
    end += 1;
  }
  return { value, end };
}

/** A line too long to keep: its window is picked out as it passes. */
interface GiantLine {
  readonly header: Header;
  feed(bytes: Buffer): void;
  window(): LineWindow;
}

function startGiant(beginning: Buffer, maxLineBytes: number): GiantLine {
  const header = headerAt(beginning, 0);
  const from = windowStart(header.matchAt, maxLineBytes);
  const kept: Buffer[] = [];
  let seen = 0;
  let last: number | undefined;
  const giant: GiantLine = {
    header,
    feed(bytes) {
      const piece = bytes.subarray(Math.max(0, from - seen), Math.max(0, from + maxLineBytes - seen));
      if (piece.length > 0) kept.push(Buffer.from(piece));
      seen += bytes.length;
      last = bytes.at(-1) ?? last;
    },
    window() {
      const length = last === CARRIAGE_RETURN ? seen - 1 : seen;
      const bytes = Buffer.concat(kept).subarray(0, Math.max(0, length - from));
      return { bytes, start: from, isEnd: from + maxLineBytes >= length };
    },
  };
  giant.feed(beginning.subarray(header.bodyAt));
  return giant;
}
