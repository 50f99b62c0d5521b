import {
  digestOf,
  type Evidence,
  type Fs,
  type FsFile,
  isResultHandle,
  type LineFinding,
  type SeenRange,
} from "../../../kernel/index.ts";
import { type FoundFile, lookAgain } from "./found-file.ts";

/** Takes evidence of lines that are shown, from the files as they are now and only where they still say the same. */
export interface SeenLines {
  /** Lines of one file must come together and in order. */
  add(line: LineFinding): void;
  finish(): Promise<Evidence[]>;
}

/** Files that are looked at together. */
const LANES = 8;

/** Files that are looked at in all: nobody edits more from one search, and each costs a look. */
const MOST_FILES = 50;

/** Makes a collector that looks at each file as soon as its lines are known, while the search goes on. */
export function createSeenLines(fs: Fs, root: string): SeenLines {
  const lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve());
  const seen: Promise<Evidence | undefined>[] = [];
  let lines: LineFinding[] = [];
  const lookAtFile = (): void => {
    const [first] = lines;
    if (first === undefined || seen.length >= MOST_FILES || isResultHandle(root)) return;
    const found = { path: first.path, lines };
    const lane = seen.length % LANES;
    const evidence = (lanes[lane] ?? Promise.resolve()).then(() => seenInFile(fs, root, found));
    lanes[lane] = evidence;
    seen.push(evidence);
  };
  return {
    add(line) {
      if (lines.at(-1)?.path === line.path) {
        lines.push(line);
        return;
      }
      lookAtFile();
      lines = [line];
    },
    async finish() {
      lookAtFile();
      lines = [];
      return (await Promise.all(seen)).filter((evidence) => evidence !== undefined);
    },
  };
}

/** A file that fails to be read proves nothing. */
function seenInFile(fs: Fs, root: string, { path, lines }: FoundFile): Promise<Evidence | undefined> {
  return lookAgain(fs, root, path, async (file, markBytes) => {
    const ranges: SeenRange[] = [];
    for (const run of runsOf(lines)) {
      const range = await seenRange(file, markBytes, run);
      if (range !== undefined) ranges.push(range);
    }
    return ranges.length === 0 ? undefined : { path: file.path, identity: file.identity, ranges };
  }).catch(() => undefined);
}

/** Stretches of lines without a gap; a cut line was not really seen. */
function runsOf(lines: readonly LineFinding[]): LineFinding[][] {
  const runs: LineFinding[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (line.isCut) runs.push([]);
    else if (run?.at(-1)?.line === line.line - 1) run.push(line);
    else runs.push([line]);
  }
  return runs.filter((run) => run.length > 0);
}

async function seenRange(
  file: FsFile,
  markBytes: number,
  run: readonly LineFinding[],
): Promise<SeenRange | undefined> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const start = first.offset + markBytes;
  const length = last.offset - first.offset + Buffer.byteLength(last.text) + "\r\n".length;
  const bytes = Buffer.from(await file.read(start, length));
  const end = endOfLines(bytes, run.length);
  const texts = bytes.toString("utf8", 0, end).replace(/\n$/, "").split("\n");
  const isSame = run.every(({ text }, index) => texts[index]?.replace(/\r$/, "") === text);
  return isSame ? { start, end: start + end, digest: digestOf(bytes.subarray(0, end)) } : undefined;
}

/** Where so many lines end, their line ends included. */
function endOfLines(bytes: Buffer, count: number): number {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const next = bytes.indexOf("\n", end);
    if (next < 0) return bytes.length;
    end = next + 1;
  }
  return end;
}
