import type { ProgramFacts } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import { secretTexts } from "../committed-secrets.ts";
import { allOperands, has, hasNo, valuesOf } from "../git-arguments.ts";
import type { GitCall, GitCommands } from "../git-call.ts";
import { gitFound, gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import { namesMain } from "../main-branch.ts";
import { COMMIT_OPTIONS } from "../options/commit-options.ts";
import { TREE_OPTIONS } from "../options/tree-options.ts";
import { messageFiles } from "./committing.ts";
import { opensEditor } from "./editing.ts";

/** The commands that name commits: branches, tags and what lies under them. */
export const NAMES: GitCommands = {
  branch: { options: gitOptions(TREE_OPTIONS.branch), describe: branch },
  tag: { options: gitOptions(COMMIT_OPTIONS.tag), describe: tag },
  "update-ref": { options: gitOptions(TREE_OPTIONS["update-ref"]), describe: updateRef },
  "symbolic-ref": { options: gitOptions(TREE_OPTIONS["symbolic-ref"]), describe: symbolicRef },
};

function branch(call: GitCall): ProgramFacts {
  const { args } = call;
  const names = allOperands(args);
  if (has(args, "edit-description")) return opensEditor(call);
  if (has(args, "set-upstream-to", "set-upstream", "unset-upstream")) return gitFound("git.tracking");
  if (has(args, "delete", "-D")) {
    const isForced = has(args, "-D", "force") || names.some(({ text }) => text === undefined);
    // A local copy of a remote branch comes back with the next fetch.
    const isLocal = !has(args, "remotes");
    return allOf(
      gitFoundIf(isLocal && namesMain(names), "git.delete-main"),
      gitFoundIf(isForced, "git.move-ref"),
    );
  }
  const renamesMain = has(args, "move") && namesMain(names.slice(0, 1));
  return gitFoundIf(has(args, "force", "-M", "-C") || renamesMain, "git.move-ref");
}

function tag(call: GitCall): ProgramFacts {
  const { args } = call;
  if (
    has(args, "list", "verify", "-n", "contains", "merged", "points-at") ||
    hasNo(args, "contains", "merged")
  )
    return {};
  const isDescribed = has(args, "annotate", "sign", "local-user");
  const hasMessage = has(args, "message", "file");
  return allOf(
    opensEditor(call, has(args, "edit") || (isDescribed && !hasMessage)),
    gitFoundIf(has(args, "delete", "force"), "git.move-ref"),
    { findings: secretTexts(valuesOf(args, "message", "trailer")) },
    messageFiles(call, valuesOf(args, "file")),
  );
}

function updateRef({ args }: GitCall): ProgramFacts {
  const names = allOperands(args).slice(0, 1);
  return allOf(gitFound("git.move-ref"), gitFoundIf(has(args, "-d") && namesMain(names), "git.delete-main"));
}

function symbolicRef({ args }: GitCall): ProgramFacts {
  return gitFoundIf(has(args, "delete") || allOperands(args).length > 1, "git.move-ref");
}
