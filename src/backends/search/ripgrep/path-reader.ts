import type { FileMatch } from "../../../kernel/index.ts";
import type { FileGate } from "./file-gate.ts";

/** Turns chunks of `path NUL` or `path NUL count` output into findings. */
export interface PathReader {
  read(chunk: Buffer): FileMatch[];
}

const NUL = 0;
const NEWLINE = 10;

/** Makes a reader of the files a gate lets through, with their counts in `count` mode. */
export function createPathReader(mode: "files" | "count", gate: FileGate): PathReader {
  let pending: Buffer = Buffer.alloc(0);
  return {
    read(chunk) {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const findings: FileMatch[] = [];
      let at = 0;
      for (let nul = bytes.indexOf(NUL, at); nul >= 0; nul = bytes.indexOf(NUL, at)) {
        const end = mode === "files" ? nul : bytes.indexOf(NEWLINE, nul);
        if (end < 0) break;
        const path = gate.pathOf(bytes.subarray(at, nul));
        const matches = mode === "files" ? {} : { matches: countIn(bytes, nul + 1, end) };
        if (path !== undefined) findings.push({ kind: "file", path, ...matches });
        at = end + 1;
      }
      pending = bytes.subarray(at);
      return findings;
    },
  };
}

function countIn(bytes: Buffer, from: number, to: number): number {
  return Number.parseInt(bytes.toString("latin1", from, to), 10);
}
