import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { sedEffects } from "./sed-script.ts";

const plain = { reads: [], writes: [], runs: false };

describe("sedEffects", () => {
  it("finds nothing in scripts that only change text", () => {
    const scripts = [
      "s/a/b/g",
      "/x/d",
      "1,5p",
      "$!N;P;D",
      "s|/a|/b|g",
      "y/abc/xyz/",
      ":a;N;$!ba;s/\\n/ /g",
      "s,[,],X,",
      "s/[^/]*$//",
      "/a/I,+3{p;p}",
      "2,4!d",
      "0~3p",
      "s/x/\\\n/",
      "a\\\nw x",
      "$!{h;d}",
      "i e id",
    ];
    for (const script of scripts)
      expect({ script, ...sedEffects(script) }).toMatchObject({ script, ...plain });
  });

  it("finds files that are read and written", () => {
    expect(sedEffects("w out;p")?.writes).toEqual(["out;p"]);
    expect(sedEffects("s/a/b/2gw out")?.writes).toEqual(["out"]);
    expect(sedEffects("/x/r in\n$W out")).toMatchObject({ reads: ["in"], writes: ["out"] });
  });

  it("finds commands that are run, wherever they stand", () => {
    const scripts = [
      "e",
      "e id",
      "1e id",
      "$!e id",
      "s/a/b/e",
      "s/a/b/2Ige",
      "{e id\n}",
      ":a;e id",
      "ba;e id",
      "b a\ne id",
      "/x/{p;e id\n}",
      "s,[,],x,;e id",
      "s/a/\\//;s/b/c/e",
      "p}e id",
    ];
    for (const script of scripts)
      expect({ script, runs: sedEffects(script)?.runs }).toEqual({ script, runs: true });
  });

  it("says so when it cannot follow", () => {
    for (const script of ["s/a/b", "s/a[/b/X/", "k", "ps/x/", "/x", "1,p", "s/a/b/z", "y/a/b", "w"])
      expect(sedEffects(script)).toBeUndefined();
  });

  it("finds a command after any other that ends in a line of its own", () => {
    const before = constantFrom(
      "p",
      "s/a/b/",
      "y/a/b/",
      "w f",
      "r f",
      "a text",
      "i\\",
      "# e",
      "b x",
      ":x",
      "1,/x/d",
      "{p;p}",
      "q5",
      "l 3",
    );
    assert(
      property(before, before, (one, two) => {
        expect(sedEffects(`${one}\n${two}\n\ne id`)?.runs).toBe(true);
      }),
    );
  });

  it("never throws, whatever the script", () => {
    assert(
      property(
        string({ unit: constantFrom(..."s/[]:\\\n;{}weayp,!$ 1".split("")) }),
        (script) => void sedEffects(script),
      ),
    );
  });
});
