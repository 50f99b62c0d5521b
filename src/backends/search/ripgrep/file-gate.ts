import { looksBinary } from "../looks-binary.ts";
import { createPathFilter } from "../path-filter.ts";
import type { RunningTally } from "../search-run.ts";
import type { SearchRoot } from "./search-root.ts";

/** Decides about files with findings, by the path ripgrep prints: its path below the root, or undefined to leave it out. */
export type FileGate = (printed: Buffer) => string | undefined;

/** Makes a gate that lets text files through which the globs want; the findings of one file must come together. */
export function createFileGate(root: SearchRoot, globs: readonly string[], tally: RunningTally): FileGate {
  const passes = createPathFilter(root.kind === "file" ? [] : globs);
  let last: Buffer | undefined;
  let verdict: string | undefined;
  return (printed) => {
    if (last?.equals(printed) === true) return verdict;
    last = Buffer.from(printed);
    const path = printed.toString("utf8", "./".length);
    verdict = passes(path) && isText(path) ? path : undefined;
    if (root.kind === "file" && verdict !== undefined) verdict = "";
    return verdict;
  };

  function isText(path: string): boolean {
    // No Fs opens a file whose name is not printable, so nobody could read on.
    const head = /\p{Cc}/u.test(path) ? undefined : root.headOf(path);
    if (head === undefined) tally.unreadable += 1;
    else if (looksBinary(head)) tally.binary += 1;
    else return true;
    return false;
  }
}
