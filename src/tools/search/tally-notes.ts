import type { SearchTally } from "../../kernel/index.ts";
import { DEADLINE_MS, MAX_FILE_BYTES } from "./search-limits.ts";

/** Says what a search passed over, one note for each kind. */
export function tallyNotes(tally: SearchTally): string[] {
  const { binary, unreadable, large = 0, ignored = 0, sensitive = 0, timedOut } = tally;
  const notes = [
    timedOut &&
      `Stopped after ${DEADLINE_MS / 1_000} seconds: these are partial results. Narrow the search to see the rest.`,
    binary > 0 && `${counted(binary, "binary file")} with matches not shown.`,
    large > 0 &&
      `${counted(large, "file")} over ${MAX_FILE_BYTES / 1_048_576} MiB skipped. Name a file as path to search it whatever its size.`,
    unreadable > 0 &&
      `${counted(unreadable, "file or folder", "files or folders")} could not be read, or the pattern took too many steps in it.`,
    sensitive > 0 &&
      `${counted(sensitive, "sensitive file")} with matches not shown. Name one as path to ask for it.`,
    ignored > 0 &&
      `${counted(ignored, "entry", "entries")} hidden by ignore rules. Name one as path to search it all the same.`,
  ];
  return notes.filter((note) => note !== false);
}

/** A number with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Findings with the notes below them, each in brackets so that it cannot be taken for a finding. */
export function withNotes(findings: string, notes: readonly string[]): string {
  return [findings, ...notes.map((note) => `[${note}]`)].join("\n");
}
