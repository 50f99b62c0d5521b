import { createBoundedCapture, type ToolContext } from "../../../kernel/index.ts";
import { createErrorLineFinder, type ErrorLine } from "./find-error-lines.ts";
import { showText } from "./show-text.ts";
import { createSpill } from "./spill.ts";

/** One output stream of a command: shown in part, kept whole. */
export interface StreamRecord {
  add(chunk: Uint8Array): Promise<void> | undefined;
  /** How many bytes came. */
  total(): number;
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
    total: () => capture.total(),
    show: async (bound) => {
      const whole = capture.ends(bound);
      if (whole.omitted === 0) {
        await spill.drop();
        return showText(whole.head, capture.total());
      }
      const { head, tail, omitted } = capture.ends(Math.max(0, bound - roomForNotes(bound)));
      const lines = errorLines.between(head.length, capture.total() - tail.length);
      const kept = await spill.finish();
      const where = kept === undefined ? "" : `; ${whereabouts(kept)}`;
      const notes = [`[… ${omitted} bytes omitted${where} …]`, ...listed(lines, roomForNotes(bound))];
      return [showText(head, capture.total()), ...notes, showText(tail, capture.total())].join("\n");
    },
    drop: () => spill.drop(),
  };
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
