import assert from "node:assert/strict";
import { bytesOf, type ConformanceCase, rejectsWith } from "./conformance-case.ts";

/** What reading promises. */
export const readCases: readonly ConformanceCase[] = [
  {
    title: "reads back text and bytes",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/a.txt`, "grüße 🙂\n");
      assert.equal(await fs.readText(`${root}/a.txt`), "grüße 🙂\n");
      await fs.writeFile(`${root}/b.bin`, Uint8Array.of(0, 255, 128, 10));
      assert.deepEqual([...(await fs.readBytes(`${root}/b.bin`))], [0, 255, 128, 10]);
    },
  },
  {
    title: "reads an empty file",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/empty`, "");
      assert.equal(await fs.readText(`${root}/empty`), "");
      assert.equal((await fs.readBytes(`${root}/empty`)).length, 0);
    },
  },
  {
    title: "a missing file reads like libuv",
    run: async ({ fs, root }) => {
      const path = `${root}/nope.txt`;
      const message = `ENOENT: no such file or directory, open '${path}'`;
      await rejectsWith(fs.readText(path), "ENOENT", message);
      await rejectsWith(fs.readBytes(path), "ENOENT", message);
      await rejectsWith(fs.open(path), "ENOENT", message);
    },
  },
  {
    title: "reading a folder is EISDIR without a path",
    run: async ({ fs, root }) => {
      await fs.mkdir(`${root}/d`);
      const message = "EISDIR: illegal operation on a directory, read";
      await rejectsWith(fs.readText(`${root}/d`), "EISDIR", message);
      await rejectsWith(fs.readBytes(`${root}/d`), "EISDIR", message);
      await rejectsWith(fs.open(`${root}/d`), "EISDIR", message);
    },
  },
  {
    title: "a file used as a folder is ENOTDIR",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/f`, "x");
      await rejectsWith(
        fs.readText(`${root}/f/x`),
        "ENOTDIR",
        `ENOTDIR: not a directory, open '${root}/f/x'`,
      );
    },
  },
  {
    title: "a NUL byte in a path is EINVAL",
    run: async ({ fs, root }) => {
      await rejectsWith(fs.readText(`${root}/a\0.txt`), "EINVAL");
      await rejectsWith(fs.writeFile(`${root}/a\0.txt`, "x"), "EINVAL");
    },
  },
  {
    title: "dots and doubled slashes in a path are resolved",
    run: async ({ fs, root }) => {
      await fs.mkdir(`${root}/a/b`);
      await fs.writeFile(`${root}/a/x.txt`, "in");
      assert.equal(await fs.readText(`${root}/a/b/../x.txt`), "in");
      assert.equal(await fs.readText(`${root}/a//./x.txt`), "in");
    },
  },
  {
    title: "names that look like patterns, flags or home folders are literal",
    run: async ({ fs, root }) => {
      for (const name of ["[x].txt", "-rf", "~", "*", "a b", "é", "$HOME"]) {
        await fs.writeFile(`${root}/${name}`, name);
        assert.equal(await fs.readText(`${root}/${name}`), name);
      }
    },
  },
  {
    title: "an open file gives exact ranges, short only at the end",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/r`, "0123456789");
      const file = await fs.open(`${root}/r`);
      const text = async (position: number, length: number) =>
        new TextDecoder().decode(await file.read(position, length));
      assert.equal(file.size, 10);
      assert.equal(await text(0, 10), "0123456789");
      assert.equal(await text(3, 4), "3456");
      assert.equal(await text(8, 100), "89");
      assert.equal(await text(10, 5), "");
      assert.equal(await text(99, 5), "");
      assert.equal(await text(2, 0), "");
      await file.close();
    },
  },
  {
    title: "an open file knows its path, permissions and names, and closes twice",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/r`, "x");
      const file = await fs.open(`${root}/r`);
      assert.ok(file.path.endsWith("/r"));
      assert.ok(file.identity.startsWith("id:"));
      assert.equal(file.links, 1);
      assert.ok(file.mode > 0 && file.mode <= 0o7777);
      await file.close();
      await file.close();
    },
  },
  {
    title: "an identity stays while nothing changes and differs after a change",
    run: async ({ fs, root }) => {
      const identity = async () => {
        const file = await fs.open(`${root}/r`);
        await file.close();
        return file.identity;
      };
      await fs.writeFile(`${root}/r`, "x");
      const first = await identity();
      assert.equal(await identity(), first);
      await fs.writeFile(`${root}/r`, "y");
      assert.notEqual(await identity(), first);
    },
  },
  {
    title: "bytes handed out do not change what is stored",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/r`, bytesOf("abc"));
      (await fs.readBytes(`${root}/r`)).fill(0);
      assert.equal(await fs.readText(`${root}/r`), "abc");
    },
  },
];
