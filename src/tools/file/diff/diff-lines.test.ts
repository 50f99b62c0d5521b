import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, type LineDiff } from "./diff-lines.ts";

describe("diffLines", () => {
  it("R201: tells every line as kept, removed or added, with its numbers and the tallies", () => {
    expect(diffLines("a\nb\nc\n", "a\nB\nc\nd\n")).toEqual({
      ops: [
        { kind: "keep", text: "a", beforeLine: 1, afterLine: 1 },
        { kind: "remove", text: "b", beforeLine: 2 },
        { kind: "add", text: "B", afterLine: 2 },
        { kind: "keep", text: "c", beforeLine: 3, afterLine: 3 },
        { kind: "add", text: "d", afterLine: 4 },
      ],
      added: 2,
      removed: 1,
    });
  });

  it("keeps every line of equal texts and finds nothing in empty ones", () => {
    expect(diffLines("a\nb", "a\nb")).toMatchObject({
      added: 0,
      removed: 0,
      ops: [{ kind: "keep" }, { kind: "keep" }],
    });
    expect(diffLines("", "")).toEqual({ ops: [], added: 0, removed: 0 });
  });

  it("sees a changed line ending and a missing final newline as changes", () => {
    expect(diffLines("a\r\nb\n", "a\nb")).toEqual({
      ops: [
        { kind: "remove", text: "a\r", beforeLine: 1 },
        { kind: "remove", text: "b", beforeLine: 2 },
        { kind: "add", text: "a", afterLine: 1 },
        { kind: "add", text: "b", afterLine: 2, missingNewline: true },
      ],
      added: 2,
      removed: 2,
    });
  });

  it("R201: its ops applied to before give after, whatever the endings", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffLines(before, after);
        expect(linesOf(diff, "remove")).toBe(before);
        expect(linesOf(diff, "add")).toBe(after);
        expectRightNumbers(diff);
      }),
      { numRuns: 1000 },
    );
  });

  it("R203: is minimal: it keeps exactly a longest common subsequence", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const kept = diffLines(before, after).ops.filter((op) => op.kind === "keep").length;
        expect(kept).toBe(longestCommonLength(before.match(LINE) ?? [], after.match(LINE) ?? []));
      }),
      { numRuns: 1000 },
    );
  });

  it("R203: is minimal for long texts of few distinct lines", () => {
    const line = fc.constantFrom("a\n", "b\n", "c\n");
    const long = fc.array(line, { minLength: 100, maxLength: 300 }).map((lines) => lines.join(""));
    fc.assert(
      fc.property(long, long, (before, after) => {
        const kept = diffLines(before, after).ops.filter((op) => op.kind === "keep").length;
        expect(kept).toBe(longestCommonLength(before.match(LINE) ?? [], after.match(LINE) ?? []));
      }),
      { numRuns: 30 },
    );
  });

  it("still gives after when a rewrite is too large to be compared minimally", () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index}\n`);
    const before = lines.join("");
    const after = lines.toReversed().join("");
    const diff = diffLines(before, after);
    expect(linesOf(diff, "remove")).toBe(before);
    expect(linesOf(diff, "add")).toBe(after);
    expect(diff.added).toBe(diff.removed);
  });
});

const LINE = /[^\n]*\n|[^\n]+$/g;

const text = fc
  .array(fc.tuple(fc.constantFrom("", "a", "b", "c", "dd", "e e"), fc.constantFrom("\n", "\n", "\r\n")), {
    maxLength: 40,
  })
  .chain((lines) =>
    fc
      .constantFrom("", "a", "last")
      .map((tail) => lines.map(([line, ending]) => line + ending).join("") + tail),
  );

function linesOf(diff: LineDiff, side: "add" | "remove"): string {
  return diff.ops
    .filter((op) => op.kind === "keep" || op.kind === side)
    .map((op) => op.text + (op.missingNewline ? "" : "\n"))
    .join("");
}

function expectRightNumbers({ ops, added, removed }: LineDiff): void {
  const before = ops.filter((op) => op.kind !== "add");
  const after = ops.filter((op) => op.kind !== "remove");
  expect(before.map((op) => op.beforeLine)).toEqual(before.map((_, index) => index + 1));
  expect(after.map((op) => op.afterLine)).toEqual(after.map((_, index) => index + 1));
  expect(ops.every((op) => op.kind !== "add" || !("beforeLine" in op))).toBe(true);
  expect(ops.every((op) => op.kind !== "remove" || !("afterLine" in op))).toBe(true);
  expect(ops.filter((op) => op.kind === "add")).toHaveLength(added);
  expect(ops.filter((op) => op.kind === "remove")).toHaveLength(removed);
}

function longestCommonLength(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const line of a) {
    const next = [0];
    b.forEach((other, j) => next.push(line === other ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!)));
    row = next;
  }
  return row[b.length]!;
}
