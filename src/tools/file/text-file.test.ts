import { expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import type { FsFile } from "../../kernel/index.ts";
import { loadTextFile, MOST_BYTES, saveFile, saveSplices } from "./text-file.ts";

it("refuses to hold a huge file in memory, says what would work, and closes it", async () => {
  const ctx = makeContext();
  let closed = 0;
  const huge: FsFile = {
    path: "/workspace/huge",
    identity: "id:1",
    size: MOST_BYTES + 1,
    mode: 0o644,
    links: 1,
    read: () => Promise.reject(new Error("must not be read")),
    close: () => Promise.resolve(void closed++),
  };
  const fs = { ...ctx.fs, open: () => Promise.resolve(huge) };
  await expect(loadTextFile({ ...ctx, fs }, "huge")).rejects.toThrow(
    /^EFBIG: file too large \(268435457 bytes/,
  );
  expect(closed).toBe(1);
});

it("tells the changes of a large file without digests, which would cost as much as writing it", async () => {
  const ctx = makeContext();
  const { change, evidence } = await saveFile(ctx, "big", Buffer.alloc(9 * 1024 * 1024, "x"), "absent");
  expect(change).toMatchObject({ kind: "create", after: { bytes: 9 * 1024 * 1024, digest: evidence.whole } });
  const file = await loadTextFile(ctx, "big");
  const saved = await saveSplices(ctx, file, [{ start: 0, end: 1, bytes: Buffer.from("y") }]);
  expect(saved.change).toEqual({ path: "/workspace/big", kind: "update" });
});

it("words a lost race in the caller's spelling", async () => {
  const ctx = makeContext();
  await ctx.fs.writeFile("/workspace/a", "one\n");
  const file = await loadTextFile(ctx, "./a");
  await ctx.fs.writeFile("/workspace/a", "two\n");
  await expect(saveFile(ctx, "./a", Buffer.from("x"), file)).rejects.toThrow(/^\.\/a changed while/);
  expect(await ctx.fs.readText("/workspace/a")).toBe("two\n");
});
