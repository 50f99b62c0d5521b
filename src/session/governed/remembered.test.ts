import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { manualClock } from "../../backends/index.ts";
import type { ApprovalRule, ControlStore } from "../../control/index.ts";
import { defineTool, textResult } from "../../kernel/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import {
  type GovernSettings,
  openSession,
  type Session,
  type SessionSettings,
  type Walls,
} from "../index.ts";

let folder = "";
let store: ControlStore;
const opened: Session[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-remembered-")));
  store = createMemoryStore();
  await mkdir(join(folder, "extra"));
  await writeFile(join(folder, "a.txt"), "one\n");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await rm(folder, { recursive: true, force: true });
});

describe("a yes from before", () => {
  it("no longer holds when other folders can be reached", async () => {
    const read = call("read", { path: "../x.txt" });
    const { approval } = await open().call(read);
    const [waiting] = await store.approvals("waiting");
    await store.updateApproval({ ...waiting!, state: "approved", answeredBy: "me" }, "waiting");
    const named = { approval: approval!.id };
    expect(await open({}, { addDirs: ["extra"] }).call(read, named)).toMatchObject({
      error: { code: "denied_trust", message: expect.stringContaining("the policy has changed") },
    });
    expect(await open().call(read, named)).toMatchObject({ error: { code: "not_found" } });
  });

  it("in a rule lets no command out that no sandbox holds", async () => {
    const rule: ApprovalRule = { tool: "bash", cwd: folder, when: [{ kind: "command", command: "true" }] };
    expect(
      await open({ rules: [rule], walls: NO_WALLS }).call(call("bash", { command: "true" })),
    ).toMatchObject({
      error: { code: "needs_approval" },
    });
  });
});

describe("what is remembered", () => {
  it("R250: a call of what does not exist or is not on offer is traced and in the trail", async () => {
    const session = open({}, { tools: ["read"] });
    const unknown = await session.call(call("nothing", { path: "a.txt" }));
    const outside = await session.call(call("write", { path: "b.txt", content: "x" }));
    expect(await store.trace(unknown.trace!)).toMatchObject({
      tool: "nothing",
      error: { code: "unknown_tool" },
    });
    expect(await store.trace(outside.trace!)).toMatchObject({
      tool: "write",
      error: { code: "denied_scope" },
    });
    expect((await store.readAudit(1, 9)).map(({ kind }) => kind)).toEqual(["failed", "denied"]);
  });

  it("R250: a call through tool_call is recorded as its target, and says through what", async () => {
    const { trace } = await open().call(call("tool_call", { name: "read", arguments: { path: "a.txt" } }));
    expect(await store.trace(trace!)).toMatchObject({
      tool: "read",
      via: "tool_call",
      input: { path: "a.txt" },
    });
  });

  it("R237: a call that was cancelled is in the trail too", async () => {
    const aborter = new AbortController();
    const slow = defineTool({
      name: "slow",
      parameters: { type: "object" },
      run: (_input, { cancel }) => {
        aborter.abort();
        cancel.throwIfAborted();
        return textResult("never");
      },
    });
    const session = open({ trust: "L3" }, { addons: [{ name: "mine", tools: [slow] }] });
    await expect(session.call(call("slow", {}), { cancel: aborter.signal })).rejects.toThrow(/abort/i);
    expect((await store.readAudit(1, 9)).at(-1)).toMatchObject({
      kind: "failed",
      note: expect.stringContaining("cancelled"),
    });
    expect(await store.traces({ limit: 9 })).toMatchObject([{ error: { code: "cancelled" } }]);
  });

  it("an intent says what was thought of the call before it ran", async () => {
    await open({ trust: "L3" }).call(call("write", { path: ".npmrc", content: "x" }));
    expect((await store.readAudit(1, 1))[0]).toMatchObject({
      kind: "intent",
      note: expect.stringContaining(".npmrc"),
    });
  });

  it("is thrown away when it is too old, at the end of a session", async () => {
    const clock = manualClock(Date.UTC(2030, 0, 1));
    const first = open({}, { clock });
    await first.call(call("read", { path: "a.txt" }));
    clock.advance(400 * 24 * 60 * 60_000);
    const later = open({}, { clock });
    await later.call(call("read", { path: "a.txt" }));
    await later.close();
    expect(await store.traces({ limit: 9 })).toHaveLength(1);
    expect(await store.readAudit(1, 9)).toHaveLength(2);
  });

  it("holds no secret of the environment, neither in a trace nor in a question", async () => {
    vi.stubEnv("PLANTED_TOKEN", "hunter2hunter2");
    const { approval } = await open().call(call("write", { path: "b.txt", content: "hunter2hunter2" }));
    const kept = [await store.approvals(), await store.traces({ limit: 9 }), await store.readAudit(1, 9)];
    expect(kept.map((some) => some.length)).toEqual([1, 1, 1]);
    expect(JSON.stringify([kept, approval])).not.toContain("hunter2");
  });
});

/** A machine on which no sandbox works. */
const NO_WALLS: Walls = {
  containment: () => Promise.resolve("missing"),
  shell: (local) => Promise.resolve(local),
  refusals: () => [],
  close: () => Promise.resolve(),
};

function open(govern: GovernSettings = {}, settings: Partial<SessionSettings> = {}): Session {
  const session = openSession({
    cwd: folder,
    stateFolder: join(folder, ".state"),
    name: "work",
    ...settings,
    govern: { store, ...govern },
  });
  opened.push(session);
  return session;
}

function call(name: string, input: unknown) {
  return { id: "1", name, input };
}
