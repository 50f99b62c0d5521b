import { describe, expect, it } from "vitest";
import { makeContext } from "../backends/index.ts";
import { defineTool, textResult, type ToolContext, ToolRegistry, UnknownToolError } from "./index.ts";

function echo(name: string): ReturnType<typeof defineTool> {
  return defineTool({ name, parameters: {}, run: () => textResult(name) });
}

const context = (): ToolContext => makeContext();

describe("a registry", () => {
  it("R164: registers in a chain and groups tools under names", () => {
    const registry = new ToolRegistry()
      .register(echo("a"))
      .register(echo("b"))
      .collection("both", ["b", "a"]);
    expect(registry.names()).toEqual(["a", "b"]);
    expect(registry.namesIn("both")).toEqual(["b", "a"]);
  });

  it("refuses a name that is taken", () => {
    expect(() => new ToolRegistry().register(echo("a")).register(echo("a"))).toThrow(/already registered/);
  });

  it("R165: raises UnknownToolError for an unknown tool or collection, naming what exists", () => {
    const registry = new ToolRegistry().register(echo("grep")).collection("mine", ["grep"]);
    expect(() => registry.get("gerp")).toThrow(UnknownToolError);
    expect(() => registry.collection("x", ["gerp"])).toThrow(UnknownToolError);
    expect(() => registry.namesIn("mien")).toThrow(UnknownToolError);
    expect(() => registry.toToolBox(context, "nope")).toThrow(UnknownToolError);
    const fault = catching(() => registry.get("gerp"));
    expect(fault).toMatchObject({ code: "unknown_tool", hint: 'Did you mean "grep"? Available: grep.' });
  });

  it("R166: boxes exactly the tools of a collection", async () => {
    const registry = new ToolRegistry().register(echo("a")).register(echo("b")).collection("one", ["b"]);
    const box = registry.toToolBox(context, "one");
    expect(box.descriptors().map(({ name }) => name)).toEqual(["b"]);
    expect((await box.runner.run({ id: "1", name: "b", input: {} })).output).toBe("b");
    expect((await box.runner.run({ id: "2", name: "a", input: {} })).isError).toBe(true);
  });

  it("R167: looks a tool up by name, mints a context for each call and threads the call's own cancel signal into it", async () => {
    const seen: ToolContext[] = [];
    const minted: ToolContext[] = [];
    const mint = (): ToolContext => minted[minted.push(makeContext()) - 1]!;
    const say = defineTool({
      name: "say",
      parameters: {},
      run: ({ text }, ctx) => {
        seen.push(ctx);
        return textResult(String(text));
      },
    });
    const registry = new ToolRegistry().register(echo("a")).register(say).collection("all", ["a", "say"]);
    const { runner } = registry.toToolBox(mint, "all");
    const { signal } = new AbortController();
    const first = await runner.run({ id: "1", name: "say", input: { text: "one" } }, signal);
    const second = await runner.run({ id: "2", name: "say", input: { text: "two" } });
    expect([first, second]).toMatchObject([
      { callId: "1", output: "one" },
      { callId: "2", output: "two" },
    ]);
    expect(minted).toHaveLength(2);
    expect(seen[0]?.cancel).toBe(signal);
    expect(seen[0]?.state).toBe(minted[0]?.state);
    expect(seen[1]).toBe(minted[1]);
  });

  it("R168, R344: answers a call of an unknown name with an error outcome", async () => {
    const box = new ToolRegistry().register(echo("a")).collection("all", ["a"]).toToolBox(context, "all");
    const outcome = await box.runner.run({ id: "1", name: "nope", input: {} });
    expect(outcome).toMatchObject({ callId: "1", isError: true, error: { code: "unknown_tool" } });
    expect(outcome.output).toBe('This session exposes no tool called "nope".\nAvailable: a.');
  });
});

function catching(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
