import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeckhandEvent } from "../../src/control/index.ts";
import { defineTool, textResult, type ToolOutcome, type ToolResult, writes } from "../../src/kernel/index.ts";
import type { Addon, Session } from "../../src/session/index.ts";
import { type FaultGround, faultGround, make, read } from "./fault-ground.ts";

let ground: FaultGround;

beforeEach(async () => {
  ground = await faultGround();
});

afterEach(() => ground.close());

const selfContaining: Record<string, unknown> = {};
selfContaining["self"] = selfContaining;

describe("a tool", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "just a text"],
    ["a number", 42],
    ["a symbol", Symbol("odd")],
    ["an object", { code: "denied_trust", message: "pretends" }],
    ["an object that contains itself", selfContaining],
    ["an object whose message cannot be read", hostileObject()],
    ["an AbortError of its own", new DOMException("gave up", "AbortError")],
  ])("that throws %s fails like any other, and is recorded", async (_what, thrown) => {
    const session = open(
      makesTrouble(() => {
        throw thrown;
      }),
    );
    const events: DeckhandEvent[] = [];
    session.subscribe("tool.", (event) => events.push(event));
    const outcome = await make(session, "odd", {});
    expect(outcome).toMatchObject({ isError: true, error: { code: "tool_error" } });
    expect(outcome.output).not.toMatch(/^\s*at /m);
    const [kept] = await expectOneTrace(session, outcome.trace);
    expect(kept).toMatchObject({ success: false });
    expect(events.map(({ type }) => type)).toEqual(["tool.invoked", "tool.failed"]);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "just a text"],
    ["a list", [1, 2, 3]],
    ["content that is no list", { content: "x", isError: false }],
    ["content of another kind", { content: [{ kind: "hologram", beam: 1 }], isError: false }],
    ["a result that cannot be read", hostileObject()],
  ])("that returns %s does no harm, and is recorded once", async (_what, returned) => {
    const session = open(makesTrouble(() => returned as unknown as ToolResult));
    const outcome = await make(session, "odd", {});
    expect(outcome.trace).toBeDefined();
    expect(() => JSON.stringify(outcome)).not.toThrow();
    await expectOneTrace(session, outcome.trace);
  });

  it("with an output that is too large for a record is recorded all the same", async () => {
    const session = open(makesTrouble(() => textResult("x".repeat(5_000_000))));
    const { trace, isError } = await make(session, "odd", {});
    expect(isError).toBe(false);
    const [kept] = await expectOneTrace(session, trace);
    expect(JSON.stringify(kept).length).toBeLessThan(200_000);
  });

  it.each([
    ["claims a change without an end", { content: [], isError: false, changes: [{ path: selfContaining }] }],
    ["claims changes that are no list", { content: [], isError: false, changes: "all of them" }],
    ["claims evidence of nothing", { content: [], isError: false, evidence: [null] }],
    ["claims evidence that is no list", { content: [], isError: false, evidence: { length: 1e9 } }],
  ])("that %s spoils no record but its own", async (_what, returned) => {
    const session = open(makesTrouble(() => returned as unknown as ToolResult));
    await make(session, "odd", {}).catch(() => undefined);
    expect(await read(session)).toMatchObject({ isError: false });
    await session.close();
    const { verdict, traces } = await ground.remembered();
    expect(verdict).toMatchObject({ ok: true });
    expect(traces.map(({ tool }) => tool)).toContain("read");
  });
});

describe("an input", () => {
  it.each([
    ["nothing", undefined],
    ["a number", 7],
    ["a list", ["a.txt"]],
    ["an object that contains itself", selfContaining],
    ["an object that cannot be read", hostileObject()],
    ["a big integer", { path: 10n }],
    ["a function", { path: () => "a.txt" }],
  ])("that is %s is refused, and recorded", async (_what, input) => {
    const session = ground.open();
    const outcome = await make(session, "read", input);
    expect(outcome).toMatchObject({ isError: true, trace: expect.any(String) });
    await expectOneTrace(session, outcome.trace);
  });
});

describe("an interceptor", () => {
  it("that answers itself is recorded as the call, which is not run", async () => {
    const answer: ToolOutcome = { callId: "1", isError: false, output: "mine", result: textResult("mine") };
    const session = open({ name: "mine", intercept: async () => answer });
    const outcome = await make(session, "write", { path: "b.txt", content: "x" });
    expect(outcome).toMatchObject({ output: "mine", trace: expect.any(String) });
    expect(Object.keys(await ground.files())).toEqual(["a.txt"]);
    const [kept] = await expectOneTrace(session, outcome.trace);
    expect(kept).toMatchObject({ tool: "write", success: true, output: "mine" });
    const { audit } = await ground.remembered();
    expect(audit).toMatchObject([{ kind: "completed", note: "answered by an addon" }]);
  });

  it("that throws before the call is made leaves a record of it", async () => {
    const session = open({
      name: "mine",
      intercept: () => {
        throw new Error("not today");
      },
    });
    const outcome = await make(session, "write", { path: "b.txt", content: "x" });
    expect(outcome).toMatchObject({ isError: true, output: expect.stringContaining("not today") });
    await expectOneTrace(session, outcome.trace);
    expect(Object.keys(await ground.files())).toEqual(["a.txt"]);
  });

  it("that throws after the call was made leaves the record of what happened", async () => {
    const session = open({
      name: "mine",
      intercept: async ({ input }, next) => {
        await next(input);
        throw new Error("too late");
      },
    });
    expect(await make(session, "write", { path: "b.txt", content: "x" })).toMatchObject({ isError: true });
    await session.close();
    expect((await ground.remembered()).traces).toMatchObject([{ tool: "write", success: true }]);
    expect(await ground.files()).toMatchObject({ "b.txt": "x" });
  });

  it("cannot get past the judgement of what it makes of the input", async () => {
    const session = open({
      name: "mine",
      intercept: (_call, next) => next({ path: ".git/config", content: "x" }),
    });
    expect(await make(session, "write", { path: "b.txt", content: "x" })).toMatchObject({
      error: { code: expect.stringMatching(/^denied/) },
    });
    expect(Object.keys(await ground.files())).toEqual(["a.txt"]);
  });
});

function open(addon: Addon): Session {
  return ground.open({}, { addons: [addon] });
}

/** An addon with a tool, `odd`, that has an effect and behaves as told. */
function makesTrouble(run: () => ToolResult): Addon {
  const parameters = { type: "object" };
  return {
    name: "mine",
    tools: [defineTool({ name: "odd", parameters, effects: [writes("session")], run })],
  };
}

/** Whoever looks at anything in it is thrown at. */
function hostileObject(): Record<string, unknown> {
  return new Proxy(
    {},
    {
      get: () => {
        throw new Error("do not touch");
      },
      ownKeys: () => {
        throw new Error("do not touch");
      },
    },
  );
}

async function expectOneTrace(session: Session, trace: string | undefined) {
  await session.close();
  const { verdict, audit, traces } = await ground.remembered();
  expect(verdict).toMatchObject({ ok: true });
  expect(traces.map(({ id }) => id)).toEqual([trace]);
  expect(audit.filter(({ kind }) => kind !== "intent")).toHaveLength(1);
  return traces;
}
