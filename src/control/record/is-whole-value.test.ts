import { describe, expect, it } from "vitest";
import { createRedactor } from "../redact/redactor.ts";
import { boundedValue } from "./bounded-value.ts";
import { isWholeValue } from "./is-whole-value.ts";

const redactor = createRedactor({ secrets: () => ["correct-horse-battery"] });

function remembered(value: unknown): unknown {
  return boundedValue(redactor.value(value));
}

describe("what is remembered of a value", () => {
  it.each([
    [{ path: "a.txt" }],
    [{ edits: [{ oldText: "one", newText: "two" }], n: 3, yes: true, none: null }],
    ["[a list]"],
    [undefined],
  ])("is whole where nothing was taken out: %j", (value) => {
    expect(isWholeValue(remembered(value))).toBe(true);
  });

  it.each([
    ["a secret", { command: "echo correct-horse-battery" }],
    ["a telling field", { password: "hunter22" }],
    ["a long text", { content: "x".repeat(20_000) }],
    ["a large whole", { list: Array.from({ length: 9000 }, () => "0123456789") }],
    ["bytes", { bytes: new Uint8Array(3) }],
    ["too many parts", Array.from({ length: 30_000 }, () => 1)],
  ])("is not whole without %s", (_what, value) => {
    expect(isWholeValue(remembered(value))).toBe(false);
  });

  it("is not whole where redacting failed", () => {
    const broken = createRedactor({
      secrets: () => {
        throw new Error("no");
      },
    });
    expect(isWholeValue(broken.value({ path: "a" }))).toBe(false);
  });
});
