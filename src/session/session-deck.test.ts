import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manualClock } from "../backends/index.ts";
import { InMemoryStore } from "../deck/index.ts";
import { defineTool, textResult } from "../kernel/index.ts";
import { TRUSTING } from "../../test/trusting.ts";
import { type Addon, openSession, type Session, type SessionSettings } from "./index.ts";

let folder = "";
let stateFolder = "";
const opened: Session[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-session-deck-"));
  stateFolder = await mkdtemp(join(tmpdir(), "deckhand-session-state-"));
  await writeFile(join(folder, "a.txt"), "one\n");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await rm(folder, { recursive: true, force: true });
  await rm(stateFolder, { recursive: true, force: true });
});

describe("what a session offers", () => {
  it("is the profile, narrowed by names however they are spelled", () => {
    expect(names({ profile: "observe" })).toHaveLength(7);
    expect(names({ profile: "survey" })).toHaveLength(12);
    expect(names({})).toContain("saas-action");
    expect(names({ tools: ["ToDo_Read", "world.tools.file.ls", "BgProcess"] })).toEqual([
      "ls",
      "todo_read",
      "bg-process",
    ]);
    expect(names({ withoutTools: ["bash", "web-fetch"], profile: "survey" })).toHaveLength(10);
  });

  it("is what the profile and the names have in common, and says what they have not", () => {
    const session = open({ profile: "observe", tools: ["read", "bash"] });
    expect(session.rows.map(({ name }) => name)).toEqual(["read"]);
    expect(session.notes).toEqual(['The tool "bash" is not part of the profile observe.']);
  });

  it("R123: is everything for an empty list, and nothing at all for none", async () => {
    expect(names({ tools: [] })).toEqual(names({}));
    const none = open({ tools: false, addons: [{ name: "x", tools: [hello("hello")] }] });
    expect(none.rows).toEqual([]);
    expect(await none.advertised()).toEqual([]);
    expect(await none.call(call("tool_search", { query: "read" }))).toMatchObject({
      error: { code: "unknown_tool" },
    });
  });

  it.each<[string, Partial<SessionSettings>]>([
    ["an unknown tool", { tools: ["raed"] }],
    ["an unknown tool to leave out", { withoutTools: ["raed"] }],
    ["an unknown profile", { profile: "everything" as never }],
    ["an unknown tool to pin", { deferred: true, pinned: ["raed"] }],
  ])("faults on %s, and says what exists", (_what, settings) => {
    expect(() => open(settings)).toThrow(
      expect.objectContaining({ kind: "unknown_capability", hint: expect.stringContaining("Known: ") }),
    );
  });
});

describe("what is pinned", () => {
  it("is shown where it is offered, and noted where it is not", async () => {
    const session = open({ deferred: true, profile: "observe", pinned: ["bash", "Read"] });
    expect(await advertised(session)).toEqual(["tool_search", "tool_call", "read"]);
    expect(session.notes).toEqual(['The tool "bash" is pinned but not offered here.']);
    for (const settings of [{ tools: ["ls"] }, { withoutTools: ["read"] }]) {
      const narrow = open({ deferred: true, pinned: ["read"], ...settings });
      expect(await advertised(narrow)).toEqual(["tool_search", "tool_call"]);
    }
    expect(await advertised(open({ deferred: true, pinned: ["read"], tools: false }))).toEqual([]);
  });
});

describe("addons", () => {
  it("R317: a tool that is called like another is dropped and does not shadow it", async () => {
    const addon: Addon = {
      name: "mine",
      tools: [
        hello("read"),
        hello("Todo-Read"),
        hello("tool_call"),
        hello("hello"),
        hello("hello"),
        { ...hello("reader"), path: "world.tools.file.read" },
      ],
    };
    const session = open({ addons: [addon] });
    expect(session.rows.filter(({ source }) => source === "addon").map(({ name }) => name)).toEqual([
      "hello",
    ]);
    expect(session.notes).toHaveLength(5);
    expect(session.notes[0]).toBe('The tool "read" of addon mine was dropped: another tool is called so.');
    for (const name of ["read", "world.tools.file.read"]) {
      expect((await session.call(call(name, { path: "a.txt" }))).output).toContain("one");
    }
    expect((await session.call(call("hello", {}))).output).toBe("hello from hello");
  });

  it("R317: nor when the deck's tool is not offered here", async () => {
    const session = open({
      tools: ["ls"],
      addons: [{ name: "mine", tools: [hello("bash"), hello("hello")] }],
    });
    expect(session.rows.map(({ name }) => name)).toEqual(["ls", "hello"]);
    expect(await session.call(call("bash", { command: "true" }))).toMatchObject({
      error: { code: "denied_scope" },
    });
  });

  it("R317: interceptors stand around every call, the first outermost, and cannot change the tool", async () => {
    const seen: string[] = [];
    const addon = (name: string): Addon => ({
      name,
      intercept: async ({ tool, input }, next) => {
        seen.push(`${name} before ${tool.name}`);
        const outcome = await next({ ...(input as object), [name]: true });
        seen.push(`${name} after`);
        return outcome;
      },
    });
    const echo = defineTool({
      name: "echo",
      parameters: { type: "object" },
      run: (input) => textResult(JSON.stringify(input)),
    });
    const session = open({ addons: [addon("a"), { name: "quiet", tools: [echo] }, addon("b")] });
    expect((await session.call(call("tool_call", { name: "echo", arguments: { x: 1 } }))).output).toBe(
      '{"x":1,"a":true,"b":true}',
    );
    expect(seen).toEqual(["a before echo", "b before echo", "b after", "a after"]);
  });

  it("R317: an interceptor that breaks breaks its call only", async () => {
    const session = open({
      addons: [
        {
          name: "bad",
          intercept: ({ tool }, next) => {
            if (tool.name === "ls") throw new Error("out of order");
            return next({ path: "a.txt" });
          },
        },
      ],
    });
    expect(await session.call(call("ls", {}))).toMatchObject({ isError: true, output: "out of order" });
    expect((await session.call(call("read", {}))).output).toContain("one");
  });
});

describe("an addon that", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["something else", { isError: false, result: {} }],
  ])("R317: answers with %s leaves nobody without an outcome", async (_what, answer) => {
    const session = open({ addons: [{ name: "bad", intercept: () => Promise.resolve(answer as never) }] });
    expect(await session.call(call("ls", {}))).toMatchObject({
      isError: true,
      error: { code: "tool_error", message: "The addon bad did not answer with an outcome." },
    });
  });

  it("gives up by itself breaks its call; nobody took that back", async () => {
    const tool = defineTool({ name: "hasty", parameters: {}, run: giveUp });
    for (const addon of [
      { name: "a", tools: [tool] },
      { name: "b", intercept: giveUp, tools: [hello("hasty")] },
    ]) {
      expect(await open({ addons: [addon] }).call(call("hasty", {}))).toMatchObject({
        isError: true,
        output: "my own limit",
      });
    }
  });
});

describe("deferred mode", () => {
  it("shows how to find tools and what is pinned, and the list never changes", async () => {
    const session = open({ deferred: true, pinned: ["edit", "read"] });
    const shown = await advertised(session);
    expect(shown).toEqual(["tool_search", "tool_call", "read", "edit"]);
    const found = await session.call(call("tool_search", { query: "list a folder" }));
    expect(JSON.stringify(found.output)).toContain("ls");
    expect(await advertised(session)).toEqual(shown);
    expect((await session.box()).descriptors().map(({ name }) => name)).toEqual(shown);
  });

  it("calls what it does not show, as itself", async () => {
    const session = open({ deferred: true });
    const outcome = await session.call(call("tool_call", { name: "read", arguments: { path: "a.txt" } }));
    expect(outcome).toMatchObject({ isError: false, via: "tool_call" });
    expect(outcome.output).toContain("one");
    const nested = { name: "tool_call", arguments: { name: "read", arguments: { path: "a.txt" } } };
    expect((await session.call(call("tool_call", nested))).output).toContain("one");
    const text = await session.call(call("tool_call", '{"name":"world.tools.file.ls"}'));
    expect(text.output).toContain("a.txt");
  });

  it.each([
    ["no name", {}, "invalid_input"],
    ["a name that is none", { name: 5 }, "invalid_input"],
    ["an unknown tool", { name: "raed", arguments: {} }, "unknown_tool"],
    ["itself, with nothing in it", { name: "tool_call", arguments: {} }, "invalid_input"],
    ["a field nobody knows", { name: "ls", args: {} }, "invalid_input"],
    ["a bad input for the target", { name: "read", arguments: { path: 5 } }, "invalid_input"],
  ])("answers a tool_call of %s with an error", async (_what, input, code) => {
    const outcome = await open({ deferred: true }).call(call("tool_call", input));
    expect(outcome).toMatchObject({ isError: true, error: { code } });
  });

  it("refuses a tool_call that holds itself", async () => {
    const endless: { name: string; arguments?: unknown } = { name: "tool_call" };
    endless.arguments = endless;
    expect(await open({ deferred: true }).call(call("tool_call", endless))).toMatchObject({
      isError: true,
      error: { code: "invalid_input", message: expect.stringContaining("inside itself") },
    });
  });

  it("searches only what is offered", async () => {
    const session = open({ deferred: true, tools: ["ls", "read"] });
    const found = await session.call(call("tool_search", { query: "run a shell command" }));
    expect(JSON.stringify(found.output)).not.toContain('"bash"');
    expect(await session.call(call("tool_call", { name: "bash", arguments: {} }))).toMatchObject({
      error: { code: "denied_scope" },
    });
  });

  it("R343: says in its briefing how many more there are", async () => {
    const clock = manualClock(Date.UTC(2031, 0, 2));
    const text = await open({ deferred: true, clock }).briefing();
    expect(text).toContain("- tool_search: ");
    expect(text).toContain("27 more can be found");
    expect(text).not.toContain("- bash: ");
    expect(text).toContain("Date: 2031-01-02");
    expect(await open({}).briefing()).toContain("- bash: ");
  });
});

describe("what a session remembers", () => {
  it("R44, R51: a named one goes on where it was; another name and no name begin anew", async () => {
    const first = open({ name: "work", stateFolder });
    await first.call(call("todo", { action: "set", items: [{ task: "One", state: "active" }] }));
    await first.call(call("memory", { action: "append", content: "Use tabs." }));
    await first.close();
    const again = open({ name: "work", stateFolder });
    expect((await again.call(call("todo_read", {}))).output).toContain("One");
    expect(JSON.stringify((await again.call(call("memory", { action: "read" }))).output)).toContain(
      "Use tabs.",
    );
    for (const other of [open({ name: "play", stateFolder }), open({})]) {
      expect((await other.call(call("todo_read", {}))).output).toBe("The checklist is empty.");
      expect(JSON.stringify((await other.call(call("memory", { action: "read" }))).output)).not.toContain(
        "tabs",
      );
    }
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it("R51: takes the memory store it is given", async () => {
    const memoryStore = new InMemoryStore();
    await open({ memoryStore }).call(call("memory", { action: "replace", content: "kept elsewhere" }));
    expect(await memoryStore.read()).toBe("kept elsewhere");
  });

  it("R51: keeps its own where a host gives none, also by that name", async () => {
    const first = open({ name: "work", stateFolder, memoryStore: undefined as never });
    await first.call(call("memory", { action: "replace", content: "kept here" }));
    const again = open({ name: "work", stateFolder });
    expect((await again.call(call("memory", { action: "read" }))).output).toBe("kept here");
  });

  it("R311: says what a delegate lacks", async () => {
    expect(await open({ delegate: {} as never }).call(call("task", { objective: "a" }))).toMatchObject({
      error: { code: "unavailable", message: "framework.delegate lacks run()." },
    });
  });
});

describe("plan mode", () => {
  it("R320, R324: refuses what writes or runs until execute_mode; reading and notes go on", async () => {
    const session = open({});
    await session.call(call("plan_mode", {}));
    for (const [name, input] of [
      ["write", { path: "b.txt", content: "x" }],
      ["edit", { path: "a.txt", oldText: "one", newText: "two" }],
      ["bash", { command: "touch b.txt" }],
      ["process", { action: "list" }],
      ["tool_call", { name: "write", arguments: { path: "b.txt", content: "x" } }],
      ["task", { objective: "x" }],
      ["saas-action", { action: "discover" }],
    ] as const) {
      expect(await session.call(call(name, input))).toMatchObject({ error: { code: "denied_mode" } });
    }
    for (const [name, input] of [
      ["read", { path: "a.txt" }],
      ["grep", { pattern: "one" }],
      ["todo_set", { items: [] }],
      ["task_create", { title: "x" }],
      ["memory", { action: "append", content: "x" }],
    ] as const) {
      expect(await session.call(call(name, input))).toMatchObject({ isError: false });
    }
    expect(await readdir(folder)).toEqual(["a.txt"]);
    await session.call(call("execute_mode", {}));
    expect(await session.call(call("write", { path: "b.txt", content: "x" }))).toMatchObject({
      isError: false,
    });
  });

  it("R320: lasts as long as its session, also beyond the process", async () => {
    await open({ name: "work", stateFolder }).call(call("plan_mode", {}));
    expect(await open({ name: "work", stateFolder }).call(call("bash", { command: "true" }))).toMatchObject({
      error: { code: "denied_mode" },
    });
    expect(await open({ stateFolder }).call(call("bash", { command: "true" }))).toMatchObject({
      isError: false,
    });
  });
});

describe("closing a session", () => {
  it("does not wait for ever for a tool that does not listen", async () => {
    const deaf = defineTool({ name: "deaf", parameters: {}, run: () => new Promise<never>(() => undefined) });
    const session = open({ addons: [{ name: "mine", tools: [deaf] }] });
    const given = session.call(call("deaf", {})).catch((error: unknown) => error);
    await session.close();
    expect(await given).toMatchObject({ code: "cancelled", message: "The session was closed." });
    expect(await session.call(call("ls", {}))).toMatchObject({ error: { code: "unavailable" } });
  });

  it("may be done again, takes running calls back, and lets nothing begin", async () => {
    const session = open({ stays: true });
    const running = session.call(call("bash", { command: "touch begun; sleep 60" }));
    const ended = running.catch((error: unknown) => error);
    while (!(await readdir(folder)).includes("begun")) await sleep(10);
    await Promise.all([session.close(), session.close()]);
    expect(await ended).toMatchObject({ message: "The session was closed." });
    await session.close();
    expect(await session.call(call("ls", {}))).toMatchObject({
      error: { code: "unavailable", message: "The session is closed." },
    });
  });
});

function open(settings: Partial<SessionSettings>): Session {
  const session = openSession({ cwd: folder, stateFolder, govern: TRUSTING, ...settings });
  opened.push(session);
  return session;
}

function names(settings: Partial<SessionSettings>): string[] {
  return open(settings).rows.map(({ name }) => name);
}

async function advertised(session: Session): Promise<string[]> {
  return (await session.advertised()).map(({ name }) => name);
}

function call(name: string, input: unknown) {
  return { id: "1", name, input };
}

function giveUp(): Promise<never> {
  return Promise.reject(Object.assign(new Error("my own limit"), { name: "AbortError" }));
}

function hello(name: string) {
  return defineTool({
    name,
    path: `world.tools.mine.${name.toLowerCase()}`,
    parameters: { type: "object" },
    run: () => textResult(`hello from ${name}`),
  });
}
