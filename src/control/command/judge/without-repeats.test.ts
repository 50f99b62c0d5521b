import { describe, expect, it } from "vitest";
import type { SimpleCommand, Word } from "../simple-command.ts";
import { withoutRepeats } from "./without-repeats.ts";

function word(text: string | undefined, from?: readonly SimpleCommand[]): Word {
  return { text, source: "$x", ...(from && { from }) };
}

function command(words: readonly Word[], more: Partial<SimpleCommand> = {}): SimpleCommand {
  return {
    words,
    assignments: [],
    redirects: [],
    input: { kind: "none" },
    cwd: "/ws",
    source: "a $x",
    ...more,
  };
}

function kept(...commands: readonly SimpleCommand[]): number {
  const many = Array.from({ length: 40 }, () => command([word("same")]));
  return withoutRepeats([...many, ...commands]).length - 1;
}

describe("leaving out repeats", () => {
  it("keeps one of several that are the same", () => {
    expect(kept(command([word("same")]))).toBe(0);
    expect(kept(command([word("b")]), command([word("b")]))).toBe(1);
  });

  it("keeps whatever differs in a word, a folder, a file or what feeds it", () => {
    const [one, other] = [command([word("1")]), command([word("2")])];
    expect(
      kept(command([word(undefined)]), command([word("")]), command([{ ...word("same"), isPattern: true }])),
    ).toBe(3);
    expect(kept(command([word("same")], { cwd: "/" }), command([word("same")], { cwd: undefined }))).toBe(2);
    expect(kept(command([word("same")], { redirects: [{ op: "write", target: word("x") }] }))).toBe(1);
    expect(kept(command([word("same")], { assignments: [{ name: "A", value: word("x") }] }))).toBe(1);
    expect(kept(one, other, command([word("x", [one])]), command([word("x", [other])]))).toBe(4);
    expect(
      kept(one, other, ...[one, other].map((from) => command([], { input: { kind: "pipe", from: [from] } }))),
    ).toBe(4);
    const unseen = command([word("3")]);
    expect(kept(command([word("x", [unseen])]), command([word("x", [unseen])]))).toBe(2);
  });
});
