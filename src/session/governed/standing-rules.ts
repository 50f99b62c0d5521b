import {
  type ApprovalRule,
  canonicalDigest,
  matchesRule,
  type RuledCall,
  sentenceOf,
} from "../../control/index.ts";
import { faultInfoOf } from "../../kernel/index.ts";

/** What a person has said yes to once and for all. */
export interface StandingRules {
  /** The rule that answers the question about a call, as a sentence. */
  covering(call: RuledCall): string | undefined;
  /** Takes a new rule in and has it kept; says what went wrong with keeping it. */
  add(rule: ApprovalRule): Promise<string | undefined>;
}

/** Has a rule written where the person who made it can read it. */
export type KeepRule = (rule: ApprovalRule) => Promise<void>;

/** The rules of a session: those it began with and those made while it runs. */
export function createStandingRules(
  first: readonly ApprovalRule[],
  keep: KeepRule | undefined,
): StandingRules {
  const rules = new Map(first.map((rule) => [canonicalDigest(rule), rule]));
  return {
    covering: (call) => {
      const rule = [...rules.values()].find((each) => matchesRule(each, call));
      return rule === undefined ? undefined : sentenceOf(rule);
    },
    add: async (rule) => {
      rules.set(canonicalDigest(rule), rule);
      try {
        await keep?.(rule);
        return undefined;
      } catch (error) {
        return `the rule could not be kept: ${faultInfoOf(error).message}`;
      }
    },
  };
}
