import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../../test/needs.ts";
import { type DiffRegion, renderRegionDiff, renderUnifiedDiff } from "./render-unified-diff.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "deckhand-diff-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("renderUnifiedDiff", () => {
  it("R202: renders hunks with context and signed lines", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    expect(renderUnifiedDiff(before, before.replace("5", "five"))).toBe(
      "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
    );
  });

  it("R202: gives an empty string for identical inputs, with paths too", () => {
    expect(renderUnifiedDiff("a\nb", "a\nb")).toBe("");
    expect(renderUnifiedDiff("", "", { beforePath: "a/x", afterPath: "b/x" })).toBe("");
  });

  it("R202: names the files and marks a missing final newline on its own side", () => {
    const options = { beforePath: "a/x", afterPath: "b/x" };
    expect(renderUnifiedDiff("a\nb", "a\nb\n", options)).toBe(
      "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n",
    );
    expect(renderUnifiedDiff("", "a", options)).toContain(
      "@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n",
    );
  });

  it("R202: joins changes whose context touches and parts those that lie further away", () => {
    const before = Array.from({ length: 30 }, (_, index) => `${index}\n`).join("");
    const near = before.replace("10\n", "ten\n").replace("17\n", "x\n");
    const far = before.replace("10\n", "ten\n").replace("18\n", "x\n");
    expect(renderUnifiedDiff(before, near).match(/^@@/gm)).toHaveLength(1);
    expect(renderUnifiedDiff(before, far).match(/^@@/gm)).toHaveLength(2);
    expect(renderUnifiedDiff(before, near, { context: 0 })).toBe(
      "@@ -11,1 +11,1 @@\n-10\n+ten\n@@ -18,1 +18,1 @@\n-17\n+x\n",
    );
  });

  it.skipIf(!needs("git"))("R202: git applies what it renders, byte for byte", () => {
    const cases = fc.sample(fc.tuple(text, text), { numRuns: 25, seed: 7 });
    for (const [before, after] of cases) expect(applied("git", before, after)).toBe(after);
  });

  it.skipIf(!needs("patch"))("R202: patch(1) applies what it renders, byte for byte", () => {
    const cases = fc.sample(fc.tuple(text, text), { numRuns: 25, seed: 11 });
    for (const [before, after] of cases) expect(applied("patch", before, after)).toBe(after);
  });

  it.skipIf(!needs("git"))(
    "spells names with blanks, quotes and control characters so that git finds the file",
    () => {
      for (const name of [
        "two words.txt",
        'a "quoted" name',
        "tab\there",
        "line\nbreak",
        "back\\slash",
        "ünïcode",
      ]) {
        expect(applied("git", "old\n", "new\n", name)).toBe("new\n");
      }
    },
  );
});

describe("renderRegionDiff", () => {
  it("renders the same as a diff of the whole file, from the changed regions alone", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`);
    const after = [...lines];
    after.splice(79, 2, "only one\n");
    after.splice(9, 1, "ten\n", "and a half\n");
    const regions: DiffRegion[] = [
      { startLine: 7, before: lines.slice(6, 13).join(""), after: after.slice(6, 14).join("") },
      { startLine: 77, before: lines.slice(76, 84).join(""), after: after.slice(77, 84).join("") },
    ];
    expect(renderRegionDiff(regions)).toBe(renderUnifiedDiff(lines.join(""), after.join("")));
  });

  it("gives an empty string when no region changed", () => {
    expect(renderRegionDiff([{ startLine: 5, before: "a\n", after: "a\n" }])).toBe("");
    expect(renderRegionDiff([])).toBe("");
  });
});

const text = fc
  .array(
    fc.tuple(fc.constantFrom("", "a", "b", "-c", "+d", "\\ e", "@@"), fc.constantFrom("\n", "\n", "\r\n")),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .chain((lines) =>
    fc.constantFrom("", "tail").map((tail) => lines.map(([line, ending]) => line + ending).join("") + tail),
  );

function applied(program: "git" | "patch", before: string, after: string, name = "file.txt"): string {
  const target = join(folder, name);
  const diffFile = join(folder, "change.diff");
  const diff = renderUnifiedDiff(before, after, { beforePath: `a/${name}`, afterPath: `b/${name}` });
  writeFileSync(target, before);
  writeFileSync(diffFile, diff);
  const args =
    program === "git"
      ? ["apply", "--whitespace=nowarn", diffFile]
      : ["--binary", "-s", "-p1", "-i", diffFile];
  const env = {
    PATH: process.env["PATH"],
    GIT_CEILING_DIRECTORIES: tmpdir(),
    GIT_CONFIG_NOSYSTEM: "1",
    HOME: folder,
  };
  if (diff !== "") spawnSync(program, args, { cwd: folder, env });
  return readFileSync(target, "utf8");
}
