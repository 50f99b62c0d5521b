import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../run-command-line.ts";

interface Row {
  readonly id: string;
  readonly expect: string;
  readonly accept?: readonly string[];
}

/** The corpus's words for a verdict; a batch makes no fetch that could be stopped, and no race. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  allow: ["allow", "stop", "no-leak"],
  ask: ["confirm", "no-leak"],
  deny: ["deny", "block", "no-leak"],
};

describe("policy test --batch", () => {
  it.each([
    "bash.jsonl",
    "bash-more.jsonl",
    "ssrf.jsonl",
    "ssrf-more.jsonl",
    "paths.jsonl",
    "paths-more.jsonl",
  ])(
    "R273, R274: answers every row of %s rightly, in their order",
    async (file) => {
      const path = `test/corpus/${file}`;
      const rows = readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Row);
      const { code, out, err } = await runCommandLine(tmpdir(), ["policy", "test", "--batch", path]);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const answers = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, string>);
      expect(answers.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      const mistakes = rows.flatMap(({ id, expect: right, accept = [right] }, at) => {
        const { verdict = "", rule, reason } = answers[at] ?? {};
        const isRight = WORDS[verdict]?.some((word) => accept.includes(word)) === true;
        return isRight && rule && reason ? [] : [{ id, right, answer: answers[at] }];
      });
      expect(mistakes).toEqual([]);
    },
    120_000,
  );
});
