import { ALLOW, type Decision } from "../decision.ts";

type Deny = Extract<Decision, { readonly verdict: "deny" }>;
type Ask = Extract<Decision, { readonly verdict: "ask" }>;

/**
 * The one decision that honours all of them: deny before ask before allow.
 * Contract: neither order nor grouping matters; every reason to ask and every mark is kept, one a line.
 */
export function strictest(decisions: readonly Decision[]): Decision {
  if (decisions.every((decision) => decision === ALLOW)) return ALLOW;
  const denials = decisions.filter((decision): decision is Deny => decision.verdict === "deny");
  if (denials.length > 0) return denials.reduce(firstDenial);
  const questions = decisions.filter((decision): decision is Ask => decision.verdict === "ask");
  const marks = linesOf(decisions.map(markOf));
  const marked = marks === "" ? {} : { mark: marks };
  if (questions.length === 0) return { verdict: "allow", ...marked };
  const always = questions.some(({ everyTime }) => everyTime === true) ? { everyTime: true as const } : {};
  return { verdict: "ask", reason: linesOf(questions.map(({ reason }) => reason)), ...marked, ...always };
}

/** In the order of the call path, so that the outcome is the one its first objecting step would have given. */
const CODES: readonly Deny["code"][] = [
  "denied_scope",
  "denied_mode",
  "denied_policy",
  "denied_trust",
  "denied_proof",
];

function firstDenial(a: Deny, b: Deny): Deny {
  const order =
    CODES.indexOf(a.code) - CODES.indexOf(b.code) ||
    compareTexts(a.reason, b.reason) ||
    compareTexts(a.hint ?? "", b.hint ?? "");
  return order <= 0 ? a : b;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function markOf(decision: Decision): string {
  return decision.verdict === "deny" ? "" : (decision.mark ?? "");
}

function linesOf(texts: readonly string[]): string {
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line !== "");
  return [...new Set(lines)].toSorted(compareTexts).join("\n");
}
