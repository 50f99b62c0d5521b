import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ResultHandle } from "../../kernel/index.ts";
import { createFileResults, pruneFileResults } from "./file-results.ts";

let base: string;
let ws: string;
let folder: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-results-")));
  ws = join(base, "ws");
  await mkdir(ws);
  folder = join(ws, ".deckhand", "results");
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

describe("file results", () => {
  it("keeps bytes under an address that a later store can open and read in ranges", async () => {
    const handle = await createFileResults(folder).keep(Buffer.from("0123456789"));
    const file = await createFileResults(folder).open(handle);
    expect([file.path, file.size]).toEqual([handle, 10]);
    expect(Buffer.from(await file.read(3, 4)).toString()).toBe("3456");
    await file.close();
  });

  it("keeps a result piece by piece, or forgets it", async () => {
    const results = createFileResults(folder);
    const draft = await results.begin();
    for (const piece of ["one ", "two ", "three"]) await draft.write(Buffer.from(piece));
    const handle = await draft.finish();
    const file = await createFileResults(folder).open(handle);
    expect(Buffer.from(await file.read(0, file.size)).toString()).toBe("one two three");
    await file.close();
    const dropped = await results.begin();
    await dropped.write(Buffer.from("x"));
    await dropped.drop();
    expect(await readdir(folder)).toEqual([handle.split("/").at(-1)]);
  });

  it("makes its folder with the first result, private and ignored by git", async () => {
    const results = createFileResults(folder);
    expect(await readdir(ws)).toEqual([]);
    const handle = await results.keep(Buffer.from("x"));
    await results.keep(Buffer.from("y"));
    expect(await readFile(join(ws, ".deckhand/.gitignore"), "utf8")).toBe("*\n");
    const { mode } = await stat(join(folder, handle.split("/").at(-1) ?? ""));
    expect(mode & 0o777).toBe(0o600);
  });

  it("an unknown address, or one that is no id of ours, is not found", async () => {
    const results = createFileResults(folder);
    await results.keep(Buffer.from("x"));
    for (const id of ["0".repeat(32), "../../../etc/passwd", "..", ".gitignore", "x", ""]) {
      const handle: ResultHandle = `deckhand://result/${id}`;
      await expect(results.open(handle)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("forgets what is too old, then the oldest until the new one fits", async () => {
    const results = createFileResults(folder, { maxAgeMs: 3_600_000, maxTotalBytes: 250 });
    const handles: ResultHandle[] = [];
    for (const age of [7_200, 300, 200, 100]) {
      const handle = await results.keep(Buffer.alloc(80));
      const when = Date.now() / 1_000 - age;
      await utimes(join(folder, handle.split("/").at(-1) ?? ""), when, when);
      handles.push(handle);
    }
    handles.push(await results.keep(Buffer.alloc(80)));
    const outcomes = await Promise.allSettled(
      handles.map(async (handle) => (await results.open(handle)).close()),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
  });

  it("never forgets the new one for its own size, kept whole or piece by piece", async () => {
    const results = createFileResults(folder, { maxTotalBytes: 250 });
    const old = await results.keep(Buffer.alloc(100));
    const draft = await results.begin();
    await draft.write(Buffer.alloc(150));
    await draft.write(Buffer.alloc(150));
    const handle = await draft.finish();
    const file = await results.open(handle);
    expect(file.size).toBe(300);
    await file.close();
    await expect(results.open(old)).rejects.toMatchObject({ code: "not_found" });
    const large = await results.open(await results.keep(Buffer.alloc(400)));
    expect(large.size).toBe(400);
    await large.close();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it("is pruned by age and size on demand, and leaves alone what is not its own", async () => {
    expect(await pruneFileResults(folder)).toBe(0);
    const results = createFileResults(folder);
    const now = Date.now() / 1_000;
    const handles: ResultHandle[] = [];
    for (const age of [90_000, 80_000, 300, 200, 100]) {
      const handle = await results.keep(Buffer.alloc(80));
      await utimes(join(folder, handle.split("/").at(-1) ?? ""), now - age, now - age);
      handles.push(handle);
    }
    await writeFile(join(folder, "notes.txt"), "mine");
    await utimes(join(folder, "notes.txt"), 1, 1);
    expect(await pruneFileResults(folder, { maxAgeMs: 86_000_000 })).toBe(1);
    expect(await pruneFileResults(folder, { maxTotalBytes: 200 })).toBe(2);
    const rest = [...handles.slice(3).map((handle) => handle.split("/").at(-1)), "notes.txt"];
    expect(new Set(await readdir(folder))).toEqual(new Set(rest));
    expect(await pruneFileResults(folder, { maxTotalBytes: 0 })).toBe(2);
  });

  it("pruning follows no planted link out of the workspace", async () => {
    const out = join(base, "out");
    await mkdir(out);
    await writeFile(join(out, "0".repeat(32)), "kept");
    await mkdir(folder, { recursive: true });
    await symlink(join(out, "0".repeat(32)), join(folder, "1".repeat(32)));
    await pruneFileResults(folder, { maxTotalBytes: 0 });
    await rm(folder, { recursive: true });
    await symlink(out, folder);
    await pruneFileResults(folder, { maxTotalBytes: 0 }).catch(() => undefined);
    expect(await readFile(join(out, "0".repeat(32)), "utf8")).toBe("kept");
  });

  it("a planted link takes no result out of the workspace", async () => {
    await mkdir(join(base, "out"));
    await chmod(join(base, "out"), 0o777);
    await symlink(join(base, "out"), join(ws, ".deckhand"));
    await expect(createFileResults(folder).keep(Buffer.from("x"))).rejects.toMatchObject({
      code: "denied_policy",
    });
    expect(await readdir(join(base, "out"))).toEqual([]);
  });

  it("a planted link opens no other file of the workspace, and none is written through one", async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(ws, ".env"), "SECRET");
    const id = "0".repeat(32);
    await symlink("../../.env", join(folder, id));
    await expect(createFileResults(folder).open(`deckhand://result/${id}`)).rejects.toMatchObject({
      code: "not_found",
    });
    await symlink("../../planted", join(folder, "../.gitignore"));
    await rm(folder, { recursive: true });
    await mkdir(join(ws, "src"));
    await symlink("../src", folder);
    await expect(createFileResults(folder).keep(Buffer.from("x"))).rejects.toMatchObject({
      code: "denied_policy",
    });
    expect((await readdir(ws)).toSorted()).toEqual([".deckhand", ".env", "src"]);
    expect(await readdir(join(ws, "src"))).toEqual([]);
  });

  it("a file in the place of its folder holds no results", async () => {
    await writeFile(join(ws, ".deckhand"), "kept");
    const results = createFileResults(folder);
    await expect(results.open(`deckhand://result/${"0".repeat(32)}`)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(results.keep(Buffer.from("x"))).rejects.toThrow("ENOTDIR");
    expect(await readFile(join(ws, ".deckhand"), "utf8")).toBe("kept");
  });

  it("something old that cannot be pruned does not keep a new result away", async () => {
    await mkdir(join(folder, "0".repeat(32), "d"), { recursive: true });
    await utimes(join(folder, "0".repeat(32)), 1, 1);
    const results = createFileResults(folder);
    const file = await results.open(await results.keep(Buffer.from("x")));
    expect(file.size).toBe(1);
    await file.close();
  });

  it("works in a workspace that is reached by a link", async () => {
    await symlink("ws", join(base, "alias"));
    const results = createFileResults(join(base, "alias/.deckhand/results"));
    const file = await results.open(await results.keep(Buffer.from("x")));
    expect(file.size).toBe(1);
    await file.close();
  });
});
