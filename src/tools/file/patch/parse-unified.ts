import type { FilePatch, Hunk } from "./file-patch.ts";
import { type GitHeader, readGitHeader } from "./git-header.ts";
import { malformedPatch } from "./malformed-patch.ts";
import type { PatchLines } from "./patch-lines.ts";
import { readHunks } from "./unified-hunks.ts";
import { type DiffNames, isNamePair, isUnifiedStart, namesOf } from "./unified-paths.ts";

/** Reads the files of a unified diff, as git, diff(1) or a model writes it; words between the files are skipped. */
export function parseUnified(source: PatchLines, start: number): readonly FilePatch[] {
  const { lines, skipped } = source;
  const patches: FilePatch[] = [];
  let at = start;
  while (at < lines.length) {
    if (!isUnifiedStart(lines, at)) {
      refuseLost(lines[at]!, skipped + at + 1);
      at += 1;
      continue;
    }
    const section = readSection(source, at);
    if (section.patch !== undefined) patches.push(section.patch);
    at = section.end;
  }
  if (patches.length === 0) throw malformedPatch(skipped + start + 1, "the diff changes no content.");
  return patches;
}

/** What would be dropped in silence if it were taken for words between files. */
function refuseLost(line: string, patchLine: number): void {
  if (/^(?:Binary files .* differ|GIT binary patch)\s*$/.test(line)) throw binaryPatch(patchLine);
  if (line.startsWith("@@ -"))
    throw malformedPatch(patchLine, 'a hunk without "--- a/path" and "+++ b/path" lines above it.');
}

interface Section {
  readonly patch: FilePatch | undefined;
  readonly end: number;
}

function readSection(source: PatchLines, at: number): Section {
  const git = readGitHeader(source, at);
  const names = at + git.length;
  const named = isNamePair(source.lines, names);
  const patchLine = source.skipped + at + 1;
  if (/^(?:Binary files |GIT binary patch)/.test(source.lines[names] ?? "")) throw binaryPatch(patchLine);
  const { hunks, end } = named ? readHunks(source, names + 2) : { hunks: [], end: names };
  const pair = named
    ? withGitNames(namesOf(source.lines[names]!, source.lines[names + 1]!, source.skipped + names + 1), git)
    : git.names;
  if (pair === undefined)
    throw malformedPatch(
      patchLine,
      "the names of the file cannot be read.",
      'Add "--- a/path" and "+++ b/path" lines.',
    );
  return { patch: toFilePatch(git, pair, hunks, patchLine), end };
}

/** Beside /dev/null a name alone does not tell whether it has a prefix; git's own line has both. */
function withGitNames({ before, after }: DiffNames, { names }: GitHeader): DiffNames {
  if (before === undefined) return { before, after: names?.after ?? after };
  return after === undefined ? { before: names?.before ?? before, after } : { before, after };
}

function binaryPatch(patchLine: number): Error {
  return malformedPatch(
    patchLine,
    "binary patches cannot be applied.",
    "Leave the binary file out and patch text files only.",
  );
}

function toFilePatch(
  git: GitHeader,
  names: DiffNames,
  hunks: readonly Hunk[],
  patchLine: number,
): FilePatch | undefined {
  if (git.renamed !== undefined) {
    return { kind: "update", path: git.renamed.before, moveTo: git.renamed.after, hunks };
  }
  const { before, after } = names;
  if (after === undefined && before === undefined)
    throw malformedPatch(patchLine, "both names are /dev/null.");
  if (after === undefined || (git.deleted && before !== undefined))
    return { kind: "delete", path: before!, hunks };
  if (before === undefined || git.created)
    return {
      kind: "add",
      path: after,
      content: contentOf(hunks, after),
      ...(git.executable ? { executable: true } : {}),
    };
  if (before !== after && !isBackupName(before, after)) throw twoNames(before, after, patchLine);
  if (hunks.length > 0) return { kind: "update", path: after, hunks };
  if (git.modeOnly) return undefined;
  throw malformedPatch(
    patchLine,
    `the diff of ${after} has no hunks.`,
    "Each change begins with a line like @@ -1,3 +1,3 @@.",
  );
}

function contentOf(hunks: readonly Hunk[], path: string): string {
  let content = "";
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.sign !== "+")
        throw malformedPatch(hunk.patchLine, `${path} is a new file, so every line of it begins with "+".`);
      content += line.text + (line.missingNewline ? "" : "\n");
    }
  }
  return content;
}

function isBackupName(before: string, after: string): boolean {
  return [".orig", ".old", ".bak", "~"].some((ending) => before === after + ending);
}

function twoNames(before: string, after: string, patchLine: number): Error {
  return malformedPatch(
    patchLine,
    `"---" names ${before} and "+++" names ${after}.`,
    'Name the same file in both, or add "rename from" and "rename to" lines below a "diff --git" line.',
  );
}
