import { describe, expect, it } from "vitest";
import { DEEPEST_NESTING, LONGEST_COMMAND, parseShell } from "./parse-shell.ts";

function fault(text: string, outer?: number): string | undefined {
  const parsed = parseShell(text, outer);
  return "fault" in parsed ? parsed.fault : undefined;
}

function nested(levels: number): string {
  return `${"$(".repeat(levels)}id${")".repeat(levels)}`;
}

describe("parsing a command", () => {
  it.each([
    "if true",
    "echo 'x",
    "echo $(",
    "a | ",
    "( a",
    "echo $(if x)",
    'echo "$(a; b | )"',
    "cat <(a &&)",
  ])("finds the error in %s, however deep it is", (text) => {
    expect(fault(text)).toContain("cannot be parsed");
  });

  it("refuses a NUL, too much text and too many levels", () => {
    expect(fault("ls \0")).toContain("NUL");
    expect(fault(`echo ${"a".repeat(LONGEST_COMMAND)}`)).toContain("longer");
    expect(fault(`echo ${"é".repeat(LONGEST_COMMAND / 2)}`)).toContain("longer");
    expect(fault(nested(DEEPEST_NESTING + 1))).toContain("nested deeper");
    expect(fault(nested(10), DEEPEST_NESTING - 5)).toContain("nested deeper");
    expect(fault(`echo ${"{".repeat(60_000)}`)).toContain("braces");
  });

  it("accepts what is within the limits", () => {
    expect(fault(nested(DEEPEST_NESTING))).toBeUndefined();
    expect(fault(`echo ${"a".repeat(LONGEST_COMMAND - 10)}`)).toBeUndefined();
    expect(fault(`echo $((${"1+".repeat(20_000)}1))`)).toBeUndefined();
  });
});
