import type { ProgramFacts } from "../../program-facts.ts";
import { allOf, found } from "../../programs/arguments/facts.ts";
import { literal } from "../../programs/arguments/word.ts";
import { secretNames, secretTexts } from "../committed-secrets.ts";
import { allOperands, has, hasNo, valuesOf } from "../git-arguments.ts";
import { type GitCall, type GitCommands, placesOf } from "../git-call.ts";
import { gitFound, gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import { DIFF_OPTIONS, WALK_OPTIONS } from "../options/log-options.ts";
import { TREE_OPTIONS } from "../options/tree-options.ts";
import { withVerbs } from "../verbs.ts";
import { choosesParts, opensEditor } from "./editing.ts";
import { messageFiles } from "./committing.ts";
import { looksAtChanges } from "./looking.ts";

/** The commands that keep, move and clear away what the repository holds. */
export const STORAGE: GitCommands = {
  stash: withVerbs({
    options: gitOptions(WALK_OPTIONS, DIFF_OPTIONS, TREE_OPTIONS.stash),
    bare: choosesParts,
    verbs: {
      push: choosesParts,
      save: choosesParts,
      pop: nothing,
      apply: nothing,
      branch: nothing,
      create: nothing,
      store: nothing,
      list: looksAtChanges,
      show: looksAtChanges,
      drop: () => gitFound("git.discard-work"),
      clear: () => gitFound("git.discard-work"),
      export: () => gitFound("git.plumbing"),
      import: () => gitFound("git.plumbing"),
    },
  }),
  worktree: withVerbs({
    options: gitOptions(TREE_OPTIONS.worktree),
    bare: nothing,
    verbs: {
      list: nothing,
      prune: nothing,
      lock: nothing,
      unlock: nothing,
      repair: (call) => ({ writes: placesOf(call, allOperands(call.args)) }),
      move: (call) => ({ writes: placesOf(call, allOperands(call.args)) }),
      add: (call) =>
        allOf(gitFoundIf(has(call.args, "-B"), "git.move-ref"), {
          writes: placesOf(call, allOperands(call.args).slice(0, 1)),
        }),
      remove: (call) =>
        allOf(gitFoundIf(has(call.args, "force"), "git.discard-work"), {
          deletes: placesOf(call, allOperands(call.args)),
        }),
    },
  }),
  reflog: withVerbs({
    options: gitOptions(WALK_OPTIONS, DIFF_OPTIONS, TREE_OPTIONS.reflog),
    bare: looksAtChanges,
    hasOperands: true,
    verbs: {
      show: looksAtChanges,
      list: nothing,
      exists: nothing,
      expire: forGood,
      delete: forGood,
      drop: forGood,
      write: () => gitFound("git.plumbing"),
    },
  }),
  notes: withVerbs({
    options: gitOptions(TREE_OPTIONS.notes),
    bare: nothing,
    verbs: {
      list: nothing,
      show: nothing,
      "get-ref": nothing,
      copy: nothing,
      add: note,
      append: note,
      edit: note,
      merge: () => gitFound("git.plumbing"),
      remove: () => gitFound("git.move-ref"),
      prune: () => gitFound("git.move-ref"),
    },
  }),
  gc: { options: gitOptions(TREE_OPTIONS.gc), describe: collect },
  prune: { options: gitOptions(TREE_OPTIONS.prune), describe: forGood },
  init: { options: gitOptions(TREE_OPTIONS.init), describe: init },
  "update-index": { options: gitOptions(TREE_OPTIONS["update-index"]), describe: updateIndex },
};

function nothing(): ProgramFacts {
  return {};
}

function forGood({ args }: GitCall): ProgramFacts {
  return gitFoundIf(!has(args, "dry-run"), "git.destroy-history");
}

function note(call: GitCall): ProgramFacts {
  const { args } = call;
  const hasText = has(args, "message", "file", "reuse-message") && !has(args, "edit", "reedit-message");
  return allOf(
    opensEditor(call, !hasText && !hasNo(args, "edit")),
    { findings: secretTexts(valuesOf(args, "message")) },
    messageFiles(call, valuesOf(args, "file")),
  );
}

/** Loose ends are kept for two weeks unless told otherwise. */
function collect({ args }: GitCall): ProgramFacts {
  const dates = valuesOf(args, "prune");
  return gitFoundIf(
    dates.some(
      ({ text }) =>
        text === undefined || !/^(?:never|(?:[2-9]|\d{2,})[. ](?:weeks?|months?|years?)[. ]ago)$/.test(text),
    ),
    "git.destroy-history",
  );
}

function init(call: GitCall): ProgramFacts {
  const { args } = call;
  const [folder = literal(".")] = allOperands(args);
  const isOpened = valuesOf(args, "shared").some(
    ({ text = "" }) => !/^(?:group|true|umask|false|0?6[0-6]0)$/.test(text),
  );
  return allOf(
    gitFoundIf(has(args, "template", "separate-git-dir"), "git.other-settings"),
    isOpened ? found("mode.world") : {},
    {
      writes: placesOf(call, [folder, ...valuesOf(args, "separate-git-dir")]),
    },
  );
}

function updateIndex(call: GitCall): ProgramFacts {
  const { args } = call;
  const isOrdinary = args.options.every(({ name }) =>
    ["refresh", "really-refresh", "quiet", "chmod", "unmerged"].includes(name),
  );
  return allOf({ findings: secretNames(call, allOperands(args)) }, gitFoundIf(!isOrdinary, "git.plumbing"));
}
