import { missing } from "../needs.ts";

/** Where a test or suite is declared; vitest points at the bracket after `skipIf(…)`. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Why a test was skipped, read from its own `skipIf(…)` or that of a suite around it: `needs tmux` where the condition
 * asks for programs, the condition's text where it asks for something else.
 */
export function skipReason(source: string, places: readonly Place[]): string {
  const condition = places
    .map((place) => conditionBefore(source, place))
    .find((found) => found !== undefined);
  if (condition === undefined) return "no reason given";
  const lacking = missing(namesNeeded(source, condition));
  return lacking.length > 0 ? `needs ${lacking.join(" and ")}` : condition;
}

function conditionBefore(source: string, { line, column }: Place): string | undefined {
  const lines = source.split("\n").slice(0, line);
  const head = [...lines.slice(0, -1), (lines.at(-1) ?? "").slice(0, column - 1)].join("\n");
  const start = head.lastIndexOf(OPENING);
  if (start < 0) return undefined;
  const between = head.slice(start + OPENING.length);
  // Another statement in between means that this skipIf belongs to an earlier test.
  if (/;|=>/.test(between)) return undefined;
  return upToClosingBracket(between).replaceAll(/\s+/g, " ").replace(/,? $/, "").trim();
}

function upToClosingBracket(text: string): string {
  let depth = 1;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === "(") depth += 1;
    if (text[index] === ")") depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

function namesNeeded(source: string, condition: string): string[] {
  const variable = /^!?\s*(\w+)$/.exec(condition)?.[1];
  const declared = new RegExp(`const ${variable} = (!?needs\\([^)]*\\))`).exec(source)?.[1];
  return [...(declared ?? condition).matchAll(/needs\(([^)]*)\)/g)].flatMap((call) =>
    [...(call[1] ?? "").matchAll(/["'`]([^"'`]+)["'`]/g)].map((quoted) => quoted[1] ?? ""),
  );
}

const OPENING = "skipIf(";
