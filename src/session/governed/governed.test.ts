import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Approval, ApproverAnswer, ControlStore } from "../../control/index.ts";
import { parseAuditKey, undoChanges, verifyAudit } from "../../control/index.ts";
import { makeLocalContext } from "../../backends/index.ts";
import type { TrustLevel } from "../../kernel/index.ts";
import { createFileAnchor, createMemoryStore, openSqliteStore } from "../../store/index.ts";
import { defineTool, textResult, writes } from "../../kernel/index.ts";
import { openSession, type Session, type SessionSettings } from "../index.ts";

let folder = "";
let stateFolder = "";
let store: ControlStore;
const opened: Session[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-governed-"));
  stateFolder = await mkdtemp(join(tmpdir(), "deckhand-governed-state-"));
  store = createMemoryStore();
  await writeFile(join(folder, "a.txt"), "one\ntwo\n");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await rm(folder, { recursive: true, force: true });
  await rm(stateFolder, { recursive: true, force: true });
});

describe("trust", () => {
  it("R231, R234, R236: below what a tool requires it is denied before its body is entered", async () => {
    let entered = 0;
    const spy = defineTool({
      name: "spy",
      parameters: { type: "object" },
      effects: [writes("session")],
      trust: "L2",
      run: () => textResult(String((entered += 1))),
    });
    const session = open("L1", { addons: [{ name: "mine", tools: [spy] }] });
    expect(await session.call(call("spy", {}))).toMatchObject({
      error: { code: "denied_trust", message: "Trust level L1 insufficient for world.tools.spy" },
      trace: expect.any(String),
    });
    expect(entered).toBe(0);
  });

  it("R232, R238: at L2 a person is asked about a write, and a yes counts once", async () => {
    const asked: Approval[] = [];
    const session = open("L2", {}, answering("once", asked));
    await session.call(call("read", { path: "a.txt" }));
    const input = { path: "a.txt", oldText: "one", newText: "ONE" };
    expect(await session.call(call("edit", input))).toMatchObject({ isError: false });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.preview).toContain("edit");
    await session.call(call("edit", { path: "a.txt", oldText: "ONE", newText: "one" }));
    expect(asked).toHaveLength(2);
  });

  it("R233: at L3 the same runs unasked", async () => {
    const asked: Approval[] = [];
    const session = open("L3", {}, answering("deny", asked));
    expect(await session.call(call("write", { path: "new.txt", content: "x" }))).toMatchObject({
      isError: false,
    });
    expect(asked).toEqual([]);
  });

  it("R235: at L1 only the safe folder is written", async () => {
    const session = open("L1");
    const write = (path: string) => session.call(call("write", { path, content: "x" }));
    expect(await write(".deckhand/scratch/n.txt")).toMatchObject({ isError: false });
    expect(await write("n.txt")).toMatchObject({ error: { code: "denied_trust" } });
    expect(await write(".deckhand/scratch/../../n.txt")).toMatchObject({ error: { code: "denied_trust" } });
    expect(await readdir(folder)).toEqual([".deckhand", "a.txt"]);
  });

  it("with nobody to ask, the call ends with the approval it needs, and runs once that is given", async () => {
    const session = open("L2");
    const input = { path: "new.txt", content: "x" };
    const outcome = await session.call(call("write", input));
    expect(outcome).toMatchObject({
      error: { code: "needs_approval" },
      approval: { id: expect.any(String), expires: expect.any(String) },
    });
    expect(await readdir(folder)).toEqual(["a.txt"]);
    const [waiting] = await store.approvals("waiting");
    await store.updateApproval({ ...waiting!, state: "approved", answeredBy: "me" }, "waiting");
    const altered = await session.call(call("write", { ...input, content: "y" }));
    expect(altered).toMatchObject({ error: { code: "needs_approval" } });
    expect(await session.call(call("write", input))).toMatchObject({ isError: false });
    expect(await session.call(call("write", input))).toMatchObject({ isError: true });
  });

  it("reading secrets and leaving the workspace are asked about, and denied below L2", async () => {
    await writeFile(join(folder, ".env"), "KEY=1\n");
    await symlink("/etc", join(folder, "out"));
    for (const path of [".env", "out/hostname", "../x"]) {
      expect(await open("L2").call(call("read", { path }))).toMatchObject({
        error: { code: "needs_approval" },
      });
      expect(await open("L0").call(call("read", { path }))).toMatchObject({
        error: { code: expect.stringMatching(/^denied/) },
      });
    }
  });
});

describe("proofs", () => {
  it("R240, R241, R247: what exists is only changed by someone who has read it", async () => {
    const session = open("L3");
    const edit = { path: "a.txt", oldText: "one", newText: "1" };
    expect(await session.call(call("edit", edit))).toMatchObject({ error: { code: "denied_proof" } });
    expect(await session.call(call("write", { path: "a.txt", content: "x" }))).toMatchObject({
      error: { code: "denied_proof" },
    });
    await session.call(call("read", { path: "./a.txt" }));
    expect(await session.call(call("edit", edit))).toMatchObject({ isError: false });
    expect(await session.call(call("write", { path: "a.txt", content: "x\n" }))).toMatchObject({
      isError: false,
    });
  });

  it("R204: what an earlier process of the session has read counts", async () => {
    await open("L3", { name: "work" }).call(call("read", { path: "a.txt" }));
    const later = open("L3", { name: "work" });
    const edit = { path: "a.txt", oldText: "one", newText: "1" };
    expect(await later.call(call("edit", edit))).toMatchObject({ isError: false });
    await writeFile(join(folder, "a.txt"), "changed\n");
    expect(await open("L3", { name: "work" }).call(call("edit", edit))).toMatchObject({ isError: true });
  });
});

describe("the record", () => {
  it("R250, R251: every call leaves one trace, stored before it returns", async () => {
    const session = open("L2", { name: "work" });
    const good = await session.call(call("read", { path: "a.txt" }));
    const bad = await session.call(call("read", { path: "missing.txt" }));
    const denied = await session.call(call("write", { path: ".git/config", content: "x" }));
    for (const [{ trace }, success] of [
      [good, true],
      [bad, false],
      [denied, false],
    ] as const) {
      expect(await store.trace(trace!)).toMatchObject({
        session: "work",
        success,
        durationMs: expect.any(Number),
      });
    }
    expect(await store.traces({ limit: 10 })).toHaveLength(3);
  });

  it("R237: the trail holds every call, its intent first where it has an effect, and verifies", async () => {
    const session = open("L3", { name: "work" });
    await session.call(call("read", { path: "a.txt" }));
    await session.call(call("edit", { path: "a.txt", oldText: "one", newText: "1" }));
    await session.call(call("bash", { command: "sudo true" }));
    await session.close();
    const records = await store.readAudit(1, 10);
    expect(records.map(({ kind, tool }) => [kind, tool])).toEqual([
      ["completed", "read"],
      ["intent", "edit"],
      ["completed", "edit"],
      ["denied", "bash"],
    ]);
    const key = (await readFile(join(stateFolder, "audit.key"), "utf8")).trim();
    expect(key).toMatch(/^deckhand-audit-key-1 /);
  });

  it("a tool that calls another is the parent of its trace", async () => {
    const outer = defineTool({
      name: "outer",
      parameters: { type: "object" },
      trust: "L0",
      run: async (_input, { caller, cancel }) =>
        (await caller.call("read", { path: "a.txt" }, cancel)).result,
    });
    const session = open("L3", { addons: [{ name: "mine", tools: [outer] }] });
    const { trace } = await session.call(call("outer", {}));
    const traces = await store.traces({ limit: 5 });
    expect(traces.find(({ tool }) => tool === "read")).toMatchObject({ parent: trace });
  });

  it("R250: an input with half a character in it is recorded like any other", async () => {
    const { trace, error } = await open("L3").call(call("grep", { pattern: "\ud800" }));
    expect(error?.code).not.toBe("unavailable");
    expect(await store.trace(trace!)).toMatchObject({ tool: "grep" });
  });

  it("no record, no action", async () => {
    const broken: ControlStore = {
      ...store,
      appendAudit: () => Promise.reject(new Error("disk full")),
    };
    const session = openSession({ cwd: folder, stateFolder, govern: { trust: "L3", store: broken } });
    opened.push(session);
    const outcome = await session
      .call(call("write", { path: "new.txt", content: "x" }))
      .catch((error: unknown) => error);
    expect(JSON.stringify(outcome)).toContain("disk full");
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it("what a call changed can be put back", async () => {
    const session = open("L3", { name: "work" });
    await session.call(call("read", { path: "a.txt" }));
    const { trace } = await session.call(call("edit", { path: "a.txt", oldText: "one", newText: "1" }));
    await session.call(call("write", { path: "b.txt", content: "new" }));
    const { fs } = makeLocalContext(folder);
    await undoChanges(await store.undo({ trace: trace! }), fs);
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\n");
    await undoChanges(await store.undo({ session: "work" }), fs);
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it("is kept in SQLite when no store is given, and the trail verifies there", async () => {
    const session = openSession({ cwd: folder, stateFolder, name: "work", govern: { trust: "L3" } });
    opened.push(session);
    expect(await session.call(call("write", { path: "b.txt", content: "x" }))).toMatchObject({
      isError: false,
    });
    await session.close();
    const [workspace] = await readdir(join(stateFolder, "workspaces"));
    expect(await readdir(join(stateFolder, "workspaces", workspace!))).toContain("deckhand.db");
    expect(await readdir(join(stateFolder, "anchors"))).toEqual([`${workspace}.json`]);
    const file = join(stateFolder, "workspaces", workspace!, "deckhand.db");
    const kept = await openSqliteStore({ file });
    const key = parseAuditKey(await readFile(join(stateFolder, "audit.key"), "utf8"));
    const anchor = createFileAnchor(join(stateFolder, "anchors", `${workspace}.json`));
    expect(await verifyAudit({ store: kept, key, anchor })).toEqual({ ok: true, records: 2 });
    await kept.close();
  });
});

describe("going in circles", () => {
  it("the same failing call is stopped with advice", async () => {
    const session = open("L3");
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 6; time += 1) {
      codes.push((await session.call(call("read", { path: "missing.txt" }))).error?.message);
    }
    expect(new Set(codes).size).toBeGreaterThan(1);
  });
});

function open(
  trust: TrustLevel,
  settings: Partial<SessionSettings> = {},
  approver?: ReturnType<typeof answering>,
): Session {
  const session = openSession({
    cwd: folder,
    stateFolder,
    ...settings,
    govern: { trust, store, ...(approver === undefined ? {} : { approver }) },
  });
  opened.push(session);
  return session;
}

function answering(answer: ApproverAnswer, asked: Approval[]) {
  return {
    by: "test",
    ask: (approval: Approval) => {
      asked.push(approval);
      return Promise.resolve(answer);
    },
  };
}

function call(name: string, input: unknown) {
  return { id: "1", name, input };
}
