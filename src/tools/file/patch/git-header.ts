import { malformedPatch } from "./malformed-patch.ts";
import type { PatchLines } from "./patch-lines.ts";
import { type DiffNames, gitNamesOf, unquote } from "./unified-paths.ts";

type Rename = Readonly<Record<"before" | "after", string>>;

/** What the lines from `diff --git` to `---` say. */
export interface GitHeader {
  /** How many lines they are; none in a plain diff. */
  readonly length: number;
  readonly names: DiffNames | undefined;
  /** The old and the new path of a file that moves. */
  readonly renamed: Rename | undefined;
  readonly created: boolean;
  /** Whether a created file is a program. */
  readonly executable: boolean;
  readonly deleted: boolean;
  readonly modeOnly: boolean;
}

const EXTENDED =
  /^(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to|similarity index|dissimilarity index|index) (.*)$/s;

const PLAIN: GitHeader = {
  length: 0,
  names: undefined,
  created: false,
  executable: false,
  deleted: false,
  modeOnly: false,
  renamed: undefined,
};

/** Reads the header git puts above the names of a file. */
export function readGitHeader({ lines, skipped }: PatchLines, start: number): GitHeader {
  if (!lines[start]!.startsWith("diff --git ")) return PLAIN;
  const said = new Map<string, string>();
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const [, key, value] = EXTENDED.exec(lines[at]!) ?? [];
    if (key === undefined || value === undefined) break;
    said.set(key, value.trimEnd());
  }
  refuseUnsupported(said, skipped + start + 1);
  const renamed = renameOf(said, skipped + start + 1);
  return {
    length: at - start,
    names: renamed ?? gitNamesOf(lines[start]!, skipped + start + 1),
    renamed,
    created: said.has("new file mode"),
    executable: said.get("new file mode") === "100755",
    deleted: said.has("deleted file mode"),
    modeOnly: said.has("new mode"),
  };
}

function renameOf(said: ReadonlyMap<string, string>, patchLine: number): Rename | undefined {
  const [before, after] = [said.get("rename from"), said.get("rename to")];
  if (before === undefined || after === undefined) return undefined;
  return { before: unquote(before, patchLine), after: unquote(after, patchLine) };
}

function refuseUnsupported(said: ReadonlyMap<string, string>, patchLine: number): void {
  if (said.has("copy from")) {
    throw malformedPatch(
      patchLine,
      "copies are not supported.",
      "Add the new file with its whole content instead.",
    );
  }
  const modes = [said.get("new file mode"), said.get("new mode"), said.get("index")?.split(" ")[1]];
  if (modes.some((mode) => mode === "120000" || mode === "160000")) {
    throw malformedPatch(
      patchLine,
      "symbolic links and submodules cannot be patched.",
      "Leave that file out of the patch.",
    );
  }
}
