import {
  type ApprovalRule,
  canonicalDigest,
  type CommandRule,
  matchesRule,
  ruleFor,
  sentenceOf,
} from "../../control/index.ts";
import { commandRuleFor, type Shape, shapesIn } from "./command-shape.ts";
import type { PolicyJudge } from "./open-judge.ts";
import type { ReplayedCall } from "./replay-call.ts";

/** A rule that would have saved questions, as a person reads it and as a configuration says it. */
export interface Proposal {
  /** Questions that it alone would have saved, beside those of the proposals before it. */
  readonly saves: number;
  readonly sentence: string;
  readonly config:
    | { readonly rules: readonly ApprovalRule[] }
    | { readonly commands: { readonly rules: readonly CommandRule[] } };
}

/** Finds the fewest, narrowest rules that would have answered what was asked, those that save most first. */
export async function proposeRules(
  calls: readonly ReplayedCall[],
  judge: PolicyJudge,
  redact: (text: string) => string,
): Promise<readonly Proposal[]> {
  const asked = calls.filter(isAsked).slice(0, MOST_ASKED);
  const never = calls.filter((call) => isNever(call));
  const candidates = [...approvalCandidates(asked, never), ...(await commandCandidates(asked, never, judge))];
  return greedily(candidates.filter((candidate) => !holdsSecret(candidate, redact)));
}

/** To compare every rule with every call takes the square of this. */
const MOST_ASKED = 1000;
const MOST_SHAPES = 100;
const MOST_PROPOSED = 10;

function isAsked({ judged: { decision, byRule } }: ReplayedCall): boolean {
  return decision.verdict === "ask" && decision.everyTime !== true && byRule === undefined;
}

/** What no rule is to answer, not even by accident. */
function isNever({ judged: { decision } }: ReplayedCall): boolean {
  return decision.verdict === "deny" || (decision.verdict === "ask" && decision.everyTime === true);
}

interface Candidate extends Omit<Proposal, "saves"> {
  readonly covers: ReadonlySet<ReplayedCall>;
}

/** The rules that a person would have been offered with each question. */
function approvalCandidates(
  asked: readonly ReplayedCall[],
  never: readonly ReplayedCall[],
): readonly Candidate[] {
  const rules = asked.flatMap(({ judged }) => ruleFor(judged.ruled) ?? []);
  const distinct = [...new Map(rules.map((rule) => [canonicalDigest(rule), rule])).values()];
  return distinct
    .filter((rule) => !never.some(({ judged }) => matchesRule(rule, judged.ruled)))
    .map((rule) => ({
      sentence: sentenceOf(rule),
      config: { rules: [rule] },
      covers: new Set(asked.filter(({ judged }) => matchesRule(rule, judged.ruled))),
    }));
}

/** Rules about programs that nobody knows; whether one answers a question, the policy itself says. */
async function commandCandidates(
  asked: readonly ReplayedCall[],
  never: readonly ReplayedCall[],
  judge: PolicyJudge,
): Promise<readonly Candidate[]> {
  const found = await callsByShape(asked, "ask", judge);
  const programs = [...found.values()].map(({ shape }) => shape.program);
  const related = never.filter((call) => programs.some((name) => commandOf(call)?.includes(name)));
  const refused = await callsByShape(related, "deny", judge);
  const wanted = [...found.values()]
    .filter(({ shape }) => !refused.has(shape.text))
    .toSorted((a, b) => b.calls.size - a.calls.size)
    .slice(0, MOST_SHAPES);
  const candidates: Candidate[] = [];
  for (const { shape, calls } of wanted) candidates.push(...(await candidatesFor(shape, calls, judge)));
  return candidates;
}

interface ShapedCalls {
  readonly shape: Shape;
  readonly calls: Set<ReplayedCall>;
}

/** One after the other, since each may have to ask git. */
async function callsByShape(
  calls: readonly ReplayedCall[],
  verdict: "ask" | "deny",
  judge: PolicyJudge,
): Promise<ReadonlyMap<string, ShapedCalls>> {
  const byShape = new Map<string, ShapedCalls>();
  for (const call of calls) {
    const command = commandOf(call);
    if (command === undefined) continue;
    for (const shape of shapesIn(await judge.explainCommand(command), verdict)) {
      const entry = byShape.get(shape.text) ?? { shape, calls: new Set() };
      byShape.set(shape.text, entry);
      entry.calls.add(call);
    }
  }
  return byShape;
}

function commandOf({ judged: { touches } }: ReplayedCall): string | undefined {
  const [touch, ...others] = touches;
  const isHere = touch?.kind === "command" && touch.cwd === undefined && others.length === 0;
  return isHere ? touch.command : undefined;
}

async function candidatesFor(
  shape: Shape,
  calls: ReadonlySet<ReplayedCall>,
  judge: PolicyJudge,
): Promise<readonly Candidate[]> {
  const rule = commandRuleFor(shape);
  const judgeWith = tryJudge(rule, judge);
  if (judgeWith === undefined) return [];
  const covers = new Set<ReplayedCall>();
  for (const call of calls) {
    const { verdict } = await judgeWith(commandOf(call) ?? "");
    if (verdict === "allow") covers.add(call);
  }
  const sentence = `Always run ${JSON.stringify(shape.text)} without a question, whatever arguments follow.`;
  return [{ sentence, config: { commands: { rules: [rule] } }, covers }];
}

/** A rule of that name may be there already. */
function tryJudge(rule: CommandRule, judge: PolicyJudge) {
  try {
    return judge.judgeCommandWith(rule);
  } catch {
    return undefined;
  }
}

function holdsSecret({ config }: Candidate, redact: (text: string) => string): boolean {
  const text = JSON.stringify(config);
  return redact(text) !== text;
}

/** One after the other, each counted by what those before it leave; of two that save the same, the narrower. */
function greedily(candidates: readonly Candidate[]): readonly Proposal[] {
  const proposals: Proposal[] = [];
  const left = new Set(candidates);
  const saved = new Set<ReplayedCall>();
  while (proposals.length < MOST_PROPOSED) {
    const ranked = [...left].map((candidate) => ({ candidate, saves: savedBy(candidate, saved) }));
    const best = ranked.toSorted(
      (a, b) => b.saves - a.saves || a.candidate.covers.size - b.candidate.covers.size || width(a) - width(b),
    )[0];
    if (best === undefined || best.saves === 0) break;
    const { candidate, saves } = best;
    left.delete(candidate);
    for (const call of candidate.covers) saved.add(call);
    proposals.push({ saves, sentence: candidate.sentence, config: candidate.config });
  }
  return proposals;
}

function savedBy({ covers }: Candidate, saved: ReadonlySet<ReplayedCall>): number {
  return [...covers].reduce((sum, call) => sum + (saved.has(call) ? 0 : call.times), 0);
}

/** Exactly what was asked is narrower than a kind of command. */
function width({ candidate: { config } }: { readonly candidate: Candidate }): number {
  return "rules" in config ? 0 : 1;
}
