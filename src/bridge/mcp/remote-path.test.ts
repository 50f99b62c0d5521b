import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNodePath } from "../../kernel/index.ts";
import { remotePath } from "./remote-path.ts";

describe("the address of a remote tool", () => {
  it("holds both names where an address can", () => {
    expect(remotePath("github", "create_issue")).toBe("world.tools.mcp.github.create_issue");
  });

  it("is an address whatever a server calls its tools, and never another tool's", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
        expect(isNodePath(remotePath("s", one))).toBe(true);
        expect(remotePath("s", one) === remotePath("s", other)).toBe(one === other);
      }),
    );
    expect(remotePath("s", "getIssue")).not.toBe(remotePath("s", "getissue"));
    const made = remotePath("s", "getIssue").split(".").at(-1) ?? "";
    expect(remotePath("s", made)).not.toBe(remotePath("s", "getIssue"));
  });
});
