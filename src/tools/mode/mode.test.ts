import { describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import type { DefinedTool, ToolContext } from "../../kernel/index.ts";
import { executeMode } from "./execute-mode.ts";
import { planMode } from "./plan-mode.ts";

describe("the modes of a session", () => {
  it("R320: plan_mode enters plan mode and execute_mode leaves it; both say so when there is nothing to do", async () => {
    const ctx = makeContext();
    expect(await run(executeMode, ctx)).toBe("The session is not in plan mode.");
    expect(await run(planMode, ctx)).toContain("nothing is written or run");
    expect(await ctx.state.mode.read()).toBe("plan");
    expect(await run(planMode, ctx)).toContain("already");
    expect(await run(executeMode, ctx)).toContain("Execute mode");
    expect(await ctx.state.mode.read()).toBe("execute");
  });

  it("R320: anybody may enter plan mode; leaving it is asked about like a change", () => {
    expect([planMode.trust, executeMode.trust]).toEqual(["L0", "L2"]);
  });
});

async function run(tool: DefinedTool, ctx: ToolContext) {
  return (await tool.invoke({ id: "1", name: tool.name, input: {} }, ctx)).output;
}
