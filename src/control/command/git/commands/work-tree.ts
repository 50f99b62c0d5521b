import { resolve } from "node:path";
import type { ProgramFacts } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import type { Word } from "../../simple-command.ts";
import { allOperands, has } from "../git-arguments.ts";
import { type GitCall, type GitCommands, placesOf } from "../git-call.ts";
import { gitFound, gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import { meansPath } from "../means-path.ts";
import { TREE_OPTIONS } from "../options/tree-options.ts";
import { choosesParts } from "./editing.ts";

/** The commands that change the files of the work tree. */
export const WORK_TREE: GitCommands = {
  checkout: { options: gitOptions(TREE_OPTIONS.checkout), describe: checkout },
  switch: { options: gitOptions(TREE_OPTIONS.switch), describe: switchBranch },
  restore: { options: gitOptions(TREE_OPTIONS.restore), describe: restore },
  reset: { options: gitOptions(TREE_OPTIONS.reset), describe: reset },
  clean: { options: gitOptions(TREE_OPTIONS.clean), describe: clean },
  rm: { options: gitOptions(TREE_OPTIONS.rm), describe: remove },
  mv: { options: gitOptions(TREE_OPTIONS.mv), describe: move },
};

function checkout(call: GitCall): ProgramFacts {
  const { args } = call;
  return allOf(
    choosesParts(call),
    gitFoundIf(
      has(args, "force", "ours", "theirs", "pathspec-from-file") || checksOutFiles(call),
      "git.discard-work",
    ),
    gitFoundIf(has(args, "-B"), "git.move-ref"),
  );
}

/** Files are named after `--`, after a commit, or alone where no branch has that name. */
function checksOutFiles({ args, surroundings }: GitCall): boolean {
  if ((args.paths?.length ?? 0) > 0) return true;
  if (args.paths !== undefined || has(args, "-b", "-B", "orphan", "detach", "track")) return false;
  const [first, second] = args.operands;
  return second !== undefined || (first !== undefined && meansPath(first, surroundings.repository.refs));
}

function switchBranch({ args }: GitCall): ProgramFacts {
  return allOf(
    gitFoundIf(has(args, "force", "discard-changes"), "git.discard-work"),
    gitFoundIf(has(args, "force-create"), "git.move-ref"),
  );
}

function restore(call: GitCall): ProgramFacts {
  const { args } = call;
  const isIndexOnly = has(args, "staged") && !has(args, "worktree");
  return allOf(choosesParts(call), gitFoundIf(!isIndexOnly, "git.discard-work"));
}

function reset(call: GitCall): ProgramFacts {
  const { args, surroundings } = call;
  if (has(args, "hard", "merge", "keep")) return gitFound("git.discard-work");
  const [first] = args.operands;
  const isPart = args.operands.length > 1 || (args.paths?.length ?? 0) > 0 || has(args, "pathspec-from-file");
  const staysHere = first === undefined || isHead(first) || meansPath(first, surroundings.repository.refs);
  return allOf(choosesParts(call), gitFoundIf(!isPart && !staysHere, "git.rewrite-history"));
}

function isHead({ text }: Word): boolean {
  return text === "HEAD" || text === "@";
}

function clean(call: GitCall): ProgramFacts {
  const { args } = call;
  return allOf(choosesParts(call), gitFoundIf(!has(args, "dry-run"), "git.discard-work"));
}

function remove(call: GitCall): ProgramFacts {
  const { args } = call;
  if (has(args, "dry-run", "cached")) return {};
  const places = placesOf(call, allOperands(args));
  // Of the whole work tree only what is committed goes, and the repository stays.
  const named = places.filter((place) => !isWhole(place, call));
  const isMuch = named.length < places.length || has(args, "force", "pathspec-from-file");
  return allOf(gitFoundIf(isMuch, "git.discard-work"), { deletes: named });
}

function isWhole({ text }: Word, { command, surroundings }: GitCall): boolean {
  return text !== undefined && resolve(command.cwd ?? "/", text) === resolve(surroundings.workspace);
}

function move(call: GitCall): ProgramFacts {
  const { args } = call;
  if (has(args, "dry-run")) return {};
  return allOf(gitFoundIf(has(args, "force"), "git.discard-work"), {
    writes: placesOf(call, allOperands(args)),
  });
}
