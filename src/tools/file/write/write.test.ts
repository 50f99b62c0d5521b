import {
  chmod,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeContext, makeLocalContext } from "../../../backends/index.ts";
import { digestOf, type ToolContext, type ToolOutcome } from "../../../kernel/index.ts";
import { edit } from "../edit/edit.ts";
import { write } from "./write.ts";

const FILE = "/workspace/a.txt";

let ctx: ToolContext;

beforeEach(() => {
  ctx = makeContext();
});

function call(path: string, content: string, context = ctx): Promise<ToolOutcome> {
  return write.invoke({ id: "1", name: "write", input: { path, content } }, context);
}

async function saw(content: string | Uint8Array): Promise<void> {
  await ctx.fs.writeFile(FILE, content);
  const { identity } = await ctx.fs.open(FILE);
  ctx.state.seen.record({ path: FILE, identity, whole: digestOf(Buffer.from(content)), ranges: [] });
}

async function refusal(path: string, content: string, context = ctx): Promise<string> {
  const outcome = await call(path, content, context);
  expect(outcome.isError).toBe(true);
  expect(outcome.result.changes).toBeUndefined();
  return String(outcome.output);
}

it("says where write lives, what it needs and what it touches", async () => {
  expect(write).toMatchObject({
    path: "world.tools.file.write",
    title: "Write file",
    trust: "L2",
    verbs: ["fs.write"],
    effects: ["WRITES(filesystem)"],
    membership: "mutating",
  });
  expect(await write.touches({ path: "a", content: "" })).toEqual([{ kind: "path", path: "a", op: "write" }]);
});

describe("a new file", () => {
  it("R177, R340: write creates the file and its missing folders and reports the bytes", async () => {
    const outcome = await call("x/y/z.txt", "größe\n");
    expect(outcome.output).toBe("Saved 8 byte(s) to x/y/z.txt.");
    expect(await ctx.fs.readText("/workspace/x/y/z.txt")).toBe("größe\n");
    const digest = digestOf(Buffer.from("größe\n"));
    expect(outcome.result.changes).toEqual([
      { path: "/workspace/x/y/z.txt", kind: "create", after: { digest, bytes: 8 } },
    ]);
    expect(outcome.result.evidence).toMatchObject([{ path: "/workspace/x/y/z.txt", whole: digest }]);
  });

  it("writes an empty file", async () => {
    expect((await call("empty", "")).output).toBe("Saved 0 byte(s) to empty.");
    expect(await ctx.fs.readText("/workspace/empty")).toBe("");
  });

  it("never replaces a file that appeared meanwhile", async () => {
    const fs = {
      ...ctx.fs,
      open: async (path: string) => {
        const missing = ctx.fs.open(path);
        await missing.catch(() => ctx.fs.writeFile(path, "theirs\n"));
        return missing;
      },
    };
    expect(await refusal("a.txt", "mine\n", { ...ctx, fs })).toContain(
      "EEXIST: file already exists, open 'a.txt'",
    );
    expect(await ctx.fs.readText(FILE)).toBe("theirs\n");
  });

  it("refuses folders and paths below files, in the caller's spelling", async () => {
    await ctx.fs.mkdir("/workspace/dir");
    expect(await refusal("dir", "x")).toContain("EISDIR: illegal operation on a directory, open 'dir'");
    expect(await refusal("new/", "x")).toContain("Name a file inside the folder.");
    await ctx.fs.writeFile(FILE, "x");
    expect(await refusal("a.txt/b/c.txt", "x")).toMatch(/ENOTDIR: not a directory, \w+ 'a\.txt\/b/);
    expect(await refusal("b\0.txt", "x")).toContain("EINVAL");
  });

  it("refuses half a character", async () => {
    expect(await refusal("a.txt", "x\udc00")).toContain("U+DC00");
    expect(await ctx.fs.exists(FILE)).toBe(false);
  });
});

describe("an existing file", () => {
  it("R177: write overwrites it and says how much changed", async () => {
    await ctx.fs.writeFile(FILE, "one\ntwo\n");
    const outcome = await call("a.txt", "one\n2\nthree\n");
    expect(outcome.output).toBe(
      "Saved 12 byte(s) to a.txt.\nReplaced the old content: 2 line(s) added, 1 removed.",
    );
    expect(await ctx.fs.readText(FILE)).toBe("one\n2\nthree\n");
    expect(outcome.result.changes).toMatchObject([
      {
        kind: "update",
        before: { bytes: 8 },
        after: { bytes: 12, digest: digestOf(Buffer.from("one\n2\nthree\n")) },
      },
    ]);
  });

  it("writes nothing when the content is there already", async () => {
    await ctx.fs.writeFile(FILE, "one\n");
    const { identity } = await ctx.fs.open(FILE);
    const outcome = await call("a.txt", "one\n");
    expect(outcome.output).toBe("a.txt already holds exactly this content; nothing was written.");
    expect(outcome.result.changes).toBeUndefined();
    expect((await ctx.fs.open(FILE)).identity).toBe(identity);
  });

  it("keeps CRLF, a byte order mark and the encoding, and says so", async () => {
    await ctx.fs.writeFile(FILE, Buffer.from("\uFEFFone\r\ntwo\r\n", "utf16le"));
    const outcome = await call("a.txt", "1\n2\n3\n");
    expect(outcome.output).toContain("Kept its encoding utf-16le, byte order mark, CRLF line endings.");
    expect(outcome.output).toContain("Saved 20 byte(s) to a.txt.");
    expect(Buffer.from(await ctx.fs.readBytes(FILE)).toString("utf16le")).toBe("\uFEFF1\r\n2\r\n3\r\n");
  });

  it("does not double a byte order mark", async () => {
    await ctx.fs.writeFile(FILE, "\uFEFFone\n");
    await call("a.txt", "\uFEFFtwo\n");
    expect(Buffer.from(await ctx.fs.readBytes(FILE)).toString()).toBe("\uFEFFtwo\n");
  });

  it.each([
    ["mixed endings", "a\r\nb\n", "x\ny\n", "x\ny\n"],
    ["content with its own CRLF", "a\r\nb\r\n", "x\ny\r\n", "x\ny\r\n"],
    ["line feeds", "a\nb\n", "x\r\ny\r\n", "x\r\ny\r\n"],
  ])("takes the content as it is over %s", async (_, before, content, after) => {
    await ctx.fs.writeFile(FILE, before);
    await call("a.txt", content);
    expect(await ctx.fs.readText(FILE)).toBe(after);
  });

  it("refuses a character that a legacy encoding lacks", async () => {
    const before = Buffer.from("Die Tür ist für große Gäste schön geöffnet.\n", "latin1");
    await ctx.fs.writeFile(FILE, before);
    expect(await refusal("a.txt", "→\n")).toContain("delete the file first to have it written as UTF-8");
    expect(Buffer.compare(await ctx.fs.readBytes(FILE), before)).toBe(0);
  });

  it("replaces a binary with UTF-8", async () => {
    await ctx.fs.writeFile(FILE, Buffer.from("7f454c460000ff", "hex"));
    expect((await call("a.txt", "text\n")).output).toBe("Saved 5 byte(s) to a.txt.");
  });
});

describe("compare and write", () => {
  it("refuses when the file changed since it was read", async () => {
    await saw("one\n");
    await ctx.fs.writeFile(FILE, "ONE\n");
    expect(await refusal("a.txt", "two\n")).toMatch(
      /^a\.txt changed since it was read; nothing was written\.\nRead it again/,
    );
    expect(await ctx.fs.readText(FILE)).toBe("ONE\n");
  });

  it("is not fooled by a new identity with the old bytes", async () => {
    await saw("one\n");
    await ctx.fs.writeFile(FILE, "one\n");
    expect((await call("a.txt", "two\n")).isError).toBe(false);
  });

  it("goes by the newest evidence, its own writes and edits included", async () => {
    await saw("one\n");
    expect((await call("a.txt", "two\n")).isError).toBe(false);
    const input = { path: "a.txt", oldText: "two", newText: "three" };
    expect((await edit.invoke({ id: "1", name: "edit", input }, ctx)).isError).toBe(false);
    expect((await call("a.txt", "four\n")).isError).toBe(false);
    await ctx.fs.writeFile(FILE, "FOUR\n");
    await refusal("a.txt", "five\n");
  });

  it("changes nothing when the file changes between look and write", async () => {
    await ctx.fs.writeFile(FILE, "one\n");
    const fs = {
      ...ctx.fs,
      open: async (path: string) => {
        const file = await ctx.fs.open(path);
        await ctx.fs.writeFile(path, "theirs\n");
        return file;
      },
    };
    expect(await refusal("a.txt", "mine\n", { ...ctx, fs })).toContain(
      "a.txt changed while it was being edited",
    );
    expect(await ctx.fs.readText(FILE)).toBe("theirs\n");
  });
});

describe("placeholders", () => {
  it("refuses content with a line that stands for the rest of the file", async () => {
    await ctx.fs.writeFile(FILE, "a\nb\nc\n");
    const text = await refusal("a.txt", "A\n// ... rest of file unchanged\n");
    expect(text).toContain(
      'Line 2 of content only stands for text that was left out: "// ... rest of file unchanged".',
    );
    expect(text).toContain("use edit");
    expect(await ctx.fs.readText(FILE)).toBe("a\nb\nc\n");
    await refusal("new.txt", "A\n// ... rest of file unchanged\n");
    expect(await ctx.fs.exists("/workspace/new.txt")).toBe(false);
  });
});

describe("on this machine", () => {
  let folder: string;
  let local: ToolContext;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "deckhand-write-"));
    local = makeLocalContext(folder);
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it("keeps the mode of what it overwrites and leaves nothing else behind", async () => {
    const path = join(folder, "run.sh");
    await writeFile(path, "#!/bin/sh\n");
    await chmod(path, 0o750);
    expect((await call("run.sh", "#!/bin/sh\necho hi\n", local)).isError).toBe(false);
    expect((await stat(path)).mode & 0o777).toBe(0o750);
    expect(await readdir(folder)).toEqual(["run.sh"]);
  });

  it("writes through a link that stays inside, and never through a dangling one to the outside", async () => {
    await writeFile(join(folder, "real.txt"), "one\n");
    await symlink("real.txt", join(folder, "link.txt"));
    expect((await call("link.txt", "two\n", local)).isError).toBe(false);
    expect((await lstat(join(folder, "link.txt"))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, "real.txt"), "utf8")).toBe("two\n");
    const outside = `${folder}-outside.txt`;
    await symlink(outside, join(folder, "planted.txt"));
    await refusal("planted.txt", "x\n", local);
    await expect(stat(outside)).rejects.toThrow("ENOENT");
  });

  it("does not take a touched file for a changed one", async () => {
    const path = join(folder, "a.txt");
    await call("a.txt", "one\n", local);
    await utimes(path, new Date(0), new Date(0));
    expect((await call("a.txt", "two\n", local)).isError).toBe(false);
    await writeFile(path, "2wo\n");
    expect(await refusal("a.txt", "three\n", local)).toContain("changed since it was read");
  });
});
