import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { makeContext } from "../backends/index.ts";
import {
  blocksResult,
  defineTool,
  errorResult,
  Fault,
  jsonResult,
  type JsonSchema,
  reads,
  textResult,
  type ToolContext,
  type ToolOutcome,
  type ToolResult,
} from "./index.ts";

const greet = defineTool({
  name: "greet",
  path: "world.tools.greet",
  title: "Greet",
  summary: "Say hello",
  effects: [reads("session")],
  input: z.strictObject({ name: z.string(), times: z.int().default(1) }),
  touches: ({ name }) => [{ kind: "path", path: name, op: "read" }],
  run: ({ name, times }) => textResult(`hello ${name}`.repeat(times)),
});

const RAW: JsonSchema = {
  type: "object",
  properties: { name: { type: "string" }, deep: { type: "object", properties: { n: { type: "integer" } } } },
  required: ["name"],
  additionalProperties: false,
};

const rawGreet = defineTool({
  name: "raw_greet",
  description: "Say hello",
  parameters: RAW,
  run: async ({ name }) => textResult(`hello ${String(name)}`),
});

function call(input: unknown): { id: string; name: string; input: unknown } {
  return { id: "c1", name: "greet", input };
}

describe("a defined tool", () => {
  it("R136: is made of a name, a description, parameters and one run function", async () => {
    const outcome = await rawGreet.invoke(call({ name: "Ada" }), makeContext());
    expect(outcome).toMatchObject({ callId: "c1", isError: false, output: "hello Ada" });
    expect(rawGreet.descriptor()).toEqual({ name: "raw_greet", description: "Say hello", parameters: RAW });
  });

  it("R136: hands run the input and the very context of the call", async () => {
    const given: unknown[] = [];
    const tool = defineTool({
      name: "takes",
      parameters: {},
      run: (...all) => {
        given.push(...all);
        return textResult("");
      },
    });
    const ctx = makeContext();
    await tool.invoke(call({ name: "Ada" }), ctx);
    expect(given).toEqual([{ name: "Ada" }, expect.anything()]);
    expect(given[1]).toBe(ctx);
  });

  it("R137: exposes a descriptor, invoke, and the facade that agent frameworks use", async () => {
    expect(greet.descriptor()).toEqual({
      name: "greet",
      description: "Say hello",
      parameters: expect.objectContaining({ type: "object", required: ["name"] }),
    });
    expect(greet).toMatchObject({ label: "Greet", description: "Say hello", parameters: { type: "object" } });
    const bound = greet.bind(() => makeContext());
    expect(await bound.execute("c2", { name: "Ada" })).toMatchObject({
      isError: false,
      content: [{ kind: "text", text: "hello Ada" }],
    });
    expect(await bound.invoke(call({ name: "Ada" }), makeContext())).toMatchObject({ output: "hello Ada" });
  });

  it("R137: execute heeds the signal it is given, whatever it is bound to", async () => {
    const bound = greet.bind(() => makeContext());
    expect(await bound.execute("c2", { name: "Ada" }, AbortSignal.abort())).toMatchObject({
      isError: true,
      error: { code: "cancelled" },
    });
  });

  it("refuses to execute before it is bound, and says how to bind it", async () => {
    await expect(greet.execute("c1", { name: "Ada" })).rejects.toMatchObject({
      code: "unavailable",
      hint: expect.stringContaining("bind"),
    });
  });

  it("needs the highest trust when it declares none", () => {
    expect(rawGreet.trust).toBe("L3");
  });

  it("tells what a call would touch, and nothing for an invalid one", async () => {
    expect(await greet.touches({ name: "a.txt" })).toEqual([{ kind: "path", path: "a.txt", op: "read" }]);
    expect(await greet.touches({})).toEqual([]);
  });
});

describe("the type of a tool", () => {
  it("infers what run receives from the schema, defaults filled in", () => {
    defineTool({
      name: "typed",
      input: z.strictObject({ path: z.string(), limit: z.int().default(3) }),
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ path: string; limit: number }>();
        return textResult("");
      },
    });
  });

  it("leaves the fields of raw parameters unknown", () => {
    defineTool({
      name: "raw",
      parameters: {},
      run: (input) => {
        expectTypeOf(input).toEqualTypeOf<Record<string, unknown>>();
        return textResult("");
      },
    });
  });
});

describe("the input of a call", () => {
  it("R139: may be a JSON string", async () => {
    const outcome = await greet.invoke(call('{"name":"Ada","times":2}'), makeContext());
    expect(outcome.output).toBe("hello Adahello Ada");
  });

  it.each([null, undefined, "", "null"])("R139: counts %j as an empty bag", async (input) => {
    const anything = defineTool({
      name: "any",
      parameters: {},
      run: (bag) => textResult(JSON.stringify(bag)),
    });
    expect((await anything.invoke(call(input), makeContext())).output).toBe("{}");
  });

  it("is refused with every wrong field named, before run", async () => {
    let ran = false;
    const strict = defineTool({
      name: "strict",
      input: z.strictObject({ path: z.string(), limit: z.int().optional() }),
      run: () => {
        ran = true;
        return textResult("");
      },
    });
    const outcome = await strict.invoke(call({ limit: "x", extra: 1 }), makeContext());
    expect(outcome).toMatchObject({ isError: true, error: { code: "invalid_input" } });
    expect(outcome.output).toMatch(/path: .*limit: .*extra/s);
    expect(ran).toBe(false);
  });

  it("is refused against raw JSON Schema too, at the deepest place", async () => {
    const outcome = await rawGreet.invoke(call({ name: 3, deep: { n: "x" } }), makeContext());
    expect(outcome.error).toMatchObject({ code: "invalid_input" });
    expect(outcome.output).toMatch(/name: .*string/);
    expect(outcome.output).toMatch(/deep\.n: .*integer/);
  });

  it("is refused by its fields also when it came as JSON text, and says which fields there are", async () => {
    const outcome = await greet.invoke(call('{"nmae":"Ada"}'), makeContext());
    expect(outcome.error).toMatchObject({ code: "invalid_input", hint: "Fields: name, times?." });
    expect(outcome.error?.message).toMatch(/nmae/);
  });

  it("is refused when it is text that is no JSON", async () => {
    const outcome = await greet.invoke(call("{name: Ada"), makeContext());
    expect(outcome.output).toMatch(/not valid JSON/);
  });
});

describe("the end of a call", () => {
  it("R140, R344: a call cancelled before it began never runs", async () => {
    let ran = false;
    const tool = defineTool({
      name: "slow",
      parameters: {},
      run: () => {
        ran = true;
        return textResult("");
      },
    });
    const outcome = await tool.invoke(call({}), makeContext({ cancel: AbortSignal.abort() }));
    expect(outcome).toMatchObject({ isError: true, error: { code: "cancelled" } });
    expect(outcome.output).toBe("Cancelled before slow could begin.");
    expect(ran).toBe(false);
  });

  it("takes escapes out of errors and bounds them, as they quote what callers and files made up", async () => {
    const tool = failing(new Fault("tool_error", `\u001b[31mno ${"x".repeat(99_999)}`, { hint: "a\u0000b" }));
    const { error, output } = await tool.invoke(call({}), makeContext());
    expect(error?.message).toMatch(/^no x+\n\[… \d+ bytes omitted …\]\nx+$/);
    expect(error?.hint).toBe("ab");
    expect(String(output).length).toBeLessThan(20_000);
  });

  it("R141: an error thrown by run comes back as an error outcome without a stack", async () => {
    const tool = failing(new Error("the disk is on fire"));
    const outcome = await tool.invoke(call({}), makeContext());
    expect(outcome).toMatchObject({
      isError: true,
      output: "the disk is on fire",
      error: { code: "tool_error" },
    });
  });

  it("R141: so does one thrown before run returns, and one that is no Error", async () => {
    const tool = defineTool({
      name: "fails",
      parameters: {},
      input: z.strictObject({}),
      run: () => {
        throw new Error("at once");
      },
    });
    expect(await tool.invoke(call({}), makeContext())).toMatchObject({ isError: true, output: "at once" });
    const words = await failing("just words").invoke(call({}), makeContext());
    expect(words).toMatchObject({ isError: true, output: "just words", error: { code: "tool_error" } });
  });

  it("R141: a result that nobody can serialise is an error outcome too, however run returns it", async () => {
    const input = z.strictObject({});
    const result = jsonResult({ big: 1n });
    for (const run of [() => result, async () => result])
      expect(await defineTool({ name: "odd", input, run }).invoke(call({}), makeContext())).toMatchObject({
        isError: true,
        error: { code: "tool_error", message: expect.stringContaining("BigInt") },
      });
  });

  it("R138: an error result that run returns makes the outcome an error", async () => {
    const failed = { ...textResult("no"), isError: true };
    expect(await answering(failed)).toMatchObject({ isError: true, output: "no", result: failed });
    const error = { code: "not_found", message: "gone" } as const;
    expect(await answering(errorResult(error))).toMatchObject({ isError: true, output: "gone", error });
  });

  it("R142: the outcome carries the projection of what run returns", async () => {
    expect((await answering(textResult("a"))).output).toBe("a");
    expect((await answering(jsonResult({ a: [1] }))).output).toEqual({ a: [1] });
    const mix = [...textResult("a").content, ...jsonResult(1).content];
    expect((await answering(blocksResult(mix))).output).toEqual(mix);
  });

  it("R141: a fault keeps its code, and its hint is shown", async () => {
    const tool = failing(new Fault("not_found", "No such thing.", { hint: "Try the other." }));
    const outcome = await tool.invoke(call({}), makeContext());
    expect(outcome.error).toEqual({ code: "not_found", message: "No such thing.", hint: "Try the other." });
    expect(outcome.output).toBe("No such thing.\nTry the other.");
  });

  it("R141: cancellation is raised again, whatever its reason", async () => {
    const aborter = new AbortController();
    const tool = defineTool({
      name: "waits",
      parameters: {},
      run: async (_input, ctx: ToolContext) => {
        aborter.abort("because");
        ctx.cancel.throwIfAborted();
        return textResult("");
      },
    });
    await expect(tool.invoke(call({}), makeContext({ cancel: aborter.signal }))).rejects.toBe("because");
    await expect(
      failing(new DOMException("x", "AbortError")).invoke(call({}), makeContext()),
    ).rejects.toThrow("x");
  });
});

function answering(result: ToolResult): Promise<ToolOutcome> {
  return defineTool({ name: "answers", parameters: {}, run: () => result }).invoke(call({}), makeContext());
}

function failing(error: unknown): ReturnType<typeof defineTool> {
  return defineTool({
    name: "fails",
    parameters: {},
    run: async () => {
      throw error;
    },
  });
}
