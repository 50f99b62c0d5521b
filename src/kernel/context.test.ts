import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolvePath } from "./context.ts";

describe("resolvePath", () => {
  it("R144: anchors a relative path at the working directory, by its text alone", () => {
    const ctx = { cwd: "/work/space" };
    expect(resolvePath(ctx, "a/b.txt")).toBe("/work/space/a/b.txt");
    expect(resolvePath(ctx, "./a//b/../c.txt")).toBe("/work/space/a/c.txt");
    expect(resolvePath(ctx, ".")).toBe("/work/space");
    expect(resolvePath(ctx, "../beside.txt")).toBe("/work/beside.txt");
    expect(resolvePath(ctx, "~/x")).toBe("/work/space/~/x");
    expect(resolvePath(ctx, "file:///etc/passwd")).toBe("/work/space/file:/etc/passwd");
  });

  it("R144: an absolute path passes through as it is", () => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        expect(resolvePath({ cwd: "/work" }, `/${rest}`)).toBe(`/${rest}`);
      }),
    );
  });

  it("R144: the address of a kept result passes through, and nothing that only looks like one", () => {
    const ctx = { cwd: "/work" };
    expect(resolvePath(ctx, "deckhand://result/ab12")).toBe("deckhand://result/ab12");
    expect(resolvePath(ctx, "deckhand://result/../x")).toBe("/work/deckhand:/x");
    expect(resolvePath(ctx, "deckhand://result/")).toBe("/work/deckhand:/result");
  });
});
