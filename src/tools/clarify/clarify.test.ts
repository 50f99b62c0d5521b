import { describe, expect, it } from "vitest";
import { makeContext, scriptedAsker } from "../../backends/index.ts";
import type { ToolContext } from "../../kernel/index.ts";
import { clarify } from "./clarify.ts";

describe("clarify", () => {
  it("R321: asks one to four questions of three kinds and returns the answers", async () => {
    const asked: unknown[] = [];
    const script = scriptedAsker(["Postgres", "yes", "blue"]);
    const asker: ToolContext["asker"] = {
      ask: (question, cancel) => {
        asked.push(question);
        return script.ask(question, cancel);
      },
    };
    const questions = [
      { question: "Which database?" },
      { question: "Keep the old table?", kind: "yes_no" },
      { question: "Which colour?", kind: "choice", choices: ["red", "blue"] },
    ];
    const outcome = await ask({ questions }, makeContext({ asker }));
    expect(outcome.result.content[1]).toEqual({
      kind: "json",
      value: [
        { question: "Which database?", answer: "Postgres" },
        { question: "Keep the old table?", answer: "yes" },
        { question: "Which colour?", answer: "blue" },
      ],
    });
    expect(asked).toEqual([
      { text: "Which database?" },
      { text: "Keep the old table?", choices: ["yes", "no"] },
      { text: "Which colour?", choices: ["red", "blue"] },
    ]);
  });

  it("R325: says that nobody can answer, and never answers by itself", async () => {
    const questions = [{ question: "Which?", kind: "choice", choices: ["a", "b"] }];
    expect(await ask({ questions }, makeContext())).toMatchObject({
      isError: true,
      error: { code: "unavailable", message: "Nobody is there to answer." },
    });
  });

  it.each([
    ["none", []],
    ["five", Array.from({ length: 5 }, () => ({ question: "x" }))],
    ["a blank one", [{ question: " " }]],
    ["a choice without choices", [{ question: "x", kind: "choice" }]],
    ["choices without a choice", [{ question: "x", choices: ["a", "b"] }]],
    ["one choice", [{ question: "x", kind: "choice", choices: ["a"] }]],
  ])("R321: refuses %s", async (_what, questions) => {
    expect(await ask({ questions }, makeContext())).toMatchObject({ error: { code: "invalid_input" } });
  });
});

function ask(input: unknown, ctx: ToolContext) {
  return clarify.invoke({ id: "1", name: "clarify", input }, ctx);
}
