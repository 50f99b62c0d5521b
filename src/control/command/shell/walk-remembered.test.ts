import { describe, expect, it } from "vitest";
import { parseShell } from "./parse-shell.ts";
import { type Seen, walkShell } from "./walk-shell.ts";

function seen(text: string): Seen {
  const parsed = parseShell(text);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return walkShell(parsed.script, text, {
    cwd: "/ws",
    home: "/home/me",
    workspace: "/ws",
    input: { kind: "none" },
    positional: [],
    level: 0,
  });
}

function runs(text: string): readonly string[] {
  return seen(text).commands.map(({ words }) => words.map((word) => word.text ?? "?").join(" "));
}

describe("walking what was walked before", () => {
  it("R274: takes rounds and calls over that come to the same", () => {
    const body = (levels: number): string =>
      levels === 0 ? "a" : `for i in 1 2 3; do ${body(levels - 1)}; done`;
    expect(seen(body(6)).steps).toBe(1);
    expect(seen("f() { a; b; }; f; f; f").steps).toBe(5);
  });

  it.each([
    ["for i in 1 2; do { a $i; }; done", ["a 1", "a 2"]],
    ["f() { a $1; }; f x; f y; f x", ["a x", "a y"]],
    ["f() { a $v; }; v=1; f; v=2; f", ["a 1", "a 2"]],
    ["f() { a; }; g() { f; }; g; f() { b; }; g", ["a", "b"]],
    ["f() { eval g; }; f; g() { b; }; f", ["g", "b"]],
  ])("R274: walks again what is not the same: %s", (text, expected) => {
    const found = runs(text).filter((one) => /^[abg]\b/.test(one));
    expect(found).toEqual(expect.arrayContaining([...expected]));
  });

  it("R274: walks again what is called from another folder", () => {
    const folders = seen("f() { a; }; f; cd src; f").commands.filter(({ source }) => source === "a");
    expect(folders.map(({ cwd }) => cwd)).toEqual(["/ws", "/ws/src"]);
  });

  it.each([
    // A variable that became readonly in between keeps what it had.
    "f() { x=ls; $x; }; f; readonly x=rm; f",
    // Several rounds put out several lines, also where they are not walked a second time.
    "for i in 1 2; do x=$(for j in 1 2; do echo ls; done); $x; done",
    "x=ls; for i in 1 2; do { $x; }; { x=rm; }; done",
    "x=ls; f() { x=$1; }; for i in 1 2; do $x; f a; f b; done",
  ])("R274: does not rely on what an earlier walk knew: %s", (text) => {
    expect(runs(text)).toContain("?");
  });

  it("R274: refuses what still multiplies, soon", () => {
    const names = Array.from({ length: 12 }, (_, at) => `x${at}`);
    const text = `${names.map((name) => `${name}=1; while :; do `).join("")}a ${names.map((name) => `$${name}`).join(" ")}${names
      .toReversed()
      .map((name) => `; ${name}=2; done`)
      .join("")}`;
    const { doubts, steps } = seen(text);
    expect(doubts.map(({ rule }) => rule)).toContain("shell.limit");
    expect(steps).toBeLessThan(400);
  });
});
