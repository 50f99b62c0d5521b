import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeLocalContext } from "../../backends/index.ts";
import { type DefinedTool, defineTool, textResult, type ToolContext, writes } from "../../kernel/index.ts";
import { bash, edit, patch, write } from "../../tools/index.ts";
import { diffOfCall } from "./diff-of-call.ts";

let folder = "";
let ctx: ToolContext;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-diff-"));
  ctx = makeLocalContext(folder);
  await writeFile(join(folder, "a.txt"), "one\ntwo\nthree\n");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the diff of a call", () => {
  it("shows what an edit would change, and changes nothing", async () => {
    const diff = await of(edit, { path: "a.txt", oldText: "two", newText: "TWO" });
    expect(diff).toBe("--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n");
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  });

  it("shows new files, new folders and deletions", async () => {
    const created = await of(write, { path: "new/b.txt", content: "hi\n" });
    expect(created).toBe("create folder new\n--- /dev/null\n+++ new/b.txt\n@@ -0,0 +1,1 @@\n+hi\n");
    const deleted = await of(patch, {
      patch: "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n",
    });
    expect(deleted).toContain("+++ /dev/null");
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it("works where a proof is still to be given, and leaves none behind", async () => {
    const recorded: unknown[] = [];
    const seen = { isRequired: true, of: () => [], record: (one: unknown) => void recorded.push(one) };
    const strict = { ...ctx, state: { ...ctx.state, seen } };
    expect(await diffOfCall(write, call({ path: "a.txt", content: "x\n" }), strict)).toContain("+x");
    expect(recorded).toEqual([]);
  });

  it("R236: never enters the body of a tool that is not our own", async () => {
    let entered = 0;
    const mine = defineTool({
      name: "write",
      path: "world.tools.file.write",
      parameters: { type: "object" },
      effects: [writes("filesystem")],
      run: () => textResult(String((entered += 1))),
    });
    expect(await of(mine, {})).toBeUndefined();
    expect(entered).toBe(0);
  });

  it("is undefined for a command, for a call that would fail and for one that changes nothing", async () => {
    expect(await of(bash, { command: "touch ran" })).toBeUndefined();
    expect(await of(edit, { path: "a.txt", oldText: "missing", newText: "x" })).toBeUndefined();
    expect(await of(edit, { path: "../out.txt", oldText: "a", newText: "b" })).toBeUndefined();
    expect(await of(write, { path: "a.txt", content: "one\ntwo\nthree\n" })).toBeUndefined();
    expect(await readdir(folder)).toEqual(["a.txt"]);
  });

  it("counts the bytes of what is huge or no text", async () => {
    await writeFile(join(folder, "big.txt"), "x".repeat(3 * 1024 * 1024));
    expect(await of(write, { path: "big.txt", content: "small\n" })).toBe(
      "update big.txt: 3145728 → 6 bytes that are not shown as text\n",
    );
    await writeFile(join(folder, "b.bin"), Uint8Array.of(0x7f, 0, 0xff, 0xfe));
    expect(await of(write, { path: "b.bin", content: "small\n" })).toContain("4 → 6 bytes");
    const long = await of(write, { path: "many.txt", content: "line\n".repeat(100_000) });
    expect(long?.length).toBeLessThan(40_000);
  });

  it("decodes UTF-16", async () => {
    await writeFile(join(folder, "u.txt"), Buffer.from("\ufeffone\ntwo\n", "utf16le"));
    expect(await of(edit, { path: "u.txt", oldText: "two", newText: "TWO" })).toContain("-two\n+TWO");
  });

  it("ends when the call does", async () => {
    const cancel = AbortSignal.abort();
    await expect(
      diffOfCall(write, call({ path: "n.txt", content: "x" }), { ...ctx, cancel }),
    ).rejects.toThrow(/abort/i);
  });
});

function of(tool: DefinedTool, input: unknown): Promise<string | undefined> {
  return diffOfCall(tool, call(input), ctx);
}

function call(input: unknown) {
  return { id: "1", name: "any", input };
}
