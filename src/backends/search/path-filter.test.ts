import { describe, expect, it } from "vitest";
import { createPathFilter } from "./path-filter.ts";

describe("createPathFilter", () => {
  it("compares names without a slash and whole paths with one", () => {
    const passes = createPathFilter(["*.ts", "docs/**/*.md"]);
    expect(["a.ts", "x/y/.b.ts", "docs/a.md", "docs/x/b.md"].every(passes)).toBe(true);
    expect(["a.md", "x/docs/a.md", "a.tsx"].some(passes)).toBe(false);
  });

  it("excludes what a ! glob names, with everything below it", () => {
    const passes = createPathFilter(["!dist", "!*.log"]);
    expect(["a.ts", "src/distance"].every(passes)).toBe(true);
    expect(["dist/a.ts", "x/dist/y/z", "x/y.log"].some(passes)).toBe(false);
  });

  it("refuses to exclude what would take for ever to tell", () => {
    expect(() => createPathFilter([`!${"**/a/".repeat(5)}b`])).toThrow("crosses folders too often");
  });
});
