import { describe, expect, it } from "vitest";
import { createCommandPolicy } from "./command-policy.ts";
import { judgeBatchRow } from "./judge-batch-row.ts";

const policy = createCommandPolicy();

describe("a row of a batch", () => {
  it("is answered with verdict, rule and reason", () => {
    expect(judgeBatchRow({ id: "a", command: "ls", expect: "allow", why: "x" }, policy)).toEqual({
      id: "a",
      verdict: "allow",
      rule: "harmless",
      reason: expect.any(String),
    });
    expect(judgeBatchRow({ id: "b", command: "rm -rf /" }, policy)).toMatchObject({
      id: "b",
      verdict: "deny",
    });
  });

  it("takes what is known of the repository from its context", () => {
    const amend = { id: "a", command: "git commit --amend -m x" };
    expect(judgeBatchRow(amend, policy)).not.toMatchObject({ verdict: "deny" });
    expect(judgeBatchRow({ ...amend, context: { headPushed: true } }, policy)).toMatchObject({
      verdict: "deny",
      rule: "git.amend-pushed",
    });
    const add = { id: "c", command: "git ls-files -o | xargs git add" };
    expect(judgeBatchRow(add, policy)).toMatchObject({ verdict: "allow" });
    expect(judgeBatchRow({ ...add, context: { untracked: ["a.ts", ".env"] } }, policy)).toMatchObject({
      verdict: "deny",
    });
    const push = { id: "b", command: "git push -f" };
    expect(judgeBatchRow({ ...push, context: { branch: "main" } }, policy)).toMatchObject({
      verdict: "deny",
    });
    expect(judgeBatchRow({ ...push, context: { branch: null } }, policy)).toMatchObject({ verdict: "deny" });
  });

  it("says what is wrong with a row that is none", () => {
    expect(judgeBatchRow({ id: "a" }, policy)).toEqual({
      id: "a",
      error: expect.stringContaining("command"),
    });
    expect(judgeBatchRow(null, policy)).toEqual({ id: "", error: expect.any(String) });
    expect(judgeBatchRow({ id: "a", command: "ls", context: { headPushed: "yes" } }, policy)).toHaveProperty(
      "error",
    );
  });
});
