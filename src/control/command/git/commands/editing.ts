import type { ProgramFacts } from "../../program-facts.ts";
import { has, hasNo, valuesOf } from "../git-arguments.ts";
import type { GitCall } from "../git-call.ts";
import { gitFound, gitFoundIf } from "../git-findings.ts";

/** Says that an editor opens, unless it is one that leaves the text as it is. */
export function opensEditor({ hasQuietEditor }: GitCall, isSo = true): ProgramFacts {
  return gitFoundIf(isSo && !hasQuietEditor, "git.editor");
}

/** Says that parts are chosen at a terminal. */
export function choosesParts({ args }: GitCall): ProgramFacts {
  return gitFoundIf(has(args, "patch", "interactive"), "git.interactive");
}

/** Says that the hooks are left out. */
export function leavesOutHooks({ args }: GitCall): ProgramFacts {
  return gitFoundIf(hasNo(args, "verify", "post-rewrite"), "git.skip-hooks");
}

/** Says that a strategy is a program of its own. */
export function foreignStrategy({ args }: GitCall): ProgramFacts {
  const isForeign = valuesOf(args, "strategy").some(
    ({ text }) => text === undefined || !STRATEGIES.has(text),
  );
  return gitFoundIf(isForeign, "git.runs-program");
}

const STRATEGIES: ReadonlySet<string> = new Set([
  "ort",
  "recursive",
  "resolve",
  "octopus",
  "ours",
  "subtree",
]);

/** Says what going on with something half done, or giving it up, leads to. */
export function afterStop({ args, hasQuietEditor }: GitCall): ProgramFacts {
  if (has(args, "abort")) return gitFound("git.discard-work");
  return gitFoundIf(has(args, "continue") && !hasQuietEditor && !hasNo(args, "edit"), "git.may-edit");
}
