import type { LineWindow } from "../cut-line.ts";
import { tellingDescriptors } from "../descriptors.ts";
import { createPathFilter } from "../path-filter.ts";
import type { RunningTally } from "../search-run.ts";
import { BLOCK_BYTES, type HeldFile, holdFile } from "./held-file.ts";
import type { SearchRoot } from "./search-root.ts";

/** Decides what of ripgrep's findings is handed on; the findings of one file must come together. */
export interface FileGate {
  /** The path below the root of a file, by the path ripgrep prints, or undefined to leave it out. */
  pathOf(printed: Buffer): string | undefined;
  /** Tells whether a line that ripgrep printed is in the file that was last let through. */
  lets(offset: number, line: LineWindow): boolean;
  close(): void;
}

/** Makes a gate that lets through what is in text files which lie below the root and which the globs want. */
export function createFileGate(root: SearchRoot, globs: readonly string[], tally: RunningTally): FileGate {
  const passes = createPathFilter(root.kind === "file" ? [] : globs);
  const block = Buffer.alloc(BLOCK_BYTES);
  const descriptors = tellingDescriptors();
  let last: Buffer | undefined;
  let file: HeldFile | undefined;
  let verdict: string | undefined;
  let hasChanged = false;
  return {
    pathOf(printed) {
      if (last?.equals(printed) === true) return verdict;
      close();
      last = Buffer.from(printed);
      const path = printed.toString("utf8", "./".length);
      hasChanged = false;
      verdict = passes(path) && isText(path) ? path : undefined;
      if (root.kind === "file" && verdict !== undefined) verdict = "";
      return verdict;
    },
    lets(offset, line) {
      if (file?.says(offset, line) === true) return true;
      if (!hasChanged) tally.unreadable += 1;
      hasChanged = true;
      return false;
    },
    close,
  };

  function isText(path: string): boolean {
    // No Fs opens a file whose name is not printable, so nobody could read on.
    file = /\p{Cc}/u.test(path) ? undefined : holdFile(root.pathOf(path), block, descriptors);
    if (file === undefined) tally.unreadable += 1;
    else if (file.isBinary) tally.binary += 1;
    else return true;
    return false;
  }

  function close(): void {
    file?.close();
    file = undefined;
  }
}
