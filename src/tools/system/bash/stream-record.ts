import { type BoundedCapture, createBoundedCapture, type ToolContext } from "../../../kernel/index.ts";
import { createErrorLineFinder, type ErrorLine } from "./find-error-lines.ts";
import { showText } from "./show-text.ts";
import { createSpill } from "./spill.ts";

/** One output stream of a command: shown in part, kept whole. */
export interface StreamRecord {
  add(chunk: Uint8Array): Promise<void> | undefined;
  /** How many bytes it would take to show everything, or at least how many came. */
  size(): number;
  /** The text to show within a bound, with notes on what is missing and where it is. */
  show(maxBytes: number): Promise<string>;
  /** Forgets what was kept. */
  drop(): Promise<void>;
}

/** Records a stream of which at most this many bytes will be shown. */
export function recordStream(maxBytes: number, { state }: Pick<ToolContext, "state">): StreamRecord {
  const capture = createBoundedCapture(maxBytes);
  const errorLines = createErrorLineFinder();
  const spill = createSpill(state.results);
  return {
    add: (chunk) => {
      capture.add(chunk);
      errorLines.add(chunk);
      return spill.add(chunk);
    },
    size: () => {
      const text = wholeText();
      return text === undefined ? capture.total() : Buffer.byteLength(text);
    },
    show: async (bound) => {
      const text = wholeText();
      if (text !== undefined && Buffer.byteLength(text) <= bound) {
        await spill.drop();
        return text;
      }
      const notesRoom = roomForNotes(bound);
      const { first, last, start, end } = endsWithin(capture, Math.max(0, bound - notesRoom));
      const kept = await spill.finish();
      const where = kept === undefined ? "" : `; ${whereabouts(kept)}`;
      const lines = listed(errorLines.between(start, end), notesRoom);
      return [first, `[… ${end - start} bytes omitted${where} …]`, ...lines, last].join("\n");
    },
    drop: () => spill.drop(),
  };

  /** Undefined when too much came to show it all. */
  function wholeText(): string | undefined {
    const { head, omitted } = capture.ends();
    return omitted === 0 ? showText(head, capture.total()) : undefined;
  }
}

/** Both ends as text within a bound, and where what is missing begins and ends; bytes that are no text take more room than they did. */
function endsWithin(capture: BoundedCapture, bound: number) {
  for (let room = bound; ;) {
    const { head, tail } = capture.ends(room);
    const [first, last] = [showText(head, capture.total()), showText(tail, capture.total())];
    const taken = Buffer.byteLength(first) + Buffer.byteLength(last);
    if (taken <= bound || room === 0) {
      return { first, last, start: head.length, end: capture.total() - tail.length };
    }
    room = Math.floor((room * bound) / taken);
  }
}

function whereabouts({ handle, lostBytes }: { readonly handle: string; readonly lostBytes: number }): string {
  return lostBytes === 0
    ? `the whole is kept: read or grep path=${handle}`
    : `all but the last ${lostBytes} bytes are kept: read or grep path=${handle}`;
}

const MOST_FOR_NOTES = 4_096;

function roomForNotes(bound: number): number {
  return Math.min(MOST_FOR_NOTES, Math.floor(bound / 4));
}

/** As many of the lines as there is room for, with the place of each in the whole. */
function listed(lines: readonly ErrorLine[], room: number): readonly string[] {
  const shown: string[] = [];
  let used = 0;
  for (const { offset, text } of lines) {
    const line = `[at byte ${offset}] ${text}`;
    used += Buffer.byteLength(line) + 1;
    if (used > room) break;
    shown.push(line);
  }
  return shown.length === 0 ? [] : ["[lines from there that look like errors:]", ...shown];
}
