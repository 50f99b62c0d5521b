import type { ProgramFacts } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import { patchedFiles } from "../../programs/writing/patched-files.ts";
import { secretTexts } from "../committed-secrets.ts";
import { allOperands, has, valuesOf } from "../git-arguments.ts";
import { type GitCall, type GitCommands, placesOf } from "../git-call.ts";
import { gitFound, gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import { COMMIT_OPTIONS } from "../options/commit-options.ts";
import { messageFiles } from "./committing.ts";
import { afterStop, choosesParts, foreignStrategy, leavesOutHooks, opensEditor } from "./editing.ts";

/** The commands that bring commits together, replay or undo them. */
export const HISTORY: GitCommands = {
  merge: { options: gitOptions(COMMIT_OPTIONS.merge), describe: merge },
  rebase: { options: gitOptions(COMMIT_OPTIONS.rebase), describe: rebase },
  "cherry-pick": { options: gitOptions(COMMIT_OPTIONS["cherry-pick"]), describe: replay },
  revert: { options: gitOptions(COMMIT_OPTIONS.revert), describe: replay },
  am: { options: gitOptions(COMMIT_OPTIONS.am), describe: am },
  apply: { options: gitOptions(COMMIT_OPTIONS.apply), describe: apply },
};

function merge(call: GitCall): ProgramFacts {
  return allOf(
    replay(call),
    { findings: secretTexts(valuesOf(call.args, "message")) },
    messageFiles(call, valuesOf(call.args, "file")),
  );
}

/** Without a terminal, only `--edit` opens an editor. */
function replay(call: GitCall): ProgramFacts {
  return allOf(
    leavesOutHooks(call),
    opensEditor(call, has(call.args, "edit")),
    afterStop(call),
    foreignStrategy(call),
  );
}

function rebase(call: GitCall): ProgramFacts {
  const { args } = call;
  const always = allOf(
    choosesParts(call),
    gitFoundIf(has(args, "edit-todo"), "git.interactive"),
    leavesOutHooks(call),
  );
  if (has(args, "show-current-patch", "quit")) return always;
  return allOf(always, afterStop(call), foreignStrategy(call), gitFound("git.rewrite-history"), {
    runs: valuesOf(args, "exec").map((text) => ({ kind: "script", text })),
  });
}

function am(call: GitCall): ProgramFacts {
  return allOf(
    choosesParts(call),
    leavesOutHooks(call),
    gitFoundIf(has(call.args, "abort"), "git.discard-work"),
    {
      reads: placesOf(call, allOperands(call.args)),
      writes: placesOf(call, patchedFiles(call.command.input)),
    },
  );
}

function apply(call: GitCall): ProgramFacts {
  return allOf(gitFoundIf(has(call.args, "unsafe-paths"), "git.outside"), {
    reads: placesOf(call, allOperands(call.args)),
    writes: placesOf(call, [
      ...valuesOf(call.args, "build-fake-ancestor", "directory"),
      ...(has(call.args, "check", "stat", "numstat", "summary") ? [] : patchedFiles(call.command.input)),
    ]),
  });
}
