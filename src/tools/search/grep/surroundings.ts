import type { Fs, FsFile, LineFinding } from "../../../kernel/index.ts";
import { MAX_LINE_BYTES } from "../search-limits.ts";
import { byFile, type FoundFile, lookAgain } from "./found-file.ts";

/** How many lines a lone match brings along on either side. */
const LINES_AROUND = 3;

/** How far to look for them. */
const REACH_BYTES = 4_096;

/** The same lines together with what surrounds them, so that few matches need no second look. */
export async function withSurroundings(
  fs: Fs,
  root: string,
  hits: readonly LineFinding[],
): Promise<LineFinding[]> {
  const files = await Promise.all(byFile(hits).map((found) => aroundHits(fs, root, found)));
  return files.flat();
}

async function aroundHits(fs: Fs, root: string, { path, lines: hits }: FoundFile): Promise<LineFinding[]> {
  const lines = new Map<number, LineFinding>();
  await lookAgain(fs, root, path, async (file, markBytes) => {
    for (const hit of hits) {
      for (const line of await aroundHit(file, markBytes, hit)) lines.set(line.line, line);
    }
  });
  for (const hit of hits) lines.set(hit.line, hit);
  return [...lines.values()].toSorted((a, b) => a.line - b.line);
}

/** Nothing when the file has changed since, or its bytes are not what was shown. */
async function aroundHit(file: FsFile, markBytes: number, hit: LineFinding): Promise<LineFinding[]> {
  if (hit.isCut) return [];
  const start = hit.offset + markBytes;
  const from = Math.max(markBytes, start - REACH_BYTES);
  const length = Buffer.byteLength(hit.text);
  const bytes = Buffer.from(await file.read(from, start - from + length + REACH_BYTES));
  const at = start - from;
  if (bytes.toString("utf8", at, at + length) !== hit.text) return [];
  const lineEnd = bytes.indexOf("\n", at);
  const isWhole = from + bytes.length >= file.size;
  return [
    ...linesBefore(bytes.subarray(0, at), from === markBytes, hit),
    ...(lineEnd < 0 ? [] : linesAfter(bytes.subarray(lineEnd + 1), isWhole, hit, lineEnd + 1 - at)),
  ];
}

function linesBefore(bytes: Buffer, isWhole: boolean, hit: LineFinding): LineFinding[] {
  const texts = textsOf(bytes).slice(isWhole ? 0 : 1, -1);
  const lines: LineFinding[] = [];
  let offset = hit.offset;
  for (let back = 1; back <= Math.min(LINES_AROUND, texts.length); back += 1) {
    const raw = texts.at(-back) ?? "";
    offset -= Buffer.byteLength(raw) + 1;
    lines.unshift(lineOf(hit, hit.line - back, offset, raw));
  }
  return lines.filter(isShort);
}

function linesAfter(bytes: Buffer, isWhole: boolean, hit: LineFinding, distance: number): LineFinding[] {
  const texts = textsOf(bytes);
  // What follows the last line end is a line only where the file ends with it.
  const last = texts.pop();
  if (isWhole && last !== undefined && last !== "") texts.push(last);
  const lines: LineFinding[] = [];
  let offset = hit.offset + distance;
  for (const [index, raw] of texts.slice(0, LINES_AROUND).entries()) {
    lines.push(lineOf(hit, hit.line + index + 1, offset, raw));
    offset += Buffer.byteLength(raw) + 1;
  }
  return lines.filter(isShort);
}

function textsOf(bytes: Buffer): string[] {
  return bytes.toString("utf8").split("\n");
}

function lineOf({ path }: LineFinding, line: number, offset: number, raw: string): LineFinding {
  return { kind: "line", path, line, text: raw.replace(/\r$/, ""), isMatch: false, isCut: false, offset };
}

function isShort({ text }: LineFinding): boolean {
  return text.length <= MAX_LINE_BYTES;
}
