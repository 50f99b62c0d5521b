import { closeSync, fstatSync, readSync, writeSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { createPipePool } from "./pipe-pool.ts";

it.skipIf(!needs("mkfifo"))("hands out pipes of their own, many at once, and leaves no file", async () => {
  const before = await pipeFolders();
  const take = createPipePool();
  const taken = (await Promise.all(Array.from({ length: 30 }, () => take(3)))).flatMap(
    (pipes) => pipes ?? [],
  );
  try {
    expect(taken).toHaveLength(90);
    expect(new Set(taken.flatMap(({ read, write }) => [read, write])).size).toBe(180);
    for (const [at, { write }] of taken.entries()) writeSync(write, String(at));
    const heard = taken.map(({ read }) => {
      const buffer = Buffer.alloc(10);
      return buffer.toString("utf8", 0, readSync(read, buffer));
    });
    expect(heard).toEqual(taken.map((_, at) => String(at)));
    expect(taken.every(({ read }) => fstatSync(read).isFIFO())).toBe(true);
    expect((await pipeFolders()).filter((name) => !before.includes(name))).toEqual([]);
  } finally {
    for (const { read, write } of taken) for (const each of [read, write]) closeSync(each);
  }
});

async function pipeFolders(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith("deckhand-pipes-"));
}
