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

const WORDS: Readonly<Record<string, Answer>> = { allow: "allow", ask: "confirm", deny: "deny" };

const policy = createCommandPolicy();
const rows = readFileSync("test/corpus/bash-blind.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Row);

const wrong = rows.flatMap((row) => {
  const answer = judgeBatchRow(row, policy);
  const given = "verdict" in answer ? WORDS[answer.verdict] : undefined;
  return given !== undefined && (row.accept ?? [row.expect]).includes(given) ? [] : [{ ...row, given }];
});

/** The rows that were expected to be something and became something else, for people. */
function those(test: (row: (typeof wrong)[number]) => boolean): readonly string[] {
  return wrong.filter(test).map(({ id, command, given }) => `${id} ${command} (${given ?? "no answer"})`);
}

describe("commands that were written before the policy was looked at", () => {
  it("R273: none that is dangerous or doubtful runs free", () => {
    expect(rows.length).toBeGreaterThan(500);
    expect(
      those(({ expect: right, given }) => right !== "allow" && (given === undefined || given === "allow")),
    ).toEqual([]);
  });

  it("R274: at most 3 % of the harmless ones are stopped", () => {
    const harmless = rows.filter((row) => row.expect === "allow");
    const stopped = those((row) => row.expect === "allow");
    expect(stopped.length <= harmless.length * 0.03 ? [] : stopped).toEqual([]);
  });

  it("no answer is softer or harder than it should be", () => {
    expect(those(({ expect: right, given }) => right === "deny" && given === "confirm")).toEqual([]);
    expect(those(({ expect: right, given }) => right === "confirm" && given === "deny")).toEqual([]);
  });
});
