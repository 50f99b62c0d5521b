import { mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { UndoRecord } from "../../control/index.ts";
import { openSession, type Session } from "../index.ts";
import { auditOfTrace } from "./audit-of-trace.ts";
import { familyOf } from "./family-of.ts";
import { findTrace } from "./find-trace.ts";
import { openRecords, type Records, verifyRecords } from "./open-records.ts";
import { recordPlaceOf } from "./open-trail.ts";

let folder = "";
let stateFolder = "";
let session: Session;
const opened: Records[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-records-"));
  stateFolder = await mkdtemp(join(tmpdir(), "deckhand-records-state-"));
  session = openSession({ cwd: folder, stateFolder, name: "cli", govern: { trust: "L3" } });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((records) => records.close()));
  await session.close();
  await rm(folder, { recursive: true, force: true });
  await rm(stateFolder, { recursive: true, force: true });
});

describe("looking", () => {
  it("at a workspace where nothing was recorded shows nothing, and makes no file", async () => {
    const records = await open();
    expect(await records.store.traces({ limit: 5 })).toEqual([]);
    expect(await records.approvals.waiting()).toEqual([]);
    expect(await records.verify()).toEqual({ ok: true, records: 0 });
    expect(await records.undo({ lastOf: "cli" })).toEqual({ calls: [], restored: [], skipped: [] });
    await records.close();
    expect(await readdir(stateFolder)).toEqual([]);
  });

  it("writes the first record of all into a store that stays, and calls go on from there", async () => {
    const records = await open();
    const input = { digest: "d", preview: "a server" };
    await (
      await records.audit()
    ).approved({ session: "cli", trace: "t", tool: "notes", input, note: "by a person" });
    expect(await records.verify()).toEqual({ ok: true, records: 1 });
    await records.close();
    await write("a.txt", "one");
    expect(await (await open()).verify()).toEqual({ ok: true, records: 3 });
  });

  it("sees what a session has recorded, while the session goes on", async () => {
    await write("a.txt", "one");
    const records = await open();
    expect(await records.store.traces({ limit: 5 })).toMatchObject([{ tool: "write" }]);
    expect(await records.verify()).toEqual({ ok: true, records: 2 });
    await write("b.txt", "two");
    expect(await records.verify()).toEqual({ ok: true, records: 4 });
  });

  it("finds a trace by the beginning or the end of its id, when that is one", async () => {
    const first = await write("a.txt", "one");
    const second = await write("b.txt", "two");
    const { store } = await open();
    expect(await findTrace(store, first)).toMatchObject({ id: first });
    expect(await findTrace(store, second.slice(-10).toLowerCase())).toMatchObject({ id: second });
    await expect(findTrace(store, first.slice(0, 4))).rejects.toMatchObject({ code: "not_found" });
    await expect(findTrace(store, "zzzzzz")).rejects.toMatchObject({ code: "not_found" });
    await expect(findTrace(store, "")).rejects.toMatchObject({ code: "not_found" });
  });

  it("finds what the trail says of a call", async () => {
    await write("a.txt", "one");
    const id = await write("b.txt", "two");
    await write("c.txt", "three");
    const { store } = await open();
    const audit = await auditOfTrace(await findTrace(store, id), store);
    expect(audit.map(({ kind }) => kind)).toEqual(["intent", "completed"]);
  });

  it("finds the calls around a call", async () => {
    const id = await write("a.txt", "1");
    const { store } = await open();
    const known = await findTrace(store, id);
    await store.addTraces([
      { ...known, id: "child", parent: known.id, at: known.at + 1 },
      { ...known, id: "grandchild", parent: "child", at: known.at + 2 },
      { ...known, id: "second", parent: known.id, at: known.at + 3 },
      { ...known, id: "loop", parent: "loop", at: known.at + 4 },
    ]);
    const family = await familyOf(known, store);
    expect(family.calls.map(({ depth, trace }) => [depth, trace.id])).toEqual([
      [1, "child"],
      [2, "grandchild"],
      [1, "second"],
    ]);
    const { parents } = await familyOf(await findTrace(store, "grandchild"), store);
    expect(parents.map((trace) => trace.id)).toEqual([known.id, "child"]);
  });
});

describe("verifying", () => {
  it("a trail whose store is gone is bad by what its anchor counts", async () => {
    await write("a.txt", "one");
    await session.close();
    await rm(place().database);
    expect(await verify()).toMatchObject({ ok: false, records: 0, firstBad: { seq: 1 } });
    expect(await exists(place().database)).toBe(false);
  });

  it.each([
    ["the key", () => join(stateFolder, "audit.key")],
    ["the anchor", () => place().anchor],
    ["the store", () => place().database],
  ])("says so when %s was damaged or taken away", async (_what, file) => {
    await write("a.txt", "one");
    await session.close();
    await writeFile(file(), "no such thing");
    await rm(`${place().database}-wal`, { force: true });
    const damaged = await verify();
    expect(damaged).toMatchObject({ ok: false, firstBad: { seq: 1 } });
    expect(damaged.firstBad?.why).toMatch(/./);
    await unlink(file());
    expect(await verify()).toMatchObject({ ok: false });
  });

  it("an anchor that is JSON but no anchor is damaged", async () => {
    await write("a.txt", "one");
    await session.close();
    for (const damaged of ["{}", "null", '{"records":-1,"seal":""}', '{"records":"2","seal":""}']) {
      await writeFile(place().anchor, damaged);
      expect(await verify()).toMatchObject({
        ok: false,
        firstBad: { why: expect.stringContaining("damaged") },
      });
    }
  });
});

describe("undoing", () => {
  it("takes the last call back, then the one before, and says when nothing is left", async () => {
    await writeFile(join(folder, "old.txt"), "old\n");
    await session.call(call("read", { path: "old.txt" }));
    const first = await write("old.txt", "changed\n");
    const second = await write("new/b.txt", "two");
    const records = await open();
    expect(await records.undo({ lastOf: "cli" })).toMatchObject({
      calls: [second],
      restored: [{ did: "removed" }, { did: "removed" }],
      skipped: [],
    });
    expect(await readdir(folder)).toEqual(["old.txt"]);
    expect(await records.undo({ lastOf: "cli" })).toMatchObject({ calls: [first] });
    expect(await text("old.txt")).toBe("old\n");
    expect(await records.undo({ lastOf: "cli" })).toEqual({ calls: [], restored: [], skipped: [] });
    expect(await records.undo({ trace: first })).toEqual({ calls: [first], restored: [], skipped: [] });
  });

  it("is recorded itself, intent first, and the trail verifies", async () => {
    await write("a.txt", "one");
    const records = await open();
    const { trace } = await records.undo({ lastOf: "cli" });
    expect(await records.store.trace(trace!)).toMatchObject({
      tool: "undo",
      session: "cli",
      success: true,
      changes: [{ kind: "delete", path: join(folder, "a.txt") }],
    });
    const audit = await records.store.readAudit(1, 10);
    expect(audit.map(({ kind, tool }) => [kind, tool])).toEqual([
      ["intent", "write"],
      ["completed", "write"],
      ["intent", "undo"],
      ["undone", "undo"],
    ]);
    await records.close();
    expect(await verify()).toEqual({ ok: true, records: 4 });
  });

  it("can be undone, and that again, any number of times", async () => {
    const wrote = await write("a.txt", "one");
    const records = await open();
    let last = wrote;
    for (const there of [false, true, false, true]) {
      const { trace } = await records.undo({ trace: last });
      expect(await exists(join(folder, "a.txt"))).toBe(there);
      last = trace!;
    }
    expect(await records.undo({ lastOf: "cli" })).toMatchObject({
      calls: [wrote],
      restored: [{ did: "removed" }],
    });
    expect(await exists(join(folder, "a.txt"))).toBe(false);
  });

  it("skips and names what changed since, and a second try can still succeed", async () => {
    const wrote = await write("a.txt", "one");
    await writeFile(join(folder, "a.txt"), "mine");
    const records = await open();
    const outcome = await records.undo({ trace: wrote });
    expect(outcome).toMatchObject({ restored: [], skipped: [{ why: "it changed since" }] });
    expect(await records.store.trace(outcome.trace!)).toMatchObject({ success: false });
    await writeFile(join(folder, "a.txt"), "one");
    expect(await records.undo({ trace: wrote })).toMatchObject({ restored: [{ did: "removed" }] });
  });

  it("takes a whole session back and leaves what others did", async () => {
    await write("a.txt", "one");
    await write("b.txt", "two");
    const other = openSession({ cwd: folder, stateFolder, name: "other", govern: { trust: "L3" } });
    await other.call(call("write", { path: "c.txt", content: "three" }));
    await other.close();
    const records = await open();
    expect(await records.undo({ session: "cli" })).toMatchObject({ restored: [{}, {}], skipped: [] });
    expect(await readdir(folder)).toEqual(["c.txt"]);
  });

  it("rehearsed changes and records nothing", async () => {
    await write("a.txt", "one");
    const records = await open();
    const outcome = await records.undo({ lastOf: "cli" }, { dryRun: true });
    expect(outcome).toMatchObject({ restored: [{ did: "removed" }] });
    expect(outcome.trace).toBeUndefined();
    expect(await text("a.txt")).toBe("one");
    expect(await records.store.auditHead()).toMatchObject({ records: 2 });
  });

  it("finds a call that was killed half-way: it has an intent and changes, and no trace", async () => {
    await write("a.txt", "one");
    const records = await open();
    const input = { digest: "d", preview: "{}" };
    await (await records.audit()).intent({ session: "cli", trace: "killed", tool: "patch", input });
    await writeFile(join(folder, "half.txt"), "");
    const left: UndoRecord = {
      trace: "killed",
      session: "cli",
      path: join(folder, "half.txt"),
      at: 1,
      after: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    };
    await records.store.addUndo([left]);
    expect(await records.undo({ lastOf: "cli" })).toMatchObject({ calls: ["killed"] });
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it("stays inside the workspace, and never touches what is protected", async () => {
    const outside = await mkdtemp(join(tmpdir(), "deckhand-records-out-"));
    try {
      await mkdir(join(folder, ".git"));
      const paths = [join(outside, "x"), join(folder, ".git", "config")];
      for (const path of paths) await writeFile(path, "");
      const after = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
      await write("a.txt", "one");
      const records = await open();
      await records.store.addUndo(
        paths.map((path) => ({
          trace: "t",
          session: "cli",
          path,
          at: 1,
          after,
          before: Buffer.from("evil"),
        })),
      );
      const outcome = await records.undo({ trace: "t" });
      expect(outcome).toMatchObject({ restored: [], skipped: [{}, {}] });
      for (const path of paths) expect(await readFile(path, "utf8")).toBe("");
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  });

  it("does nothing when it cannot be recorded", async () => {
    await write("a.txt", "one");
    await session.close();
    await unlink(place().anchor);
    const records = await open();
    await expect(records.undo({ lastOf: "cli" })).rejects.toMatchObject({ code: "unavailable" });
    expect(await text("a.txt")).toBe("one");
  });
});

async function open(): Promise<Records> {
  const records = await openRecords({ cwd: folder, stateFolder });
  opened.push(records);
  return records;
}

function verify() {
  return verifyRecords({ cwd: folder, stateFolder });
}

function place() {
  return recordPlaceOf(stateFolder, folder);
}

async function write(path: string, content: string): Promise<string> {
  const { trace, error } = await session.call(call("write", { path, content }));
  expect(error).toBeUndefined();
  return trace!;
}

function call(name: string, input: unknown) {
  return { id: "1", name, input };
}

function text(path: string): Promise<string> {
  return readFile(join(folder, path), "utf8");
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}
