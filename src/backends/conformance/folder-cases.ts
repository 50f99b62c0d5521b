import assert from "node:assert/strict";
import { type ConformanceCase, rejectsWith } from "./conformance-case.ts";

/** What folders, `stat`, `exists` and `rm` promise. */
export const folderCases: readonly ConformanceCase[] = [
  {
    title: "stat tells files from folders, with size and time",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/a`, "12345");
      const file = await fs.stat(`${root}/a`);
      assert.deepEqual([file.isFile, file.isDirectory, file.isSymlink, file.size], [true, false, false, 5]);
      assert.ok(Number.isFinite(file.modifiedMs) && file.modifiedMs >= 0);
      const folder = await fs.stat(root);
      assert.deepEqual([folder.isFile, folder.isDirectory, folder.isSymlink], [false, true, false]);
    },
  },
  {
    title: "stat and readdir of what is missing read like libuv",
    run: async ({ fs, root }) => {
      const path = `${root}/nope`;
      await rejectsWith(fs.stat(path), "ENOENT", `ENOENT: no such file or directory, stat '${path}'`);
      await rejectsWith(fs.readdir(path), "ENOENT", `ENOENT: no such file or directory, scandir '${path}'`);
    },
  },
  {
    title: "readdir sorts by name and marks folders",
    run: async ({ fs, root }) => {
      for (const name of ["b.txt", "a.txt", "B.txt", ".hidden"]) await fs.writeFile(`${root}/${name}`, "");
      await fs.mkdir(`${root}/aa/deep`);
      const children = await fs.readdir(root);
      assert.deepEqual(
        children.map((child) => child.name),
        [".hidden", "B.txt", "a.txt", "aa", "b.txt"],
      );
      assert.deepEqual(
        children.filter((child) => child.isDirectory).map((child) => child.name),
        ["aa"],
      );
    },
  },
  {
    title: "readdir of an empty folder is empty and of a file ENOTDIR",
    run: async ({ fs, root }) => {
      assert.deepEqual(await fs.readdir(root), []);
      await fs.writeFile(`${root}/a`, "");
      await rejectsWith(fs.readdir(`${root}/a`), "ENOTDIR", `ENOTDIR: not a directory, scandir '${root}/a'`);
    },
  },
  {
    title: "mkdir makes missing parents and accepts an existing folder",
    run: async ({ fs, root }) => {
      await fs.mkdir(`${root}/a/b/c`);
      await fs.mkdir(`${root}/a/b/c`);
      await fs.mkdir(root);
      assert.equal((await fs.stat(`${root}/a/b/c`)).isDirectory, true);
      await Promise.all(["x", "y", "z"].map((name) => fs.mkdir(`${root}/p/q/${name}`)));
      assert.equal((await fs.readdir(`${root}/p/q`)).length, 3);
    },
  },
  {
    title: "mkdir over a file is EEXIST and below one ENOTDIR",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/f`, "x");
      await rejectsWith(fs.mkdir(`${root}/f`), "EEXIST", `EEXIST: file already exists, mkdir '${root}/f'`);
      await rejectsWith(fs.mkdir(`${root}/f/a`), "ENOTDIR");
      assert.equal(await fs.readText(`${root}/f`), "x");
    },
  },
  {
    title: "exists answers without throwing",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/f`, "x");
      assert.equal(await fs.exists(`${root}/f`), true);
      assert.equal(await fs.exists(root), true);
      assert.equal(await fs.exists(`${root}/nope`), false);
      assert.equal(await fs.exists(`${root}/nope/deeper`), false);
      assert.equal(await fs.exists(`${root}/f/below`), false);
      assert.equal(await fs.exists(`${root}/a\0b`), false);
    },
  },
  {
    title: "rm removes a file, and a missing one only when told to ignore it",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/f`, "x");
      await fs.rm(`${root}/f`);
      assert.equal(await fs.exists(`${root}/f`), false);
      await rejectsWith(fs.rm(`${root}/f`), "ENOENT", `ENOENT: no such file or directory, rm '${root}/f'`);
      await fs.rm(`${root}/f`, { ignoreMissing: true });
      await fs.rm(`${root}/no/such/folder`, { ignoreMissing: true, recursive: true });
    },
  },
  {
    title: "rm removes a folder only recursively, and then all of it",
    run: async ({ fs, root }) => {
      await fs.mkdir(`${root}/d/e`);
      await fs.mkdir(`${root}/empty`);
      await fs.writeFile(`${root}/d/e/f`, "x");
      await fs.writeFile(`${root}/beside`, "y");
      const message = `EISDIR: illegal operation on a directory, rm '${root}/d'`;
      await rejectsWith(fs.rm(`${root}/d`), "EISDIR", message);
      await rejectsWith(fs.rm(`${root}/empty`), "EISDIR");
      assert.equal(await fs.readText(`${root}/d/e/f`), "x");
      await fs.rm(`${root}/d`, { recursive: true });
      await fs.rm(`${root}/empty`, { recursive: true });
      assert.deepEqual(
        (await fs.readdir(root)).map((child) => child.name),
        ["beside"],
      );
    },
  },
];
