import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  QUALIFIER,
  qualifyBridgeName,
  serverIdProblem,
  serverOfQualified,
  unqualifiedTool,
} from "./qualified-name.ts";

describe("qualified names", () => {
  it("R75: a remote tool is called by its server and its name, with __ between", () => {
    expect(QUALIFIER).toBe("__");
    expect(qualifyBridgeName("github", "create_issue")).toBe("github__create_issue");
    expect(qualifyBridgeName("GitHub", "createIssue ")).toBe("GitHub__createIssue ");
  });

  it("R86: the server is what stands before the first qualifier, and nothing where there is none", () => {
    expect(serverOfQualified("github__create__issue")).toBe("github");
    expect(serverOfQualified("read")).toBe("");
    expect(serverOfQualified("__leading")).toBe("");
    expect(serverOfQualified("")).toBe("");
  });

  it("R87: the tool's own name is what stands after it", () => {
    expect(unqualifiedTool("github__create__issue")).toBe("create__issue");
    expect(unqualifiedTool("read")).toBe("read");
    expect(unqualifiedTool("__leading")).toBe("__leading");
  });

  it.each(["", "a__b", "__", "_", "a_", "a__"])(
    "refuses the server id %j, which would be ambiguous",
    (id) => {
      expect(serverIdProblem(id)).toBeTypeOf("string");
      expect(() => qualifyBridgeName(id, "t")).toThrow(/server id/);
    },
  );

  it("R86, R87: every pair comes back from its qualified name, so no two pairs share one", () => {
    const server = fc.stringMatching(/^[a-z_.-]{1,6}$/).filter((id) => serverIdProblem(id) === undefined);
    fc.assert(
      fc.property(server, fc.stringMatching(/^[a-z_]{0,6}$/), (id, tool) => {
        const name = qualifyBridgeName(id, tool);
        expect([serverOfQualified(name), unqualifiedTool(name)]).toEqual([id, tool]);
      }),
    );
  });
});
