import type { Fs, FsFile, LineFinding } from "../../../kernel/index.ts";

/** The lines found in one file, in order. */
export interface FoundFile {
  /** Below the root; empty when the root is the file. */
  readonly path: string;
  readonly lines: readonly LineFinding[];
}

/** Sorts lines by the file they were found in. */
export function byFile(lines: readonly LineFinding[]): FoundFile[] {
  const files = new Map<string, LineFinding[]>();
  for (const line of lines) {
    const known = files.get(line.path);
    if (known === undefined) files.set(line.path, [line]);
    else known.push(line);
  }
  return [...files].map(([path, found]) => ({ path, lines: found }));
}

/** Looks into a file again; undefined when it cannot be opened any more. */
export async function lookAgain<T>(
  fs: Fs,
  root: string,
  path: string,
  look: (file: FsFile, markBytes: number) => Promise<T>,
): Promise<T | undefined> {
  const file = await fs
    .open(path === "" ? root : `${root === "/" ? "" : root}/${path}`)
    .catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const [a, b, c] = await file.read(0, 3);
    return await look(file, a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0);
  } finally {
    await file.close();
  }
}
