import type { ApprovalRule, RuleClause } from "./approval.ts";
import type { ExaminedTouch } from "../policy/examine-touches.ts";
import { isBelow } from "../policy/is-within.ts";
import { isPlainTouch } from "./is-plain-touch.ts";
import type { RuledCall } from "./rule-for.ts";

/** Tells whether a person's rule answers the question about this call; what is denied stays denied. */
export function matchesRule(rule: ApprovalRule, call: RuledCall): boolean {
  if (rule.tool !== call.tool || rule.cwd !== call.cwd) return false;
  if (rule.definition !== undefined && rule.definition !== call.definition) return false;
  // A rule about what is touched says nothing about calls that touch nothing by name, and the reverse.
  if ((rule.when.length === 0) !== (call.touches.length === 0)) return false;
  if (rule.when.length === 0 && rule.definition === undefined) return false;
  return call.touches.every((touch) => rule.when.some((clause) => covers(clause, touch, call.roots)));
}

function covers(clause: RuleClause, touch: ExaminedTouch, roots: readonly string[]): boolean {
  switch (clause.kind) {
    case "file":
      return touch.kind === "path" && touch.op === clause.op && touch.real === clause.path;
    case "folder":
      return (
        touch.kind === "path" &&
        touch.op === clause.op &&
        isBelow(touch.real ?? "/", clause.path) &&
        isPlainTouch(touch, roots)
      );
    case "command":
      return touch.kind === "command" && touch.command === clause.command && touch.cwd === clause.cwd;
    case "url":
      return touch.kind === "url" && touch.url === clause.url;
    case "host":
      return touch.kind === "url" && isPlainTouch(touch, roots) && leadsTo(touch, clause);
  }
}

function leadsTo(
  { verdict }: Extract<ExaminedTouch, { readonly kind: "url" }>,
  { host, port }: Extract<RuleClause, { readonly kind: "host" }>,
): boolean {
  return verdict.verdict === "allow" && verdict.target.host === host && verdict.target.port === port;
}
