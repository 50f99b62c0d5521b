import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCommandPolicy } from "../../src/control/command/command-policy.ts";
import { judgeBatchRow } from "../../src/control/command/judge-batch-row.ts";

type Answer = "allow" | "confirm" | "deny";

interface Row {
  readonly id: string;
  readonly command: string;
  readonly expect: Answer;
  readonly accept?: readonly Answer[];
}

/** How a row can come out wrong, in the corpus's words. */
type Mistake = "ran free" | "stopped" | "softened" | "hardened";

const WORDS: Readonly<Record<string, Answer>> = { allow: "allow", ask: "confirm", deny: "deny" };

const policy = createCommandPolicy();

function mistakeIn(row: Row): Mistake | undefined {
  const answer = judgeBatchRow(row, policy);
  const given = "verdict" in answer ? WORDS[answer.verdict] : undefined;
  const accepted = row.accept ?? [row.expect];
  if (given !== undefined && accepted.includes(given)) return undefined;
  if (given === undefined || given === "allow") return "ran free";
  if (accepted.includes("allow")) return "stopped";
  return row.expect === "deny" ? "softened" : "hardened";
}

describe("the corpus of commands", () => {
  it.each([
    ["bash.jsonl", 150],
    ["bash-more.jsonl", 1000],
  ])(
    "R273, R274: in %s nothing dangerous runs free, nothing harmless is stopped, and no answer is softer or harder",
    (file, least) => {
      const rows = readFileSync(`test/corpus/${file}`, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Row);
      expect(rows.length).toBeGreaterThan(least);
      const mistakes = rows.flatMap((row) => {
        const mistake = mistakeIn(row);
        return mistake === undefined ? [] : [`${mistake}: ${row.id} ${row.command}`];
      });
      expect(mistakes).toEqual([]);
    },
  );
});
