import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../backends/index.ts";
import { failedOutcome, type FaultCode, textResult, type ToolOutcome } from "../../kernel/index.ts";
import { createLoopGuard } from "./loop-guard.ts";

const done: ToolOutcome = { callId: "c", isError: false, output: "ok", result: textResult("ok") };
const failing = (message: string, code: FaultCode = "tool_error") => failedOutcome("c", { code, message });

function watch() {
  const clock = manualClock();
  const guard = createLoopGuard({ limit: 3, forgetMs: 1_000, clock });
  /** Makes calls named by letters, each failing with its own error; gives back the first objection. */
  const make = (letters: string, outcome = (letter: string) => failing(`no ${letter}`)) => {
    for (const letter of letters) {
      const call = { tool: `tool_${letter}`, key: letter };
      const objection = guard.objection(call);
      if (objection !== undefined) return objection;
      guard.record(call, outcome(letter));
    }
    return undefined;
  };
  return { clock, guard, make };
}

const told = (): ToolOutcome => ({
  callId: "c",
  isError: true,
  output: [{ kind: "text", text: "x".repeat(1e6) }],
  result: { content: [], isError: true },
});

describe("createLoopGuard", () => {
  it("stops the same failing call at the limit, with advice", () => {
    const { make } = watch();
    expect(make("AAA")).toBeUndefined();
    expect(make("A")).toEqual({
      code: "tool_error",
      message: expect.stringMatching(/^tool_A was not run: .*3 times in a row.*no A$/),
      hint: expect.stringContaining("Change the input"),
    });
    expect(make("A")).toBeDefined();
  });

  it("stops two calls that fail by turns", () => {
    const { make } = watch();
    expect(make("ABABAB")).toBeUndefined();
    expect(make("A")?.message).toMatch(/tool_A was not run: .*tool_B failed by turns.*no A/);
    const other = watch();
    expect(other.make("CABABAB")).toBeUndefined();
    expect(other.make("A")).toBeDefined();
  });

  it("a success, a different call, another input or another error starts anew", () => {
    const { make, guard } = watch();
    make("AA");
    make("B", () => done);
    expect(make("AABAACA")).toBeUndefined();
    for (const error of ["one", "two", "one", "two", "three"]) {
      expect(make("X", () => failing(error))).toBeUndefined();
    }
    expect(make("YYY")).toBeUndefined();
    expect(guard.objection({ tool: "tool_Y", key: "another" })).toBeUndefined();
    expect(guard.objection({ tool: "tool_Z", key: "Y" })).toBeUndefined();
    expect(make("Z")).toBeUndefined();
    expect(make("Y")).toBeUndefined();
  });

  it("does not mind failures between which something succeeds", () => {
    const { make } = watch();
    for (let at = 0; at < 5; at += 1) {
      expect(make("A")).toBeUndefined();
      expect(make("B", () => done)).toBeUndefined();
    }
  });

  it("a call that waits for a person may be repeated as often as one likes", () => {
    const { make } = watch();
    expect(make("AAAAAA", () => failing("ask", "needs_approval"))).toBeUndefined();
  });

  it("forgets after a while, so that a person can say: try again", () => {
    const { clock, make } = watch();
    make("AAA");
    clock.advance(1_000);
    expect(make("A")).toBeDefined();
    clock.advance(1);
    expect(make("AAA")).toBeUndefined();
    expect(make("A")).toBeDefined();
  });

  it("knows failures that are told in the content alone, also huge ones", () => {
    const { make } = watch();
    make("AAA", told);
    expect(make("A")?.message.length).toBeLessThan(1_000);
  });

  it("one session's circles are not another's", () => {
    watch().make("AAA");
    expect(watch().make("A")).toBeUndefined();
  });

  it("stops exactly what repeats with a period of one or two", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("A", "B", "C"), { maxLength: 14 }), (letters) => {
        const { make } = watch();
        const made: string[] = [];
        for (const letter of letters) {
          const history = made.join("");
          const other = made.at(-1) ?? "";
          const inCircles =
            history.endsWith(letter.repeat(3)) ||
            (letter !== other && history.endsWith(`${letter}${other}`.repeat(3)));
          const stopped = make(letter) !== undefined;
          expect(stopped).toBe(inCircles);
          if (!stopped) made.push(letter);
        }
      }),
    );
  });
});
