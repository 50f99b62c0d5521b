import assert from "node:assert/strict";
import { bytesOf, type ConformanceCase, rejectsWith } from "./conformance-case.ts";

/** What plain writing promises. */
export const writeCases: readonly ConformanceCase[] = [
  {
    title: "writing replaces the whole content",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/a`, "a long first version");
      await fs.writeFile(`${root}/a`, "short");
      assert.equal(await fs.readText(`${root}/a`), "short");
    },
  },
  {
    title: "writing into a missing folder is ENOENT and makes nothing",
    run: async ({ fs, root }) => {
      const path = `${root}/no/such/a.txt`;
      await rejectsWith(
        fs.writeFile(path, "x"),
        "ENOENT",
        `ENOENT: no such file or directory, open '${path}'`,
      );
      assert.equal(await fs.exists(`${root}/no`), false);
    },
  },
  {
    title: "writing over a folder is EISDIR",
    run: async ({ fs, root }) => {
      await fs.mkdir(`${root}/d`);
      await rejectsWith(
        fs.writeFile(`${root}/d`, "x"),
        "EISDIR",
        `EISDIR: illegal operation on a directory, open '${root}/d'`,
      );
      await rejectsWith(fs.writeFile(root, "x"), "EISDIR");
    },
  },
  {
    title: "writing below a file is ENOTDIR",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/f`, "x");
      await rejectsWith(fs.writeFile(`${root}/f/x`, "y"), "ENOTDIR");
      assert.equal(await fs.readText(`${root}/f`), "x");
    },
  },
  {
    title: "a control character or half a character in a name is refused",
    run: async ({ fs, root }) => {
      await rejectsWith(fs.writeFile(`${root}/a\nb.txt`, "x"), "EINVAL");
      await rejectsWith(fs.mkdir(`${root}/a\u001bb`), "EINVAL");
      await rejectsWith(fs.readText(`${root}/a\tb`), "EINVAL");
      await rejectsWith(fs.open(`${root}/a\u0085b`), "EINVAL");
      await rejectsWith(fs.writeFile(`${root}/a\ud800`, "x"), "EINVAL");
      await rejectsWith(fs.stat(`${root}/a\ud800`), "EINVAL");
      assert.deepEqual(await fs.readdir(root), []);
    },
  },
  {
    title: "what was written is independent of the caller's buffer",
    run: async ({ fs, root }) => {
      const bytes = bytesOf("abc");
      await fs.writeFile(`${root}/a`, bytes);
      bytes.fill(0);
      assert.equal(await fs.readText(`${root}/a`), "abc");
    },
  },
  {
    title: "a reader never sees a half-written file",
    run: async ({ fs, root }) => {
      const versions = ["a".repeat(300_000), "b".repeat(200_000)];
      await fs.writeFile(`${root}/v`, versions[0] ?? "");
      const writing = writeInTurn(20, (turn) => fs.writeFile(`${root}/v`, versions[turn % 2] ?? ""));
      let seen = 0;
      try {
        while (!writing.isDone()) {
          assert.ok(versions.includes(await fs.readText(`${root}/v`)), "a mixed version was seen");
          seen += 1;
        }
      } finally {
        await writing.finished;
      }
      assert.ok(seen > 0);
    },
  },
  {
    title: "writing leaves nothing else in the folder",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/a`, "1");
      await fs.writeFile(`${root}/a`, "2");
      assert.deepEqual(
        (await fs.readdir(root)).map((child) => child.name),
        ["a"],
      );
    },
  },
];

function writeInTurn(turns: number, write: (turn: number) => Promise<void>) {
  let done = false;
  const run = async () => {
    try {
      for (let turn = 1; turn <= turns; turn += 1) await write(turn);
    } finally {
      done = true;
    }
  };
  const finished = run();
  finished.catch(() => undefined);
  return { finished, isDone: () => done };
}
