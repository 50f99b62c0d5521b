import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fsOperations, outcomeOf, treeOf, type FsOperation } from "../../../test/fs-operations.ts";
import { manualClock } from "./manual-clock.ts";
import { createMemoryFs } from "./memory-fs.ts";

describe("createMemoryFs", () => {
  it("holds the files it is given, with their folders", async () => {
    const fs = createMemoryFs({ "/w/a/b.txt": "hi", "/w/c.bin": Uint8Array.of(255) });
    expect(await fs.readText("/w/a/b.txt")).toBe("hi");
    expect(await fs.readBytes("/w/c.bin")).toEqual(Uint8Array.of(255));
    expect(await fs.readdir("/w")).toEqual([
      { name: "a", isDirectory: true },
      { name: "c.bin", isDirectory: false },
    ]);
  });

  it("R153: stat tells kind, size and time; readdir name and kind; rm knows recursive and ignoreMissing", async () => {
    const clock = manualClock(1_000);
    const fs = createMemoryFs({ "/w/a.txt": "héé" }, { clock });
    await fs.symlink("a.txt", "/w/l");
    expect(await fs.stat("/w/a.txt")).toEqual({
      isFile: true,
      isDirectory: false,
      isSymlink: false,
      size: 5,
      modifiedMs: 1_000,
    });
    expect(await fs.stat("/w")).toMatchObject({ isFile: false, isDirectory: true, isSymlink: false });
    expect(await fs.stat("/w/l")).toMatchObject({ isFile: false, isDirectory: false, isSymlink: true });
    clock.advance(500);
    await fs.writeFile("/w/a.txt", "");
    expect(await fs.stat("/w/a.txt")).toMatchObject({ size: 0, modifiedMs: 1_500 });
    expect(await fs.readdir("/w")).toEqual([
      { name: "a.txt", isDirectory: false },
      { name: "l", isDirectory: false, isSymlink: true },
    ]);
    await expect(fs.rm("/w")).rejects.toThrow("EISDIR");
    await fs.rm("/w", { recursive: true });
    await expect(fs.rm("/w")).rejects.toThrow("ENOENT");
    await fs.rm("/w", { ignoreMissing: true });
  });

  it("R156: files in memory are nowhere on the disk", async () => {
    const fs = createMemoryFs();
    const path = join(tmpdir(), "deckhand-only-in-memory", "a.txt");
    await fs.mkdir(dirname(path));
    await fs.writeFile(path, "x");
    expect(await fs.readText(path)).toBe("x");
    expect(existsSync(dirname(path))).toBe(false);
    expect(await fs.exists(import.meta.filename)).toBe(false);
  });

  it("refuses what lies outside its roots, by name, by dots and through links", async () => {
    const fs = createMemoryFs({ "/w/a.txt": "in" }, { roots: ["/w"] });
    await fs.symlink("/etc/passwd", "/w/out");
    await fs.symlink("..", "/w/up");
    for (const path of ["/etc/passwd", "/w/../etc/x", "/w/out", "/w/up/x", "/wx", "/"]) {
      const refusal = { code: "denied_policy", message: expect.stringContaining("outside the workspace") };
      await expect(fs.readText(path)).rejects.toMatchObject(refusal);
      await expect(fs.writeFile(path, "x")).rejects.toMatchObject(refusal);
      expect(await fs.exists(path)).toBe(false);
    }
    await expect(fs.mkdir("/other/deep")).rejects.toThrow("outside the workspace");
    expect(await fs.readText("/w/up/w/a.txt")).toBe("in");
    expect(await fs.readText("/x/../w/a.txt")).toBe("in");
  });

  it("keeps its roots, whoever removes them", async () => {
    const fs = createMemoryFs({}, { roots: ["/w/x"] });
    await expect(fs.rm("/w/x", { recursive: true })).rejects.toThrow("never removed");
    const whole = createMemoryFs();
    await expect(whole.rm("/", { recursive: true })).rejects.toThrow("never removed");
  });

  it("refuses relative paths and names that are too long", async () => {
    const fs = createMemoryFs();
    await expect(fs.readText("a.txt")).rejects.toThrow("EINVAL: path is not absolute, open 'a.txt'");
    await expect(fs.writeFile(`/${"é".repeat(128)}`, "")).rejects.toThrow("ENAMETOOLONG");
    expect(() => createMemoryFs({ "a.txt": "" })).toThrow("not absolute");
  });

  it("an open file keeps what it was opened with", async () => {
    const fs = createMemoryFs({ "/a": "before" });
    const file = await fs.open("/a");
    await fs.writeFile("/a", "after");
    expect(Buffer.from(await file.read(0, 99)).toString()).toBe("before");
    expect((await fs.open("/a")).identity).not.toBe(file.identity);
  });

  it("a new file with the same text has another identity", async () => {
    const fs = createMemoryFs({ "/a": "same" });
    const { identity } = await fs.open("/a");
    await fs.rm("/a");
    await fs.writeFile("/a", "same");
    expect((await fs.open("/a")).identity).not.toBe(identity);
  });

  it("an exclusive creation does not go through a broken link", async () => {
    const fs = createMemoryFs();
    await fs.symlink("target", "/l");
    await expect(fs.replace("/l", new Uint8Array(), { expect: "absent" })).rejects.toThrow("EEXIST");
    await fs.writeFile("/l", "through");
    expect(await fs.readText("/target")).toBe("through");
    expect(await fs.readlink("/l")).toBe("target");
    expect(await fs.realpath("/l")).toBe("/target");
  });

  it("does what a plain list of paths would do, whatever is called", async () => {
    await fc.assert(
      fc.asyncProperty(fsOperations("/w"), async (operations) => {
        const fs = createMemoryFs({}, { folders: ["/w"] });
        const model = new Map<string, string | null>([["/w", null]]);
        for (const operation of operations) {
          const told = await outcomeOf(fs, operation);
          const expected = modelOutcome(model, operation);
          expect(typeof told === "string" && expected.failed ? told.split(":")[0] : told).toEqual(
            expected.value,
          );
        }
        expect(Object.keys(await treeOf(fs, "/w")).toSorted()).toEqual([...model.keys()].slice(1).toSorted());
      }),
    );
  });
});

const fail = (errno: string) => ({ failed: true, value: errno });
const fine = (value?: unknown) => ({ failed: false, value });

type Model = Map<string, string | null>;

/** The same calls on a map of path to text, where null is a folder. */
function modelOutcome(model: Model, operation: FsOperation): { failed: boolean; value: unknown } {
  const { path } = operation;
  const parents = parentsOf(path);
  const now = model.get(path);
  if (operation.op === "mkdir") {
    for (const folder of parents) {
      if (typeof model.get(folder) === "string") return fail("ENOTDIR");
      model.set(folder, null);
    }
    if (typeof now === "string") return fail("EEXIST");
    model.set(path, null);
    return fine();
  }
  for (const folder of parents) {
    if (typeof model.get(folder) === "string") return fail("ENOTDIR");
    if (!model.has(folder)) return operation.op === "rm" && operation.ignoreMissing ? fine() : fail("ENOENT");
  }
  switch (operation.op) {
    case "write":
      if (now === null) return fail("EISDIR");
      model.set(path, operation.text);
      return fine();
    case "create":
      if (now !== undefined) return fail("EEXIST");
      model.set(path, operation.text);
      return fine({ path, created: true });
    case "rm":
      if (now === undefined) return operation.ignoreMissing ? fine() : fail("ENOENT");
      if (now === null && !operation.recursive) return fail("EISDIR");
      for (const key of model.keys()) if (`${key}/`.startsWith(`${path}/`)) model.delete(key);
      return fine();
    case "read":
      if (now === null) return fail("EISDIR");
      return now === undefined ? fail("ENOENT") : fine(now);
    case "list":
      if (now === undefined) return fail("ENOENT");
      return typeof now === "string" ? fail("ENOTDIR") : fine(childrenOf(model, path));
  }
}

function parentsOf(path: string): string[] {
  const names = path.split("/").slice(1, -1);
  return names.map((_, at) => `/${names.slice(0, at + 1).join("/")}`);
}

function childrenOf(model: Model, folder: string) {
  return [...model]
    .filter(([key]) => key.startsWith(`${folder}/`) && !key.slice(folder.length + 1).includes("/"))
    .map(([key, value]) => ({ name: key.slice(folder.length + 1), isDirectory: value === null }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
