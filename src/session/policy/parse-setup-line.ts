import { resolve } from "node:path";

/** One line of a row's setup, taken apart. */
export interface SetupLine {
  readonly verb: string;
  /** Absolute; the workspace itself where the line names no path. */
  readonly path: string;
  /** The path as the line spells it. */
  readonly spelled: string;
  /** What a link or a file of git points to, as it stands. */
  readonly target: string;
  /** What stands behind the path: a text, a size, lines. */
  readonly rest: string;
}

/** Takes a line apart whose variables are filled in; a path may have spaces. */
export function parseSetupLine(line: string, ws: string): SetupLine {
  const [, verb = "", body = ""] = /^(\S*) ?(.*)$/s.exec(line) ?? [];
  const [before = "", target = ""] = splitAt(body, " -> ");
  const [, spelled = before, rest = ""] = (BEHIND[verb] ?? /^(.*)$/s).exec(before) ?? [];
  return { verb, spelled, path: resolve(ws, spelled), target, rest };
}

/** What may stand behind a path, by the line's first word. */
const BEHIND: Readonly<Record<string, RegExp>> = {
  file: /^(.*?)(?: (text .*|\d+ lines))?$/s,
  sparse: /^(.*?)(?: (\d+ ?[KMG]B))?$/s,
  "line-file": /^(.*?)(?: (\d+ ?[KMG]B))?$/s,
  modify: /^(.*?)(?: (keep-stat))?$/s,
  read: /^(.*?)((?: \d+-\d+)?(?: session=\S+)?)$/s,
  // These name a number, not a path.
  files: /^()(\d+)$/s,
  nest: /^()(\d+)$/s,
};

function splitAt(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
