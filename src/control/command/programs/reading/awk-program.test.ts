import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { awkEffects } from "./awk-program.ts";

describe("awkEffects", () => {
  it("finds nothing in programs that only compute and print", () => {
    const programs = [
      "{print $1}",
      "/foo|bar/{print $2/3}",
      "$1>5",
      "{print ($1>5)}",
      '{gsub(/"/,""); print}',
      "/[/]/{print}",
      "END{print s/NR}",
      "!seen[$0]++",
      "a || b",
      "{x = y > z ? 1 : 2}",
      '{printf "%s|%s\\n", $1, $2}',
    ];
    for (const program of programs)
      expect({ program, ...awkEffects(program) }).toMatchObject({
        program,
        reads: [],
        writes: [],
        runs: false,
        isClear: true,
      });
  });

  it("finds files that are read and written, and those it cannot name", () => {
    expect(awkEffects('{print > "a"; printf("x") >> "b"}').writes).toEqual(["a", "b"]);
    expect(awkEffects('{print $1 > $2".txt"}').writes).toEqual([undefined]);
    expect(awkEffects('{print > "a" "b"}').writes).toEqual([undefined]);
    expect(awkEffects('{a[1]=2; print > "x"}').writes).toEqual(["x"]);
    expect(awkEffects('{ while ((getline line < "x") > 0) n++ }').reads).toEqual(["x"]);
  });

  it("finds commands that are run", () => {
    const programs = [
      'BEGIN{system("id")}',
      'BEGIN { system  ("id") }',
      'BEGIN{"id"|getline}',
      '{print | "sh"}',
      '{print |& "sh"}',
      'BEGIN{f="system";@f("id")}',
      '@load "x"',
      '/"/{print | "sh"}',
      'x = y /2; print | "sh" # /',
    ];
    for (const program of programs)
      expect({ program, runs: awkEffects(program).runs }).toEqual({ program, runs: true });
  });

  it("says so when it cannot follow", () => {
    for (const program of ['{print "x}', "/abc", '/[/; "id" | getline; y=/]/', "{print 'x'}"])
      expect({ program, isClear: awkEffects(program).isClear }).toEqual({ program, isClear: false });
  });

  it("never throws, whatever the program", () => {
    assert(
      property(
        string({ unit: constantFrom(...'{}()"/[]|><\\ \nprintax1$;'.split("")) }),
        (program) => void awkEffects(program),
      ),
    );
  });
});
