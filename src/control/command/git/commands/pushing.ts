import type { ProgramFacts } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import type { Word } from "../../simple-command.ts";
import { allOperands, has, valuesOf } from "../git-arguments.ts";
import type { GitCall, GitCommands } from "../git-call.ts";
import { gitFound, gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import { mayBeMain } from "../main-branch.ts";
import { isCurrentBranch } from "../object-name.ts";
import { REMOTE_OPTIONS } from "../options/remote-options.ts";
import { defaultRefspecs, type PushState, type Refspec, refspecsOf } from "../refspec.ts";
import { remoteProgram } from "../remote-address.ts";
import { leavesOutHooks } from "./editing.ts";

const PUSH = { options: gitOptions(REMOTE_OPTIONS.push), describe: push };

/** The commands that send commits away. */
export const PUSHING: GitCommands = { push: PUSH, "send-pack": PUSH, "http-push": PUSH };

function push(call: GitCall): ProgramFacts {
  const { args } = call;
  const [first, ...specs] = allOperands(args);
  const [repo] = valuesOf(args, "repo");
  const remote = first ?? repo;
  return allOf(
    { network: remote === undefined ? [] : [remote] },
    remoteProgram(remote),
    leavesOutHooks(call),
    gitFoundIf(has(args, "receive-pack", "exec"), "git.runs-program"),
    has(args, "dry-run") ? {} : whatHappensThere(call, specs),
  );
}

/** Without refspecs, or when some may come from elsewhere, it is whatever is usual or all there is. */
function whatHappensThere(call: GitCall, specs: readonly Word[]): ProgramFacts {
  const { args } = call;
  const { branch, remotePush } = call.surroundings.repository;
  const state = { branch, configured: remotePush };
  const isForced = has(args, "force", "force-with-lease") || has(args, "mirror");
  const deletes = has(args, "delete") || has(args, "mirror");
  if (has(args, "mirror", "all", "branches", "stdin"))
    return changes([EVERYTHING], { isForced, deletes: deletes || has(args, "prune") });
  const named = withoutTags(specs).flatMap((word) => specsOf(word, state));
  // Tags alone are no reason to push a branch.
  const isDefault = named.length === 0 && specs.length === 0 && !has(args, "tags");
  const usual = isDefault ? defaultRefspecs(state) : [];
  // Pruning deletes whatever the refspecs lead to and is not there any more.
  if (has(args, "prune"))
    return changes(named.length > 0 ? named : [EVERYTHING], { isForced, deletes: true });
  return changes([...named, ...usual], { isForced, deletes });
}

const EVERYTHING: Refspec = { source: "*", target: "*", isForced: false, deletes: false };

function changes(specs: readonly Refspec[], all: Pick<Refspec, "isForced" | "deletes">): ProgramFacts {
  return allOf(
    ...specs.map((spec) => {
      const isMain = mayBeMain(spec.target);
      const isClear = spec.target !== undefined && !spec.target.includes("*");
      if (spec.deletes || all.deletes)
        return gitFound(
          isMain ? (isClear ? "git.delete-main" : "git.force-push-unclear") : "git.delete-remote",
        );
      if (!spec.isForced && !all.isForced) return {};
      return gitFound(
        isMain ? (isClear ? "git.force-push-main" : "git.force-push-unclear") : "git.force-push",
      );
    }),
  );
}

/** Of a computed word only the beginning tells; what prints the name of the branch one is on stands for it. */
function specsOf(word: Word, state: PushState): readonly Refspec[] {
  const [, sign = "", rest = ""] = /^["']?(\+?)(.*)$/s.exec(word.source) ?? [];
  if (isCurrentBranch({ ...word, source: rest })) return refspecsOf(`${sign}HEAD`, state);
  if (word.text !== undefined) return refspecsOf(word.text, state);
  return [{ source: undefined, target: undefined, isForced: sign === "+", deletes: rest.startsWith(":") }];
}

/** `tag v1` is one refspec in two words. */
function withoutTags(specs: readonly Word[]): readonly Word[] {
  return specs.filter(({ text }, at) => text !== "tag" && specs[at - 1]?.text !== "tag");
}
