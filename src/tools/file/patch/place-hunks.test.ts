import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines } from "../diff/split-lines.ts";
import { renderUnifiedDiff } from "../diff/render-unified-diff.ts";
import { parsePatch } from "./parse-patch.ts";
import { placeHunks } from "./place-hunks.ts";

/** Applies the first file of a patch to a text. */
function patched(before: string, patch: string): string {
  const [file] = parsePatch(patch);
  if (file?.kind !== "update") throw new Error("not an update");
  const { lines, splices } = placeHunks(file.path, before, file.hunks);
  let after = "";
  let at = 0;
  for (const { start, end, text } of splices) {
    after += lines.slice(at, start).join("") + text;
    at = end;
  }
  return after + lines.slice(at).join("");
}

const hunk = (...lines: string[]): string => ["*** Update File: f", ...lines].join("\n");

describe("laws", () => {
  const line = fc.constantFrom(
    "",
    " ",
    "a",
    "b",
    "c ",
    "\tc",
    "-- a",
    "++ b",
    "@@ x",
    "\\ y",
    "*** End Patch",
    "é",
  );
  const text = fc
    .tuple(fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n")), { maxLength: 30 }), line)
    .map(([lines, last]) => lines.map((pair) => pair.join("")).join("") + last);

  it("a unified diff applied to what it was made from gives what it was made for", () => {
    const options = { beforePath: "a/f", afterPath: "b/f" };
    const property = fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      expect(patched(before, renderUnifiedDiff(before, after, options))).toBe(after);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it("an envelope of the same hunks without line numbers does so too, where lines are unique", () => {
    const unique = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }).map(plain), {
      minLength: 2,
      maxLength: 30,
    });
    const edits = fc.array(
      fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.array(fc.string({ maxLength: 3 }).map(plain))),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    const property = fc.property(
      unique,
      edits,
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (lines, changes, end, closed) => {
        const changed = [...lines];
        for (const [at, count, added] of changes) changed.splice(at % lines.length, count, ...added);
        const join = (all: readonly string[]): string =>
          all.join(end) + (closed && all.length > 0 ? end : "");
        const [before, after] = [join(lines), join(changed)];
        fc.pre(before !== after && changed.length > 0);
        const hunks = renderUnifiedDiff(before, after).replaceAll(/^@@ -\d+,\d+ \+\d+,\d+ @@$/gm, "@@");
        const asWritten = `*** Begin Patch\n*** Update File: f\n${hunks}*** End Patch\n`;
        expect(patched(before, asWritten)).toBe(after);
        const withoutCr = asWritten.replaceAll("\r", "").replaceAll("\\ No newline at end of file\n", "");
        expect(patched(before, withoutCr)).toBe(after);
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });
});

/** Blanks at line ends are the one thing a hunk need not spell exactly, so they would make lines less unique. */
function plain(line: string): string {
  return `.${line.replaceAll(/\s/g, "_")}.`;
}

describe("a hunk", () => {
  const CODE = `class A:
    def run(self):
        return 1

    def stop(self):
        return 1

class B:
    def run(self):
        return 1
`;

  it("is found at its stated line although its lines occur elsewhere", () => {
    expect(patched("x\ny\nx\ny\nx\ny\n", "--- f\n+++ f\n@@ -3,2 +3,2 @@\n x\n-y\n+Y\n")).toBe(
      "x\ny\nx\nY\nx\ny\n",
    );
  });

  it("is found nearest to its stated line, as far off as the hunk before it was", () => {
    const before = `${"new\n".repeat(3)}a\nb\nc\nd\ne\nx\nf\nx\n`;
    const patch = "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -6 +6 @@\n-x\n+X\n";
    expect(patched(before, patch)).toBe(`${"new\n".repeat(3)}a\nB\nc\nd\ne\nX\nf\nx\n`);
  });

  it("is refused when two places are equally near", () => {
    const patch = "--- f\n+++ f\n@@ -3 +3 @@\n-x\n+X\n";
    expect(() => patched("a\nx\nb\nx\nc\n", patch)).toThrow("fits 2 places: lines 2 and 4");
  });

  it("is refused with all its places when nothing tells them apart", () => {
    expect(() => patched(CODE, hunk("@@", "-        return 1", "+        return 2"))).toThrow(
      "Hunk 1 of 1 for f (line 2 of the patch) fits 3 places: lines 3, 6 and 10",
    );
  });

  it.each([
    ["the block of the only line it names", ["@@ class B:"], 10],
    ["the block of stacked anchors", ["@@ class A:", "@@ def stop(self):"], 6],
    ["the block of stacked anchors though the inner one occurs twice", ["@@ class B:", "@@ def run"], 10],
  ])("is found in %s", (_, anchors, line) => {
    const after = splitLines(patched(CODE, hunk(...anchors, "-        return 1", "+        return 2")));
    expect(after.findIndex((text) => text.includes("2"))).toBe(line - 1);
  });

  it("is refused when its anchor's block holds it twice", () => {
    const patch = hunk("@@ class A:", "-        return 1", "+        return 2");
    expect(() => patched(CODE, patch)).toThrow("lines 3 and 6");
  });

  it("is found below a heading in a text without indentation", () => {
    const before = "# A\nitem\n# B\nitem\n# C\nitem\n";
    expect(patched(before, hunk("@@ # B", "-item", "+thing"))).toBe("# A\nitem\n# B\nthing\n# C\nitem\n");
  });

  it("is found below the hunk before it", () => {
    const before = "x\na\nx\nb\n";
    expect(patched(before, hunk("@@", "-a", "+A", "@@", "-x", "+X"))).toBe("x\nA\nX\nb\n");
  });

  it("is found at the end of the file when it says so", () => {
    expect(patched("x\ny\nx\n", hunk("-x", "+X", "*** End of File"))).toBe("x\ny\nX\n");
  });

  it("may overlook blanks at line ends, which stay on unchanged lines", () => {
    expect(patched("a  \nb\t\nc\n", hunk(" a", "-b", "+B", " c "))).toBe("a  \nB\nc\n");
  });

  it("never overlooks indentation", () => {
    expect(() => patched("  a\n", hunk("-a", "+b"))).toThrow("does not fit");
  });

  it("of only added lines goes below its anchor, to its stated line, or to the end", () => {
    expect(patched("a\nb\n", hunk("@@ a", "+x"))).toBe("a\nx\nb\n");
    expect(patched("a\nb\n", "--- f\n+++ f\n@@ -1,0 +2 @@\n+x\n")).toBe("a\nx\nb\n");
    expect(patched("a\nb", hunk("+x"))).toBe("a\nb\nx");
    expect(patched("", hunk("+x"))).toBe("x\n");
    expect(() => patched("a\n", "--- f\n+++ f\n@@ -9,0 +10 @@\n+x\n")).toThrow("has only 1");
    expect(() => patched("a\n", hunk("@@ z", "+x"))).toThrow('no line of f is "z"');
  });

  it("takes the line ends of the file, and keeps a missing last one", () => {
    expect(patched("a\r\nb\r\nc", hunk(" a", "-b", "+B", "+BB", "-c", "+C"))).toBe("a\r\nB\r\nBB\r\nC");
    expect(patched("a\r\nb", hunk(" b", "+c"))).toBe("a\r\nb\r\nc");
    expect(patched("a\nb", hunk("-b"))).toBe("a\n");
  });

  it("that misses shows the closest lines and the difference", () => {
    const before = "one\ntwo\nfunction total(items) {\n  return items.length;\n}\n";
    const patch = hunk("@@", " function total(items) {", "-  return item.length;", "+  return 0;");
    expect(() => patched(before, patch)).toThrow(
      /Closest text is at lines 3–4 .*\nline 4:\n {2}expected: .*\n {2}found: .*item\{\+s\+\}\.length/,
    );
  });

  it.each([
    ["that is indented otherwise", "\tif x:\n\t\treturn\n", ["-        return"], "line 2", "{+→→+}return"],
    ["of which a part of a line is alike", 'x = "hello"\ny\n', ["-x = “hello”"], "line 1", '{+"+}hello{+"+}'],
    ["with escapes", "\u001b[31mone\u001b[0m\ntwo\n", ["-one", " two"], "lines 1–2", "<U+001B>[31m+}one"],
  ])("%s shows whole lines", (_, before, old, place, found) => {
    const fault = faultOf(() => patched(before, hunk("@@", ...old, "+new")));
    expect(fault).toContain(`Closest text is at ${place} `);
    expect(fault).toContain(found);
  });

  it("with line numbers in it says so", () => {
    expect(() => patched("one\ntwo\n", hunk("      1\tone", "-     2\ttwo", "+2"))).toThrow(
      "Its lines begin with line numbers.",
    );
  });

  it("that was applied before says so", () => {
    const patch = hunk(" one", "-two", "+2", " three");
    expect(() => patched("one\n2\nthree\n", patch)).toThrow("Its result is there already, at line 1");
  });

  it("is found among thousands of others in a long file", () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `const value${at} = ${at};`);
    const wanted = lines.filter((_, at) => at % 20 === 0);
    const patch = hunk(...wanted.flatMap((line) => ["@@", `-${line}`, "+x"]));
    const after = lines.map((line, at) => (at % 20 === 0 ? "x" : line)).join("\n");
    expect(patched(lines.join("\n"), patch)).toBe(after);
  });

  it("of thousands is found fast in a file of equal lines", () => {
    const before = "x\n".repeat(100_000) + "y\n";
    const patch = hunk(...Array.from({ length: 2000 }, () => " x"), "-y", "+z");
    expect(patched(before, patch)).toBe("x\n".repeat(100_000) + "z\n");
  });
});

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  throw new Error("nothing was thrown");
}
