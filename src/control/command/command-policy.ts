import { Fault } from "../../kernel/index.ts";
import type { CommandVerdict } from "../policy/command-verdict.ts";
import { quoted } from "../policy/visible.ts";
import { commandsIn } from "./judge/commands-in.ts";
import { hear } from "./judge/hear.ts";
import type { Hearing } from "./judge/hearing.ts";
import { type Objection, strictestOf } from "./judge/objection.ts";
import type { DescribeProgram, Surroundings } from "./program-facts.ts";
import type { SimpleCommand } from "./simple-command.ts";
import { describeProgram } from "./programs/describe-program.ts";
import { BUILT_IN_RULES } from "./rules/built-in-rules.ts";
import type { CommandRule } from "./rules/command-rule.ts";
import { checkExamples } from "./rules/check-examples.ts";
import { ruleBook } from "./rules/rule-book.ts";

/** A verdict on one command among those that a command line runs. */
export interface ExplainedPart extends CommandVerdict {
  readonly part: string;
}

/** Judges command lines by what they would run. */
export interface CommandPolicy {
  /** The strictest verdict on anything the command would run. Never throws. */
  judge(command: string, cwd: string, surroundings: Surroundings): CommandVerdict;
  /** The verdict on each command in it, in the order in which they stand; the first may be about the text as a whole. */
  explain(command: string, cwd: string, surroundings: Surroundings): readonly ExplainedPart[];
  /** Every command that it runs, wrappers and what they run alike. */
  commands(command: string, cwd: string, surroundings: Surroundings): readonly SimpleCommand[];
}

/** What a policy is made of. */
export interface CommandPolicyOptions {
  /** What is known about programs; the usual ones unless told otherwise. */
  readonly describe?: DescribeProgram;
  /** The user's rules, on top of the built-in ones. */
  readonly rules?: readonly CommandRule[];
}

/** Builds a policy; a rule whose examples do not come out as they say is a fault that names it. */
export function createCommandPolicy(options: CommandPolicyOptions = {}): CommandPolicy {
  const { describe = describeProgram, rules: own = [] } = options;
  const rules = [...BUILT_IN_RULES, ...own];
  refuseDoubles(rules);
  for (const rule of rules) checkExamples(rule, describe);
  const rulesFor = ruleBook(rules);
  const listen = (
    command: string,
    cwd: string,
    surroundings: Surroundings,
    isHasty: boolean,
  ): Hearing["heard"] => {
    const hearing: Hearing = {
      describe,
      rulesFor,
      surroundings,
      facts: undefined,
      taints: undefined,
      written: undefined,
      heard: [],
      isHasty,
    };
    hear(command, cwd, hearing);
    return hearing.heard;
  };
  return {
    judge(command, cwd, surroundings) {
      return verdictOf(strictestIn(listen(command, cwd, surroundings, true)));
    },
    commands: (command, cwd, surroundings) => commandsIn(command, describe, { cwd, surroundings }),
    explain(command, cwd, surroundings) {
      return listen(command, cwd, surroundings, false).map(({ part, objections }) => ({
        ...verdictOf(strictestOf(objections)),
        part,
      }));
    },
  };
}

/** The first that forbids, or else the first that asks, among all that was heard. */
function strictestIn(heard: Hearing["heard"]): Objection | undefined {
  let asks: Objection | undefined;
  for (const { objections } of heard) {
    const strictest = strictestOf(objections);
    if (strictest?.verdict === "deny") return strictest;
    asks ??= strictest;
  }
  return asks;
}

function refuseDoubles(rules: readonly CommandRule[]): void {
  const names = rules.map(({ name }) => name);
  const double = names.find((name, at) => names.indexOf(name) !== at);
  if (double === undefined) return;
  throw new Fault("invalid_input", `There is more than one rule with the name ${quoted(double)}.`, {
    hint: "Give each rule a name of its own.",
  });
}

const HARMLESS: CommandVerdict = {
  verdict: "allow",
  rule: "harmless",
  reason: "everything it runs is known and stays in the workspace",
};

function verdictOf(objection: Objection | undefined): CommandVerdict {
  if (objection === undefined) return HARMLESS;
  const { verdict, rule, reason, part } = objection;
  return { verdict, rule, reason, part };
}
