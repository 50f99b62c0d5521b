import { Fault } from "../../../kernel/index.ts";

/** What flag letters ask of a search. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** Reads JavaScript's flag letters; `g`, `u` and `y` are what every search does anyway. */
export function parseFlags(flags: string, pattern: string): PatternFlags {
  const unknown = /[^gimsuy]/u.exec(flags)?.[0];
  if (unknown !== undefined) {
    throw new Fault("invalid_input", `Unknown flag "${unknown}" in flags "${flags}".`, {
      hint: "Flags are letters of gimsuy: i ignores case, m lets the pattern span lines, s lets . match line ends too.",
    });
  }
  const dotAll = flags.includes("s");
  return {
    ignoreCase: flags.includes("i"),
    multiline: dotAll || flags.includes("m") || namesLineEnd(pattern),
    dotAll,
  };
}

/** A pattern that names a line end can only match across lines. */
function namesLineEnd(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\n|\n/.test(pattern);
}
