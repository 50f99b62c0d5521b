import { describe, expect, it } from "vitest";
import { createFixedBackend, createMemoryFs, createMemoryNet, makeContext } from "../../backends/index.ts";
import { defineTool, Fault, textResult, type ToolContext, type TrustLevel } from "../../kernel/index.ts";
import { ALLOW, type Decision } from "../decision.ts";
import { causal } from "./causal.ts";
import { modal } from "./modal.ts";
import { sandboxed } from "./sandboxed.ts";

const CALL = { id: "c1", name: "spy", input: {} };

function spy(run: (ctx: ToolContext) => void = () => undefined) {
  const entered: ToolContext[] = [];
  const tool = defineTool({
    name: "spy",
    parameters: {},
    run: (_, ctx) => {
      entered.push(ctx);
      run(ctx);
      return textResult("done");
    },
  });
  return { tool, entered };
}

describe("sandboxed", () => {
  it("R209: runs with the backend supplied for the trust, and with nothing else changed", async () => {
    const { tool, entered } = spy();
    const other = makeContext({ fs: createMemoryFs({ "/inside.txt": "in" }), net: createMemoryNet({}) });
    const asked: TrustLevel[] = [];
    const fixed = createFixedBackend(other);
    const backends = { backendFor: (trust: TrustLevel) => (asked.push(trust), fixed.backendFor(trust)) };
    const ctx = makeContext();
    await sandboxed(tool, { backends, trust: "L2" }).invoke(CALL, ctx);
    expect(asked).toEqual(["L2"]);
    const { fs, shell, net, search, documents } = other;
    expect(entered).toEqual([{ ...ctx, fs, shell, net, search, documents }]);
    expect(entered[0]?.fs).toBe(fs);
    expect(entered[0]?.shell).toBe(shell);
    expect(entered[0]?.net).toBe(net);
    expect(entered[0]?.search).toBe(search);
    expect(entered[0]?.state).toBe(ctx.state);
  });

  it("R209: is refused when there is no backend, and the tool is not entered", async () => {
    const { tool, entered } = spy();
    const backends = {
      backendFor: () => {
        throw new Fault("unavailable", "There is no sandbox on this machine.");
      },
    };
    const outcome = await sandboxed(tool, { backends, trust: "L3" }).invoke(CALL, makeContext());
    expect(outcome.error?.code).toBe("unavailable");
    expect(entered).toEqual([]);
  });
});

describe("causal", () => {
  it("R214: without a proof the tool is not entered, and the caller is told what is missing", async () => {
    const { tool, entered } = spy();
    const missing: Decision = {
      verdict: "deny",
      code: "denied_proof",
      reason: "/a was not read.",
      hint: "Read it first.",
    };
    const outcome = await causal(tool, () => missing).invoke(CALL, makeContext());
    expect(outcome).toMatchObject({
      callId: "c1",
      isError: true,
      output: "/a was not read.\nRead it first.",
      error: { code: "denied_proof", message: "/a was not read.", hint: "Read it first." },
    });
    expect(entered).toEqual([]);
  });

  it("R214: with a proof of this very call it runs", async () => {
    const { tool, entered } = spy();
    const ctx = makeContext();
    const seen: unknown[] = [];
    const proven = causal(tool, async (call, given) => (seen.push(call, given), ALLOW));
    expect((await proven.invoke(CALL, ctx)).output).toBe("done");
    expect(seen).toEqual([CALL, ctx]);
    expect(entered[0]).toBe(ctx);
  });

  it("R214: a question is not a proof", async () => {
    const { tool, entered } = spy();
    const outcome = await causal(tool, () => ({ verdict: "ask", reason: "Is it so?" })).invoke(
      CALL,
      makeContext(),
    );
    expect([outcome.error?.code, entered.length]).toEqual(["needs_approval", 0]);
  });
});

async function inMode(mode: "plan" | "execute"): Promise<ToolContext> {
  const ctx = makeContext();
  await ctx.state.mode.replace(mode);
  return ctx;
}

describe("modal", () => {
  const leave = { fromMode: "plan", toMode: "execute", approvalRequired: true } as const;

  it("R215: says from where to where it leads and whether a person has to approve, bound or not", () => {
    const tool = modal(spy().tool, leave);
    expect(tool).toMatchObject(leave);
    expect(tool.bind(() => makeContext())).toMatchObject(leave);
  });

  it("R215: outside its mode it is refused, unasked and unentered", async () => {
    const { tool, entered } = spy();
    let asked = 0;
    const ctx = await inMode("execute");
    const outcome = await modal(tool, leave, () => (asked++, ALLOW)).invoke(CALL, ctx);
    expect(outcome.error).toMatchObject({
      code: "denied_mode",
      message: "spy works in plan mode, and this session is in execute mode.",
    });
    expect([asked, entered.length, await ctx.state.mode.read()]).toEqual([0, 0, "execute"]);
  });

  it("R215, R320: a transition that needs approval does not happen without it", async () => {
    const { tool, entered } = spy();
    const denied: Decision = { verdict: "deny", code: "denied_policy", reason: "Not today." };
    const ask: Decision = { verdict: "ask", reason: "May it?" };
    const refusals = [undefined, () => ask, () => denied, () => Promise.reject(new Error("nobody home"))];
    for (const approve of refusals) {
      const ctx = await inMode("plan");
      expect((await modal(tool, leave, approve).invoke(CALL, ctx)).isError).toBe(true);
      expect(await ctx.state.mode.read()).toBe("plan");
    }
    expect(entered).toEqual([]);
  });

  it("R215, R320: with approval, or where none is needed, the session is in the other mode afterwards", async () => {
    for (const approvalRequired of [true, false]) {
      const { tool } = spy();
      const ctx = await inMode("plan");
      const approve = approvalRequired ? () => ALLOW : undefined;
      const outcome = await modal(tool, { ...leave, approvalRequired }, approve).invoke(CALL, ctx);
      expect([outcome.isError, await ctx.state.mode.read()]).toEqual([false, "execute"]);
    }
  });

  it("R215: a tool that fails leaves the mode as it was", async () => {
    const { tool } = spy(() => {
      throw new Error("broken");
    });
    const ctx = await inMode("plan");
    await modal(tool, { ...leave, approvalRequired: false }).invoke(CALL, ctx);
    expect(await ctx.state.mode.read()).toBe("plan");
  });
});
