import type { ProgramFacts } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import { literal, partOf } from "../../programs/arguments/word.ts";
import type { Word } from "../../simple-command.ts";
import { allOperands, has, valuesOf } from "../git-arguments.ts";
import { type GitCall, type GitCommand, type GitCommands, placesOf } from "../git-call.ts";
import { gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import {
  BLAME_OPTIONS,
  DIFF_OPTIONS,
  GREP_OPTIONS,
  LOOK_OPTIONS,
  WALK_OPTIONS,
} from "../options/log-options.ts";

const HISTORY = gitOptions(WALK_OPTIONS, DIFF_OPTIONS);
const LOG: GitCommand = { options: HISTORY, describe: looksAtChanges };
const BLAME: GitCommand = {
  options: gitOptions(WALK_OPTIONS, DIFF_OPTIONS, BLAME_OPTIONS),
  describe: looksAtChanges,
};

/** The commands that only look, but can be told to write a file or to run a program. */
export const LOOKING: GitCommands = {
  log: LOG,
  show: LOG,
  diff: LOG,
  whatchanged: LOG,
  "rev-list": LOG,
  "diff-tree": LOG,
  "diff-index": LOG,
  "diff-files": LOG,
  "diff-pairs": LOG,
  blame: BLAME,
  annotate: BLAME,
  status: { options: gitOptions(LOOK_OPTIONS.status), describe: looksAtChanges },
  shortlog: { options: gitOptions(WALK_OPTIONS, LOOK_OPTIONS.shortlog), describe: looksAtChanges },
  "range-diff": {
    options: gitOptions(WALK_OPTIONS, DIFF_OPTIONS, LOOK_OPTIONS["range-diff"]),
    describe: looksAtChanges,
  },
  "cat-file": { options: gitOptions(LOOK_OPTIONS["cat-file"]), describe: catFile },
  grep: { options: gitOptions(GREP_OPTIONS), describe: grep },
  "format-patch": {
    options: gitOptions(WALK_OPTIONS, DIFF_OPTIONS, LOOK_OPTIONS["format-patch"]),
    describe: formatPatch,
  },
  archive: { options: gitOptions(LOOK_OPTIONS.archive), describe: archive },
};

/** What a command does that shows commits or differences. */
export function looksAtChanges(call: GitCall): ProgramFacts {
  const { args } = call;
  return allOf(gitFoundIf(has(args, "ext-diff", "textconv"), "git.runs-program"), {
    writes: placesOf(call, valuesOf(args, "output")),
    reads: placesOf(call, [
      ...allOperands(args).flatMap(fileIn),
      ...valuesOf(args, "-L")
        .filter(({ text }) => text?.includes(":"))
        .flatMap(fileIn),
      ...valuesOf(args, "-O", "contents", "ignore-revs-file"),
    ]),
  });
}

/** The file in `commit:file`; any other word may be a file or not. What is computed before `--` is taken for a commit. */
function fileIn(word: Word): readonly Word[] {
  if (word.text === undefined) return [];
  const colon = word.text.startsWith(":") ? -1 : word.text.lastIndexOf(":");
  if (colon >= 0) return [partOf(word, word.text.slice(colon + 1))];
  return word.text.startsWith(":")
    ? [partOf(word, word.text.replace(/^:(?:\([^)]*\)|\d:|[/!^]+)?/, ""))]
    : [word];
}

function catFile(call: GitCall): ProgramFacts {
  return allOf(gitFoundIf(has(call.args, "textconv", "filters"), "git.runs-program"), looksAtChanges(call));
}

function grep(call: GitCall): ProgramFacts {
  const { args } = call;
  const hasPattern = has(args, "-e", "-f");
  const words = hasPattern ? allOperands(args) : [...args.operands.slice(1), ...(args.paths ?? [])];
  return allOf(gitFoundIf(has(args, "open-files-in-pager", "textconv"), "git.runs-program"), {
    reads: placesOf(call, [...words.flatMap(fileIn), ...valuesOf(args, "-f")]),
  });
}

function formatPatch(call: GitCall): ProgramFacts {
  const { args } = call;
  const folders = valuesOf(args, "output-directory");
  const written = has(args, "stdout") ? [] : folders.length > 0 ? folders : [literal(".")];
  return allOf(looksAtChanges(call), {
    writes: placesOf(call, written),
    reads: placesOf(call, valuesOf(args, "signature-file", "description-file")),
  });
}

function archive(call: GitCall): ProgramFacts {
  const { args } = call;
  const remotes = valuesOf(args, "remote");
  return allOf(
    gitFoundIf(has(args, "exec"), "git.runs-program"),
    remotes.length > 0 ? { network: remotes } : {},
    { writes: placesOf(call, valuesOf(args, "output")), reads: placesOf(call, valuesOf(args, "add-file")) },
  );
}
