import type { ContentFinding, ContentQuery, FsFile } from "../../../kernel/index.ts";
import { hasUtf16Mark, looksBinary, SNIFFED_BYTES } from "../looks-binary.ts";
import type { RunningTally } from "../search-run.ts";
import { createLinePicker } from "./line-picker.ts";
import { type LinePiece, linePieces } from "./line-pieces.ts";
import type { Matcher } from "./matcher.ts";

/** A file to scan, and where what is passed over is counted. */
export interface ScanTarget {
  readonly file: FsFile;
  readonly path: string;
  readonly tally: RunningTally;
}

const NEWLINE = 10;

/** Files that must be in memory at once are skipped beyond this. */
const MOST_AT_ONCE = 16 * 1024 * 1024;

/** Yields what a query finds in one file; stops with `timedOut` set when the time is up. */
export async function* scanFile(
  query: ContentQuery,
  matcher: Matcher,
  { file, path, tally }: ScanTarget,
): AsyncGenerator<ContentFinding> {
  const head = await file.read(0, SNIFFED_BYTES);
  const isBinary = looksBinary(head);
  const needsAll = hasUtf16Mark(head) || query.multiline === true;
  if (needsAll && file.size > MOST_AT_ONCE) {
    tally.large = (tally.large ?? 0) + 1;
    return;
  }
  const picker = createLinePicker(query, path);
  let count = 0;
  let endedInMatch = false;
  for await (const piece of needsAll ? wholeText(file) : linePieces(file, markLength(head))) {
    const matches = await matcher.match(piece.bytes.toString("utf8"));
    if (matches === undefined) {
      tally.timedOut = true;
      return;
    }
    count += matches.count - (piece.isContinued && endedInMatch && matches.lines[0] === 0 ? 1 : 0);
    endedInMatch = piece.bytes.at(-1) !== NEWLINE && matches.lines.at(-1) === newlinesIn(piece.bytes);
    if (count > 0 && isBinary) {
      tally.binary += 1;
      return;
    }
    if (query.mode === "content") yield* picker.pick(piece, matches);
    if (query.mode === "files" && count > 0) break;
  }
  if (count === 0 || query.mode === "content") return;
  yield { kind: "file", path, ...(query.mode === "count" ? { matches: count } : {}) };
}

function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function markLength(head: Uint8Array): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

async function* wholeText(file: FsFile): AsyncGenerator<LinePiece> {
  const bytes = Buffer.from(await file.read(0, file.size));
  if (bytes.length === 0) return;
  const encoding = bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  const text = hasUtf16Mark(bytes) ? Buffer.from(new TextDecoder(encoding).decode(bytes)) : undefined;
  yield { bytes: text ?? bytes.subarray(markLength(bytes)), offset: 0, isContinued: false };
}
