import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createFixedBackend, createMemoryCache, makeContext } from "../../backends/index.ts";
import {
  calls,
  type DefinedTool,
  defineTool,
  type Effect,
  reads,
  textResult,
  type ToolContext,
  TRUST_LEVELS,
  writes,
} from "../../kernel/index.ts";
import { ALLOW } from "../decision.ts";
import { cached } from "./cached.ts";
import { causal } from "./causal.ts";
import { modal } from "./modal.ts";
import { retrying } from "./retrying.ts";
import { sandboxed } from "./sandboxed.ts";
import { traced } from "./traced.ts";

type Wrap = (tool: DefinedTool) => DefinedTool;

const backend = makeContext();
const WRAPPERS: Readonly<Record<string, Wrap>> = {
  traced: (tool) => traced(tool, { newId: () => "t1", definition: "d" }),
  cached: (tool) => cached(tool, { cache: createMemoryCache(), keepMs: 1_000 }),
  retrying: (tool) => retrying(tool),
  sandboxed: (tool) => sandboxed(tool, { backends: createFixedBackend(backend), trust: "L3" }),
  causal: (tool) => causal(tool, () => ALLOW),
  modal: (tool) =>
    modal(tool, { fromMode: "execute", toMode: "execute", approvalRequired: true }, () => ALLOW),
};

const EFFECTS: readonly Effect[] = [
  reads("filesystem"),
  reads("session"),
  writes("filesystem"),
  writes("session"),
  calls("shell"),
  calls("network"),
  calls("remote"),
];
const word = fc.stringMatching(/^[a-z][a-z_]{0,10}$/);
const schema = fc.constantFrom(
  z.strictObject({ text: z.string() }),
  z.strictObject({ text: z.string(), n: z.int().default(1) }),
);
const anyTool = fc
  .record({
    name: word,
    folder: word,
    title: fc.string(),
    summary: fc.string(),
    description: fc.string(),
    effects: fc.subarray([...EFFECTS]),
    trust: fc.constantFrom(...TRUST_LEVELS),
    verbs: fc.array(word),
    input: schema,
  })
  .map(({ folder, ...spec }) =>
    defineTool({
      ...spec,
      path: `world.tools.${folder}.${spec.name}`,
      touches: ({ text }) => [{ kind: "path", path: text, op: "read" }],
      run: ({ text }) => textResult(`got ${text}`),
    }),
  );
const someWrappers = fc.array(fc.constantFrom(...Object.keys(WRAPPERS)), { minLength: 1, maxLength: 6 });

function wrappedBy(names: readonly string[], tool: DefinedTool): DefinedTool {
  return names.reduce((inner, name) => WRAPPERS[name]?.(inner) ?? inner, tool);
}

/** Everything a tool says of itself, whatever fields there will be. */
function sayings(tool: DefinedTool): Record<string, unknown> {
  const fields = Object.entries(tool).filter(([, value]) => typeof value !== "function");
  return { ...Object.fromEntries(fields), descriptor: tool.descriptor() };
}

function withBoundContext(tool: DefinedTool, context: ToolContext): DefinedTool {
  return tool.bind(() => context);
}

const deny = () => ({ verdict: "deny", code: "denied_proof", reason: "no proof" }) as const;

describe("wrappers", () => {
  it("R210: any of them, in any order, leave name, path, schema, effects and trust as they are", async () => {
    await fc.assert(
      fc.asyncProperty(anyTool, someWrappers, async (tool, names) => {
        for (const each of [
          wrappedBy(names, tool),
          withBoundContext(wrappedBy(names, tool), makeContext()),
        ]) {
          expect(sayings(each)).toMatchObject(sayings(tool));
          expect(each.effects).toEqual(tool.effects);
          expect(each.parameters).toBe(tool.parameters);
          expect(await each.touches({ text: "a" })).toEqual(await tool.touches({ text: "a" }));
          expect(await each.touches({ text: 1 })).toEqual([]);
        }
      }),
    );
  });

  it("R210: any of them, in any order, leave results and failures as they are", async () => {
    await fc.assert(
      fc.asyncProperty(anyTool, someWrappers, async (tool, names) => {
        const wrapped = wrappedBy(names, tool);
        for (const input of [{ text: "a" }, { text: 1 }, '{"text":"b"}', undefined]) {
          const call = { id: "c1", name: tool.name, input };
          expect(await wrapped.invoke(call, makeContext())).toEqual(await tool.invoke(call, makeContext()));
        }
        const bound = withBoundContext(wrapped, makeContext());
        expect(await bound.execute("c2", { text: "a" })).toMatchObject({
          content: [{ text: "got a" }],
          isError: false,
        });
      }),
    );
  });

  it("a tool says its schema only when asked, wrapped or not", () => {
    const silent = defineTool({
      name: "silent",
      input: { "~standard": { version: 1, vendor: "odd", validate: (value) => ({ value }) } },
      run: () => textResult(""),
    });
    for (const name of Object.keys(WRAPPERS)) {
      const wrapped = wrappedBy([name], silent);
      expect(() => wrapped.parameters).toThrow("cannot describe itself");
    }
  });

  it("cancellation comes through all of them", async () => {
    const reason = new Error("enough");
    const waiting = defineTool({
      name: "waits",
      parameters: {},
      run: (_, { cancel }) =>
        new Promise((_resolve, reject) => {
          cancel.throwIfAborted();
          cancel.addEventListener("abort", () => reject(cancel.reason as Error));
        }),
    });
    for (const name of Object.keys(WRAPPERS)) {
      const caller = new AbortController();
      const wrapped = withBoundContext(wrappedBy([name, "traced"], waiting), makeContext());
      const running = wrapped.execute("c1", {}, caller.signal);
      await new Promise((next) => void setImmediate(next));
      caller.abort(reason);
      await expect(running).rejects.toBe(reason);
    }
  });

  it("there is no way past a wrapper: not by an older context, and not by what the tool inside can do", async () => {
    let entered = 0;
    const tool = defineTool({
      name: "guarded",
      parameters: {},
      run: () => textResult(`${++entered}`),
    }).bind(() => makeContext());
    const guarded = causal(traced(tool, { newId: () => "t1", definition: "d" }), deny);
    await expect(guarded.execute("c1", {})).rejects.toThrow("not bound to a context");
    expect(await guarded.bind(() => makeContext()).execute("c1", {})).toMatchObject({ isError: true });
    expect(guarded).not.toHaveProperty("invokeTraced");
    expect(entered).toBe(0);
  });

  it("what breaks around a tool is an outcome like any other", async () => {
    const tool = defineTool({ name: "fine", parameters: {}, run: () => textResult("fine") });
    const broken = causal(tool, () => {
      throw new TypeError("the check is broken");
    });
    const outcome = await broken.invoke({ id: "c1", name: "fine", input: {} }, makeContext());
    expect(outcome.error).toEqual({ code: "tool_error", message: "the check is broken" });
  });
});
