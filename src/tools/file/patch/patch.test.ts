import * as fc from "fast-check";
import { execFileSync } from "node:child_process";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeContext, makeLocalContext } from "../../../backends/index.ts";
import { digestOf, type ToolContext, type ToolOutcome } from "../../../kernel/index.ts";
import { needs } from "../../../../test/needs.ts";
import { patch } from "./patch.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function contextWith(files: Files): Promise<ToolContext> {
  const ctx = makeContext();
  for (const [name, content] of Object.entries(files)) {
    await ctx.fs.mkdir(join(ctx.cwd, name, ".."));
    await ctx.fs.writeFile(join(ctx.cwd, name), content);
  }
  return ctx;
}

function apply(ctx: ToolContext, text: string): Promise<ToolOutcome> {
  return patch.invoke({ id: "1", name: "patch", input: { patch: text } }, ctx);
}

function read(ctx: ToolContext, name: string): Promise<string> {
  return ctx.fs.readText(join(ctx.cwd, name));
}

async function messageOf(ctx: ToolContext, text: string): Promise<string> {
  const { isError, result } = await apply(ctx, text);
  expect(isError).toBe(true);
  return result.content.map((block) => (block.kind === "text" ? block.text : "")).join("\n");
}

const digest = (content: string): object => ({
  digest: digestOf(Buffer.from(content)),
  bytes: content.length,
});

const update = (path: string, ...lines: string[]): string =>
  [`*** Update File: ${path}`, ...lines].join("\n");

const unified = (from: string, to: string): string =>
  `--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-${from}\n+${to}\n`;

describe("patch", () => {
  it("adds, changes, moves and deletes files, and reports each", async () => {
    const ctx = await contextWith({
      "a.txt": "one\ntwo\nthree\n",
      "b.txt": "b\n",
      "c.txt": "x\ny\n",
      "d.txt": "d\n",
    });
    const outcome = await apply(
      ctx,
      `*** Begin Patch
*** Add File: deep/er/new.txt
+hello
*** Update File: a.txt
@@
 one
-two
+2
+2.5
 three
*** Delete File: b.txt
*** Update File: c.txt
*** Move to: moved/c.txt
@@
-x
+X
*** Update File: d.txt
*** Move to: e.txt
*** End Patch`,
    );
    expect(outcome.isError).toBe(false);
    expect(outcome.result.content).toEqual([
      {
        kind: "text",
        text: "A deep/er/new.txt\nM a.txt (+2 −1)\nD b.txt\nR c.txt → moved/c.txt (+1 −1)\nR d.txt → e.txt",
      },
      {
        kind: "json",
        value: {
          files: [
            { op: "add", path: "deep/er/new.txt", added: 1, removed: 0 },
            { op: "update", path: "a.txt", added: 2, removed: 1 },
            { op: "delete", path: "b.txt", added: 0, removed: 0 },
            { op: "move", path: "moved/c.txt", from: "c.txt", added: 1, removed: 1 },
            { op: "move", path: "e.txt", from: "d.txt", added: 0, removed: 0 },
          ],
        },
      },
    ]);
    expect(await read(ctx, "deep/er/new.txt")).toBe("hello\n");
    expect(await read(ctx, "a.txt")).toBe("one\n2\n2.5\nthree\n");
    expect(await read(ctx, "moved/c.txt")).toBe("X\ny\n");
    expect(await read(ctx, "e.txt")).toBe("d\n");
    expect((await ctx.fs.readdir(ctx.cwd)).map(({ name }) => name).toSorted()).toEqual([
      "a.txt",
      "deep",
      "e.txt",
      "moved",
    ]);
  });

  it("tells every change with digests, and what the session now knows", async () => {
    const ctx = await contextWith({ "a.txt": "a\n", "b.txt": "b\n" });
    const text = "*** Update File: a.txt\n-a\n+A\n*** Delete File: b.txt\n*** Add File: c.txt\n+c";
    const { result } = await apply(ctx, text);
    expect(result.changes).toEqual([
      { path: `${ctx.cwd}/a.txt`, kind: "update", before: digest("a\n"), after: digest("A\n") },
      { path: `${ctx.cwd}/b.txt`, kind: "delete", before: digest("b\n") },
      { path: `${ctx.cwd}/c.txt`, kind: "create", after: digest("c\n") },
    ]);
    const [known] = ctx.state.seen.of(`${ctx.cwd}/c.txt`);
    const file = await ctx.fs.open(`${ctx.cwd}/c.txt`);
    expect(known).toMatchObject({ identity: file.identity, whole: digestOf(Buffer.from("c\n")) });
    await file.close();
  });

  it("changes nothing at all when one file of many does not fit", async () => {
    const ctx = await contextWith({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
    const message = await messageOf(
      ctx,
      "*** Add File: new.txt\n+n\n*** Update File: a.txt\n-a\n+A\n*** Delete File: b.txt\n*** Update File: c.txt\n-zzz\n+C",
    );
    expect(message).toContain("Hunk 1 of 1 for c.txt (line 8 of the patch) does not fit");
    expect([await read(ctx, "a.txt"), await read(ctx, "b.txt"), await read(ctx, "c.txt")]).toEqual([
      "a\n",
      "b\n",
      "c\n",
    ]);
    expect(await ctx.fs.exists(join(ctx.cwd, "new.txt"))).toBe(false);
  });

  it("applies a file's sections in order, each to what the one before left", async () => {
    const ctx = await contextWith({ "a.txt": "one\n" });
    const text = unified("one", "two") + unified("two", "three");
    const { result } = await apply(ctx, text);
    expect(await read(ctx, "a.txt")).toBe("three\n");
    expect(result.changes).toEqual([
      {
        path: `${ctx.cwd}/a.txt`,
        kind: "update",
        before: { digest: digestOf(Buffer.from("one\n")), bytes: 4 },
        after: { digest: digestOf(Buffer.from("three\n")), bytes: 6 },
      },
    ]);
    expect(await messageOf(ctx, "*** Delete File: a.txt\n*** Update File: a.txt\n-three\n+x")).toContain(
      "ENOENT",
    );
    expect(await read(ctx, "a.txt")).toBe("three\n");
  });

  it("keeps the proof of a whole file through several sections", async () => {
    const ctx = await contextWith({});
    await apply(ctx, "*** Add File: a\n+1\n*** Update File: a\n-1\n+2\n*** Update File: a\n-2\n+3");
    expect(ctx.state.seen.of(`${ctx.cwd}/a`)[0]?.whole).toBe(digestOf(Buffer.from("3\n")));
  });

  it("tells what it will touch from its input alone", async () => {
    const text =
      "*** Add File: a\n+x\n*** Update File: b\n-x\n+y\n*** Update File: c\n*** Move to: d\n-x\n+y\n*** Delete File: e";
    expect(await patch.touches({ patch: text })).toEqual([
      { kind: "path", path: "a", op: "create" },
      { kind: "path", path: "b", op: "write" },
      { kind: "path", path: "c", op: "delete" },
      { kind: "path", path: "d", op: "create" },
      { kind: "path", path: "e", op: "delete" },
    ]);
    expect(await patch.touches({ patch: "nonsense" })).toEqual([]);
    expect(patch).toMatchObject({ path: "world.tools.file.patch", trust: "L2", membership: "mutating" });
  });

  it.each([
    ["an added file that is there", "*** Add File: a.txt\n+x", "a.txt is already there"],
    ["an added file where a folder is", "*** Add File: dir\n+x", "dir is already there"],
    ["a missing file to update", "*** Update File: A.text\n-x\n+y", "Did you mean a.txt?"],
    ["a missing file to delete", "*** Delete File: a.tx", "Did you mean a.txt?"],
    [
      "a missing file to move",
      "*** Update File: zzz\n*** Move to: b",
      "ENOENT: no such file or directory, open 'zzz'",
    ],
    [
      "a move onto a file that is there",
      "*** Update File: a.txt\n*** Move to: b.txt",
      "b.txt is already there",
    ],
    ["a folder to delete", "*** Delete File: dir", "EISDIR"],
    ["the workspace to delete", "*** Delete File: .", "A patch deletes files only"],
    ["a folder to update", "*** Update File: dir\n-x\n+y", "dir is a directory"],
    ["a hunk that changes nothing", update("a.txt", "-one", "+one"), "changes nothing in a.txt"],
    ["two hunks for one line", update("a.txt", "@@", "-two", "+2", "@@", " one", "-two", "+II"), "Two hunks"],
    ["a binary file", "*** Update File: bin\n-x\n+y", "is not text"],
    [
      "a deletion that does not know the file",
      "--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n",
      "holds 9 bytes",
    ],
    ["a path with NUL", "*** Add File: a\0b\n+x", ""],
    [
      "a path below a file",
      "*** Add File: a.txt/b\n+x",
      "a.txt/b cannot be created: a.txt is or lies below a file",
    ],
    ["a move that moves nothing", "*** Update File: a.txt\n*** Move to: ./a.txt", "changes nothing in a.txt"],
  ])("refuses %s", async (_, text, expected) => {
    const files = { "a.txt": "one\ntwo\nthree", "b.txt": "b\n", "dir/x": "x\n", bin: Uint8Array.of(0, 1, 2) };
    const ctx = await contextWith(files);
    expect(await messageOf(ctx, text)).toContain(expected);
    for (const [name, content] of Object.entries(files)) {
      expect(await ctx.fs.readBytes(join(ctx.cwd, name))).toEqual(
        new Uint8Array(Buffer.from(content as string)),
      );
    }
  });

  it("lets hundreds of patches at once all get their turn", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    const ctx = await contextWith({ "a.txt": `${names.join("\n")}\n` });
    const outcomes = await Promise.all(
      names.map((name, at) =>
        apply(ctx, `${update("a.txt", `-${name}`, `+${name} done`)}\n*** Add File: new/${at % 9}/${at}\n+x`),
      ),
    );
    expect(outcomes.filter(({ isError }) => isError)).toEqual([]);
    expect(await read(ctx, "a.txt")).toBe(names.map((name) => `${name} done\n`).join(""));
  });

  it("deletes by a unified diff that knows the whole file", async () => {
    const ctx = await contextWith({ "a.txt": "one\ntwo" });
    const { isError } = await apply(
      ctx,
      "--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n\\ No newline at end of file\n",
    );
    expect([isError, await ctx.fs.exists(`${ctx.cwd}/a.txt`)]).toEqual([false, false]);
  });

  it("rethrows a cancellation and changes nothing", async () => {
    const ctx = await contextWith({ "a.txt": "a\n" });
    const cancel = new AbortController();
    const stage: ToolContext["stage"] = (fs) => {
      cancel.abort();
      return ctx.stage(fs);
    };
    await expect(
      apply({ ...ctx, stage, cancel: cancel.signal }, update("a.txt", "-a", "+b")),
    ).rejects.toThrow("abort");
    expect(await read(ctx, "a.txt")).toBe("a\n");
  });
});

describe("bytes outside the hunks", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "é", "ß", " ", "\t"), maxLength: 5 });
  const ending = fc.constantFrom("\n", "\r\n");
  const encode = {
    "utf-8": (text: string) => Buffer.from(text),
    "utf-8 with a mark": (text: string) => Buffer.from(`\u{feff}${text}`),
    "utf-16le with a mark": (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le"),
    "utf-16be with a mark": (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le").swap16(),
    latin1: (text: string) => Buffer.from(text, "latin1"),
    "utf-8 with broken bytes": (text: string) =>
      Buffer.concat([Buffer.from("é".repeat(9)), Buffer.of(0xff), Buffer.from(`\n${text}`)]),
  };

  it.each(Object.entries(encode))("stay the same in %s", async (_, toBytes) => {
    const lines = fc.array(
      fc.tuple(line, ending).map((pair) => pair.join("")),
      { maxLength: 6 },
    );
    const property = fc.asyncProperty(lines, ending, lines, async (above, end, below) => {
      const whole = (middle: string): Buffer => toBytes(`${above.join("")}${middle}${below.join("")}fin é`);
      const ctx = await contextWith({ "a.txt": whole(`old x${end}`) });
      const { error } = await apply(ctx, update("a.txt", "-old x", "+new y", "+more"));
      expect(error).toBeUndefined();
      const after = await ctx.fs.readBytes(`${ctx.cwd}/a.txt`);
      expect(Buffer.from(after)).toEqual(whole(`new y${end}more${end}`));
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it("are never written anew when they are broken", async () => {
    const ctx = await contextWith({ "a.txt": Buffer.from([...Buffer.from("é".repeat(9)), 0xff, 0x0a]) });
    const text = update("a.txt", `-${"é".repeat(9)}\u{fffd}`, `+${"é".repeat(8)}\u{fffd}`);
    expect(await messageOf(ctx, text)).toContain("has bytes that are not utf-8");
  });

  it("that the encoding cannot hold are refused", async () => {
    const ctx = await contextWith({ "a.txt": Buffer.from("caf\u00e9 na\u00efve\nx\n", "latin1") });
    expect(await messageOf(ctx, update("a.txt", "-x", "+日"))).toContain('"日"');
  });
});

describe("patch on a real disk", () => {
  it("puts everything back when the last file cannot be written", async () => {
    await inFolder(async (ctx, folder) => {
      await writeFile(join(folder, "a.txt"), "a\n");
      await writeFile(join(folder, "b.txt"), "b\n");
      await writeFile(join(folder, "z.txt"), "z\n");
      await link(join(folder, "z.txt"), join(folder, "zz.txt"));
      const before = await readdir(folder);
      const message = await messageOf(
        ctx,
        "*** Update File: a.txt\n-a\n+A\n*** Add File: new/n.txt\n+n\n*** Delete File: b.txt\n*** Update File: z.txt\n-z\n+Z",
      );
      expect(message).toContain("'z.txt'");
      expect(await readdir(folder)).toEqual(before);
      const contents = await Promise.all(
        ["a.txt", "b.txt", "z.txt"].map((name) => readFile(join(folder, name), "utf8")),
      );
      expect(contents).toEqual(["a\n", "b\n", "z\n"]);
    });
  });

  it("keeps the mode of what it changes and moves, and a link to what it changes", async () => {
    await inFolder(async (ctx, folder) => {
      await writeFile(join(folder, "run.sh"), "echo 1\n");
      await chmod(join(folder, "run.sh"), 0o755);
      await writeFile(join(folder, "real.txt"), "a\n");
      await symlink("real.txt", join(folder, "link.txt"));
      await mkdir(join(folder, "sub"));
      const { isError } = await apply(
        ctx,
        "*** Update File: run.sh\n*** Move to: sub/go.sh\n-echo 1\n+echo 2\n*** Update File: link.txt\n-a\n+b",
      );
      expect(isError).toBe(false);
      const file = await ctx.fs.open(join(folder, "sub/go.sh"));
      expect(file.mode & 0o777).toBe(0o755);
      await file.close();
      expect(await readFile(join(folder, "real.txt"), "utf8")).toBe("b\n");
      expect((await ctx.fs.stat(join(folder, "link.txt"))).isSymlink).toBe(true);
      expect(await messageOf(ctx, "*** Update File: link.txt\n*** Move to: x.txt")).toContain("is a link");
    });
  });

  it("loses none of the patches that sessions apply to one file at once", async () => {
    await inFolder(async (_, folder) => {
      const names = Array.from({ length: 8 }, (__, index) => `line ${index}`);
      await writeFile(join(folder, "a.txt"), `${names.join("\n")}\n`);
      const applied = names.map((name) =>
        apply(makeLocalContext(folder), update("a.txt", `-${name}`, `+${name} done`)),
      );
      await Promise.all(applied);
      const expected = names.map((name) => `${name} done\n`).join("");
      expect(await readFile(join(folder, "a.txt"), "utf8")).toBe(expected);
    });
  });

  it("makes a program of a new file that git calls one", async () => {
    await inFolder(async (ctx, folder) => {
      const diff = "--- /dev/null\n+++ b/go.sh\n@@ -0,0 +1 @@\n+#!/bin/sh\n";
      await apply(ctx, `diff --git a/go.sh b/go.sh\nnew file mode 100755\n${diff}`);
      const file = await ctx.fs.open(join(folder, "go.sh"));
      expect(file.mode & 0o111).not.toBe(0);
      await file.close();
    });
  });

  it.skipIf(!needs("git"))("applies what git diff prints", async () => {
    await inFolder(async (ctx, folder) => {
      const git = (...args: string[]): string =>
        execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" });
      const before = {
        "a b.txt": "1\n2\r\n3",
        'ü/q"x.txt': "x\ny\nz\n",
        gone: "-- a\n++ b\n",
        move: "m\n".repeat(9),
      };
      for (const [name, content] of Object.entries(before)) {
        await mkdir(join(folder, name, ".."), { recursive: true });
        await writeFile(join(folder, name), content);
      }
      git("init", "--quiet");
      git("-c", "core.autocrlf=false", "add", ".");
      await writeFile(join(folder, "a b.txt"), "1\n2\n3\n");
      await writeFile(join(folder, 'ü/q"x.txt'), "x\nY\nz");
      await writeFile(join(folder, "new"), "n");
      await rm(join(folder, "gone"));
      await rename(join(folder, "move"), join(folder, "moved"));
      git("add", "--intent-to-add", ".");
      const diff = git("-c", "core.autocrlf=false", "diff", "--find-renames");
      git("checkout", "--quiet", ".");
      await rm(join(folder, "new"), { force: true });
      await rm(join(folder, "moved"), { force: true });
      const { error } = await apply(ctx, diff);
      expect(error).toBeUndefined();
      expect(await readFile(join(folder, "a b.txt"), "utf8")).toBe("1\n2\n3\n");
      expect(await readFile(join(folder, 'ü/q"x.txt'), "utf8")).toBe("x\nY\nz");
      expect((await readdir(folder)).toSorted()).toEqual([".git", "a b.txt", "moved", "new", "ü"]);
    });
  });

  it("never leaves the workspace", async () => {
    await inFolder(async (ctx, folder) => {
      const outside = `${folder}-outside.txt`;
      await writeFile(outside, "a\n");
      try {
        await messageOf(ctx, `*** Update File: ${outside}\n-a\n+b`);
        await messageOf(ctx, `*** Delete File: ${outside}`);
        const created = `../${folder.split("/").at(-1)}-new.txt`;
        expect(await messageOf(ctx, `*** Add File: ${created}\n+x`)).toContain(`stat '${created}'`);
        expect(await readFile(outside, "utf8")).toBe("a\n");
      } finally {
        await rm(outside);
      }
    });
  });
});

async function inFolder(work: (ctx: ToolContext, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "deckhand-patch-"));
  try {
    await work(makeLocalContext(folder), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
