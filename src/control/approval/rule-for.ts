import { dirname } from "node:path";
import type { ApprovalRule, RuleClause } from "./approval.ts";
import type { ExaminedTouch, PathTouch } from "../policy/examine-touches.ts";
import { quotedWhole, visible } from "../policy/visible.ts";
import { isPlainTouch } from "./is-plain-touch.ts";

/** What a rule is made of or compared with. */
export interface RuledCall {
  readonly tool: string;
  readonly definition: string;
  readonly cwd: string;
  /** The real roots of the session. */
  readonly roots: readonly string[];
  readonly touches: readonly ExaminedTouch[];
}

/**
 * The narrowest rule that is still useful: the same tool in the same folder or on the same host, or this exact command;
 * undefined where it would be too long for a person to read.
 */
export function ruleFor(call: RuledCall): ApprovalRule | undefined {
  const { tool, cwd, definition, touches } = call;
  const when = distinct(touches.map((touch) => clauseFor(touch, call)));
  const rule: ApprovalRule = when.length === 0 ? { tool, cwd, definition, when } : { tool, cwd, when };
  return sentenceOf(rule).length > MOST_READ ? undefined : rule;
}

const MOST_READ = 1000;

/** Says what a rule allows, for the person who is about to make it. */
export function sentenceOf({ tool, cwd, when }: ApprovalRule): string {
  const start = `In ${quotedWhole(cwd)}, always allow ${visible(tool)}`;
  return when.length === 0
    ? `${start}, whatever its arguments, until its definition changes.`
    : `${start} to ${when.map(clauseText).join(", and to ")}.`;
}

function clauseFor(touch: ExaminedTouch, call: RuledCall): RuleClause {
  switch (touch.kind) {
    case "path":
      return pathClause(touch, call);
    case "command":
      return { kind: "command", command: touch.command, ...(touch.cwd !== undefined && { cwd: touch.cwd }) };
    case "url":
      return isPlainTouch(touch, call.roots) && touch.verdict.verdict !== "block"
        ? { kind: "host", host: touch.verdict.target.host, port: touch.verdict.target.port }
        : { kind: "url", url: touch.url };
  }
}

/** A whole root is too much for a rule made in passing; what is sensitive or outside is named one by one. */
function pathClause(touch: PathTouch, { roots }: RuledCall): RuleClause {
  const { op, spelled, real = spelled } = touch;
  const folder = dirname(real);
  return isPlainTouch(touch, roots) && !roots.includes(folder)
    ? { kind: "folder", path: folder, op }
    : { kind: "file", path: real, op };
}

function distinct(clauses: readonly RuleClause[]): readonly RuleClause[] {
  return [...new Map(clauses.map((clause) => [JSON.stringify(clause), clause])).values()];
}

function clauseText(clause: RuleClause): string {
  switch (clause.kind) {
    case "file":
      return `${clause.op} ${quotedWhole(clause.path)}`;
    case "folder":
      return `${clause.op} any file below ${quotedWhole(clause.path)} that is not sensitive`;
    case "command":
      return `run exactly ${quotedWhole(clause.command)}${clause.cwd === undefined ? "" : ` in ${quotedWhole(clause.cwd)}`}`;
    case "url":
      return `fetch exactly ${quotedWhole(clause.url)}`;
    case "host":
      return `fetch from ${quotedWhole(clause.host)} on port ${clause.port}`;
  }
}
