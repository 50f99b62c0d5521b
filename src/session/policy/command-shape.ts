import type { CommandRule, ExplainedPart } from "../../control/index.ts";

/** A program and the first word behind it, such as `bosun check`. */
export interface Shape {
  readonly program: string;
  readonly word: string;
  readonly text: string;
}

/** The shapes of commands that got a verdict; of those asked about, only where nobody knows the program. */
export function shapesIn(parts: readonly ExplainedPart[], verdict: "ask" | "deny"): readonly Shape[] {
  return parts.flatMap((part) =>
    part.verdict === verdict && (verdict === "deny" || UNKNOWN.includes(part.rule)) ? shapeOf(part.part) : [],
  );
}

const UNKNOWN: readonly string[] = ["program.unknown", "program.unknown-command"];

/** Plain words only: what is quoted, computed or a path is too much for a rule made in passing. */
function shapeOf(part: string): readonly Shape[] {
  const [, program, word] = /^([A-Za-z0-9][\w.+-]*) +([A-Za-z][\w:-]*)(?=\s|$)/.exec(part) ?? [];
  return program === undefined || word === undefined ? [] : [{ program, word, text: `${program} ${word}` }];
}

/** The rule that lets commands of a shape run unasked; what is forbidden stays so. */
export function commandRuleFor({ program, word, text }: Shape): CommandRule {
  return {
    name: `allow ${text}`,
    match: { program, args: [word] },
    verdict: "allow",
    examples: { matches: [text] },
  };
}
