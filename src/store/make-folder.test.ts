import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeFolder } from "./make-folder.ts";

let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "deckhand-folder-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

it("makes what is missing, for this user only, and may be called again", async () => {
  const folder = join(root, "a", "b");
  makeFolder(folder);
  makeFolder(folder);
  for (const made of [folder, join(root, "a")]) expect((await stat(made)).mode & 0o777).toBe(0o700);
});

it("says so when a file is in the way", async () => {
  await writeFile(join(root, "file"), "");
  expect(() => makeFolder(join(root, "file"))).toThrow("EEXIST");
  expect(() => makeFolder(join(root, "file", "a", "b"))).toThrow("ENOTDIR");
});

it.skipIf(!existsSync("/proc/self"))("comes to an end where nothing can be made", () => {
  expect(() => makeFolder("/proc/deckhand/a/b")).toThrow("ENOENT");
});
