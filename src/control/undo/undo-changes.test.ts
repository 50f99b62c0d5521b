import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createLocalFs,
  createMemoryFs,
  createOverlayFs,
  makeLocalContext,
  manualClock,
  type MemoryFs,
} from "../../backends/index.ts";
import type { Fs } from "../../kernel/index.ts";
import { edit, patch, write } from "../../tools/index.ts";
import type { UndoRecord } from "../store.ts";
import { rehearseUndo, undoChanges } from "./undo-changes.ts";
import { createUndoFs } from "./undo-fs.ts";

/** Keeps records as a store does, and gives them newest first. */
function createShelf(): {
  call: (below: Fs, trace: string) => Fs;
  newestFirst: (trace?: string) => UndoRecord[];
} {
  const shelf: UndoRecord[] = [];
  const keep = (record: UndoRecord): void => void shelf.push(record);
  return {
    call: (below, trace) => createUndoFs(below, keep, { trace, session: "s", clock: manualClock(1) }),
    newestFirst: (trace) =>
      shelf.filter((record) => trace === undefined || record.trace === trace).toReversed(),
  };
}

describe("undoChanges", () => {
  it("restores what was changed, recreates what was deleted with its mode, removes what was created", async () => {
    const fs = createMemoryFs({ "/w/a": "one" });
    await fs.replace("/w/run", Buffer.from("#!"), { mode: 0o755 });
    const shelf = createShelf();
    const call = shelf.call(fs, "t");
    await call.writeFile("/w/a", "two");
    await call.rm("/w/run");
    await call.mkdir("/w/d/e");
    await call.writeFile("/w/d/e/new", "x");
    const { restored, skipped } = await undoChanges(shelf.newestFirst(), fs);
    expect(skipped).toEqual([]);
    expect(restored.map(({ path, did }) => [path, did])).toEqual([
      ["/w/run", "recreated"],
      ["/w/a", "restored"],
      ["/w/d/e/new", "removed"],
      ["/w/d/e", "removed"],
      ["/w/d", "removed"],
    ]);
    expect(await stateOf(fs, "/w")).toEqual({ "/w/a": "644 one", "/w/run": "755 #!" });
  });

  it("skips and names what changed since, vanished, came back or became a link, and does all the rest", async () => {
    const fs = createMemoryFs({
      "/w/changed": "1",
      "/w/gone": "1",
      "/w/back": "1",
      "/w/link": "1",
      "/w/fine": "1",
    });
    const shelf = createShelf();
    const call = shelf.call(fs, "t");
    for (const name of ["changed", "gone", "link", "fine"]) await call.writeFile(`/w/${name}`, "2");
    await call.rm("/w/back");
    await call.writeFile("/w/new", "2");
    await call.mkdir("/w/filled");
    await fs.writeFile("/w/changed", "theirs");
    await fs.rm("/w/gone");
    await fs.writeFile("/w/back", "theirs");
    await fs.rm("/w/link");
    await fs.symlink("fine", "/w/link");
    await fs.writeFile("/w/new", "theirs");
    await fs.writeFile("/w/filled/x", "theirs");
    const { restored, skipped } = await undoChanges(shelf.newestFirst(), fs);
    expect(restored).toEqual([{ trace: "t", path: "/w/fine", did: "restored" }]);
    expect(Object.fromEntries(skipped.map(({ path, why }) => [path, why]))).toEqual({
      "/w/changed": "it changed since",
      "/w/gone": "it was deleted or moved since",
      "/w/back": "something is there again",
      "/w/link": "it is a link now",
      "/w/new": "it changed since",
      "/w/filled": "it is a folder that is not empty",
    });
    expect(await fs.readText("/w/new")).toBe("theirs");
  });

  it("takes a whole session back call by call, and leaves a file alone from where somebody else changed it", async () => {
    const fs = createMemoryFs({ "/w/a": "a0", "/w/b": "b0" });
    const shelf = createShelf();
    await shelf.call(fs, "t1").writeFile("/w/a", "a1");
    await shelf.call(fs, "t2").writeFile("/w/b", "b1");
    await fs.writeFile("/w/b", "theirs");
    await shelf.call(fs, "t3").writeFile("/w/b", "b2");
    await shelf.call(fs, "t4").writeFile("/w/a", "a2");
    const { restored, skipped } = await undoChanges(shelf.newestFirst(), fs);
    expect(restored.map(({ trace }) => trace)).toEqual(["t4", "t3", "t1"]);
    expect(skipped).toEqual([{ trace: "t2", path: "/w/b", why: "it changed since" }]);
    expect(await stateOf(fs, "/w")).toEqual({ "/w/a": "644 a0", "/w/b": "644 theirs" });
  });

  it("never writes a protected file and never deletes what it could not keep", async () => {
    const fs = createMemoryFs({ "/w/big": "now", "/w/.git/config": "now" });
    const { after } = (await recordsOf({ "/w/big": "now" }))[0] ?? {};
    const records: UndoRecord[] = [
      { trace: "t", session: "s", path: "/w/big", at: 1, after: after ?? "", lost: "it was too large" },
      {
        trace: "t",
        session: "s",
        path: "/w/.git/config",
        at: 1,
        before: Buffer.from("evil"),
        after: after ?? "",
      },
    ];
    const { restored, skipped } = await undoChanges(records, fs);
    expect(restored).toEqual([]);
    expect(skipped.map(({ why }) => why)).toEqual([
      "it cannot be put back: it was too large",
      "git's configuration and hooks are never written by a tool",
    ]);
    expect(await stateOf(fs, "/w")).toEqual({ "/w/big": "644 now", "/w/.git/config": "644 now" });
  });

  it("has nothing to do for what is as it was, was undone before, or failed", async () => {
    const fs = createMemoryFs({ "/w/a": "one" });
    const shelf = createShelf();
    const call = shelf.call(fs, "t");
    await call.writeFile("/w/a", "two");
    await expect(call.rm("/w/missing")).rejects.toThrow("ENOENT");
    await fs.writeFile("/w/a", "one");
    const already = [{ trace: "t", path: "/w/a", did: "already" }];
    expect(await undoChanges(shelf.newestFirst(), fs)).toEqual({ restored: already, skipped: [] });
    const undone = shelf.newestFirst().map((record) => ({ ...record, undoneAt: 2 }));
    expect(await undoChanges(undone, fs)).toEqual({ restored: [], skipped: [] });
  });

  it("an undo can itself be recorded and undone", async () => {
    const fs = createMemoryFs({ "/w/a": "one" });
    const shelf = createShelf();
    await shelf.call(fs, "t1").writeFile("/w/a", "two");
    await undoChanges(shelf.newestFirst("t1"), shelf.call(fs, "t2"));
    expect(await fs.readText("/w/a")).toBe("one");
    await undoChanges(shelf.newestFirst("t2"), fs);
    expect(await fs.readText("/w/a")).toBe("two");
  });

  it("tells beforehand what an undo would do, across several calls, and changes nothing", async () => {
    const fs = createMemoryFs({ "/w/a": "a0", "/w/b": "b0" });
    const shelf = createShelf();
    await shelf.call(fs, "t1").writeFile("/w/a", "a1");
    await shelf.call(fs, "t2").writeFile("/w/a", "a2");
    await shelf.call(fs, "t3").writeFile("/w/d", "new");
    await shelf.call(fs, "t4").rm("/w/b");
    await fs.writeFile("/w/b", "theirs");
    const before = await stateOf(fs, "/w");
    const told = await rehearseUndo(shelf.newestFirst(), fs, createOverlayFs);
    expect(await stateOf(fs, "/w")).toEqual(before);
    expect(told).toEqual(await undoChanges(shelf.newestFirst(), fs));
    expect(told.restored.map(({ did }) => did)).toEqual(["removed", "restored", "restored"]);
  });

  it("of two who undo the same at once, the file is put back once and nothing is broken", async () => {
    const fs = createMemoryFs({ "/w/a": "one" });
    const shelf = createShelf();
    await shelf.call(fs, "t").writeFile("/w/a", "two");
    const [one, two] = await Promise.all([
      undoChanges(shelf.newestFirst(), fs),
      undoChanges(shelf.newestFirst(), fs),
    ]);
    expect(await fs.readText("/w/a")).toBe("one");
    const dids = [...one.restored, ...two.restored].map(({ did }) => did);
    expect(dids.filter((did) => did === "restored")).toHaveLength(1);
  });
});

describe("undo of real tools on this machine", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "deckhand-undo-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("takes back a write, an edit and a patch that moves and deletes, with their modes", async () => {
    for (const [name, text] of Object.entries({ a: "one\n", b: "two\n", c: "three\n" }))
      await writeFile(join(folder, name), text);
    await chmod(join(folder, "c"), 0o750);
    const below = createLocalFs({ roots: [folder] });
    const before = await stateOf(below, folder);
    const shelf = createShelf();
    const run = (tool: typeof write, input: unknown) =>
      tool.invoke(
        { id: "1", name: tool.name, input },
        makeLocalContext(folder, { fs: shelf.call(below, tool.name) }),
      );
    expect((await run(write, { path: "new/deep/file", content: "x" })).isError).toBe(false);
    expect((await run(edit, { path: "a", oldText: "one", newText: "1" })).isError).toBe(false);
    const moving =
      "*** Begin Patch\n*** Update File: c\n*** Move to: m/c2\n-three\n+3\n*** Delete File: b\n*** End Patch";
    expect((await run(patch, { patch: moving })).isError).toBe(false);
    expect((await stat(join(folder, "m/c2"))).mode & 0o777).toBe(0o750);
    const { skipped } = await undoChanges(shelf.newestFirst(), below);
    expect(skipped).toEqual([]);
    expect(await stateOf(below, folder)).toEqual(before);
  });

  it("a file that cannot be written is named, and the rest is put back", async () => {
    const below = createLocalFs({
      roots: [folder],
      refuseWrite: (path) => (path.endsWith("no") ? "not this one" : undefined),
    });
    const free = createLocalFs({ roots: [folder] });
    const shelf = createShelf();
    const call = shelf.call(free, "t");
    await call.writeFile(join(folder, "no"), "x");
    await call.writeFile(join(folder, "yes"), "x");
    const { restored, skipped } = await undoChanges(shelf.newestFirst(), below);
    expect(restored.map(({ path }) => path)).toEqual([join(folder, "yes")]);
    expect(skipped[0]?.why).toContain("not this one");
    expect(await readFile(join(folder, "no"), "utf8")).toBe("x");
  });
});

describe("laws of undo", () => {
  const path = fc.constantFrom("/w/a", "/w/b", "/w/d", "/w/d/x", "/w/d/y", "/w/d/e", "/w/d/e/z", "/w/new/n");
  const step = fc.oneof(
    fc.record({ op: fc.constant("write" as const), path, text: fc.string({ maxLength: 4 }) }),
    fc.record({ op: fc.constant("create" as const), path, text: fc.string({ maxLength: 4 }) }),
    fc.record({ op: fc.constant("append" as const), path, text: fc.string({ maxLength: 4 }) }),
    fc.record({ op: fc.constant("rm" as const), path, text: fc.constant("") }),
    fc.record({ op: fc.constant("mkdir" as const), path, text: fc.constant("") }),
  );
  interface Step {
    readonly op: "write" | "create" | "append" | "rm" | "mkdir";
    readonly path: string;
    readonly text: string;
  }
  const calls = fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 5 });
  const first = { "/w/a": "a", "/w/d/x": "x", "/w/d/e/z": "z", "/w/keep": "k" };

  async function perform(fs: Fs, { op, path: at, text }: Step): Promise<void> {
    if (op === "write") await fs.writeFile(at, text);
    if (op === "create") await fs.replace(at, Buffer.from(text), { expect: "absent", mode: 0o600 });
    if (op === "append") {
      const { identity } = await fs.open(at);
      await fs.replace(at, [await fs.readBytes(at), Buffer.from(text)], { expect: identity });
    }
    if (op === "rm") await fs.rm(at, { recursive: true });
    if (op === "mkdir") await fs.mkdir(at);
  }

  async function performAll(
    fs: MemoryFs,
    made: readonly (readonly Step[])[],
  ): Promise<ReturnType<typeof createShelf>> {
    const shelf = createShelf();
    for (const [at, steps] of made.entries()) {
      const call = shelf.call(fs, `t${at}`);
      // Steps that cannot be done fail, as calls do.
      for (const each of steps) await perform(call, each).catch(() => undefined);
    }
    return shelf;
  }

  it("whatever calls did, undoing them all restores exactly the first state", async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (made) => {
        const fs = createMemoryFs(first);
        const before = await stateOf(fs, "/w");
        const shelf = await performAll(fs, made);
        const { skipped } = await undoChanges(shelf.newestFirst(), fs);
        expect(skipped).toEqual([]);
        expect(await stateOf(fs, "/w")).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it("a file that somebody else changed in between is skipped and named, and every other file is restored", async () => {
    await fc.assert(
      fc.asyncProperty(calls, calls, async (made, more) => {
        const fs = createMemoryFs({ ...first, "/w/shared": "0" });
        const before = await stateOf(fs, "/w");
        const one = await performAll(fs, [...made, [{ op: "write", path: "/w/shared", text: "ours" }]]);
        await fs.writeFile("/w/shared", "theirs");
        const two = await performAll(fs, more);
        const late = await undoChanges(two.newestFirst(), fs);
        const early = await undoChanges(one.newestFirst(), fs);
        expect(late.skipped).toEqual([]);
        expect(early.skipped.map((skipped) => skipped.path)).toEqual(["/w/shared"]);
        expect(await stateOf(fs, "/w")).toEqual({ ...before, "/w/shared": "644 theirs" });
      }),
      { numRuns: 150 },
    );
  });
});

async function recordsOf(files: Readonly<Record<string, string>>): Promise<UndoRecord[]> {
  const shelf = createShelf();
  const call = shelf.call(createMemoryFs({}, { folders: ["/w"] }), "t");
  for (const [path, text] of Object.entries(files)) await call.writeFile(path, text);
  return shelf.newestFirst();
}

/** Every file with its mode and content, and every empty folder. */
async function stateOf(fs: Fs, folder: string): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  const children = await fs.readdir(folder);
  if (children.length === 0) state[folder] = "empty";
  for (const { name, isDirectory, isSymlink } of children) {
    const path = join(folder, name);
    if (isDirectory && isSymlink !== true) Object.assign(state, await stateOf(fs, path));
    else if (isSymlink === true) state[path] = "link";
    else {
      const file = await fs.open(path);
      state[path] = `${file.mode.toString(8)} ${await fs.readText(path)}`;
      await file.close();
    }
  }
  return state;
}
