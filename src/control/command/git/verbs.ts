import type { ProgramFacts } from "../program-facts.ts";
import { allOf } from "../programs/arguments/facts.ts";
import { gitArguments } from "./git-arguments.ts";
import type { DescribeGitCommand, GitCall, GitCommand } from "./git-call.ts";
import { gitFound } from "./git-findings.ts";
import type { GitOptions } from "./git-options.ts";
import { doubtsOf } from "./doubts-of.ts";

/** How a command with verbs of its own is put together. */
export interface Verbs {
  readonly options: GitOptions;
  /** What each verb does; those that only look have their own options and doubts. */
  readonly verbs: Readonly<Record<string, DescribeGitCommand>>;
  /** What it does without a verb. */
  readonly bare: DescribeGitCommand;
  /** Whether a word that is no verb is an operand of what it does without one. */
  readonly hasOperands?: boolean;
}

/** What may stand in front of a verb; any other option means that there is none. */
const BEFORE_VERB = /^(?:-v|--verbose|-q|--quiet|--cached|--ref=.*)$/;

/** Describes a command whose first operand says what it does, as `git stash pop`. */
export function withVerbs({ options, verbs, bare, hasOperands = false }: Verbs): GitCommand {
  return {
    options: undefined,
    describe: (call) => {
      const at = call.words.findIndex(({ text }) => text === undefined || !BEFORE_VERB.test(text));
      const verb = at < 0 ? undefined : call.words[at];
      if (verb?.text?.startsWith("-") ?? verb === undefined) return described(call, call.words, bare);
      if (verb?.text === undefined) return gitFound("git.unclear");
      const known = Object.hasOwn(verbs, verb.text) ? verbs[verb.text] : undefined;
      if (known === undefined)
        return hasOperands ? described(call, call.words, bare) : gitFound("git.unknown-command");
      return described(call, [...call.words.slice(0, at), ...call.words.slice(at + 1)], known);
    },
  };

  function described(call: GitCall, words: GitCall["words"], describe: DescribeGitCommand): ProgramFacts {
    const args = gitArguments(words, options);
    return allOf(doubtsOf(args), describe({ ...call, words, args }));
  }
}
