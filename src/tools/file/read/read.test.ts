import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../../test/needs.ts";
import { createMemoryFs, makeContext, makeLocalContext, type MemoryFiles } from "../../../backends/index.ts";
import { digestOf, type ToolContext, type ToolOutcome } from "../../../kernel/index.ts";
import { read } from "./read.ts";

function workspace(files: MemoryFiles, overrides: Partial<ToolContext> = {}): ToolContext {
  const absolute = Object.entries(files).map(([name, data]) => [`/ws/${name}`, data] as const);
  const fs = createMemoryFs(Object.fromEntries(absolute), { folders: ["/ws"] });
  return makeContext({ cwd: "/ws", fs, ...overrides });
}

function call(ctx: ToolContext, input: Record<string, unknown>): Promise<ToolOutcome> {
  return read.invoke({ id: "1", name: "read", input }, ctx);
}

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
}

describe("text", () => {
  it("R175, R331: shows numbered lines under a header", async () => {
    const ctx = workspace({ "a.txt": "one\ntwo\nthree\n" });
    const { output, isError } = await call(ctx, { path: "a.txt" });
    expect(isError).toBe(false);
    expect(output).toBe("Showing lines 1–3 of 3\n     1\tone\n     2\ttwo\n     3\tthree");
  });

  it("R175, R331: a window is 1-based, tells how much remains and how to continue", async () => {
    const ctx = workspace({ "a.txt": numbered(10) });
    const { output } = await call(ctx, { path: "a.txt", offset: 4, limit: 2 });
    expect(output).toBe(
      "Showing lines 4–5 of 10 (5 more)\n     4\tline 4\n     5\tline 5\nUse offset=6 to continue.",
    );
    expect((await call(ctx, { path: "a.txt", offset: 0, limit: 1 })).output).toContain("     1\tline 1");
  });

  it("R175: shows 2000 lines by default", async () => {
    const ctx = workspace({ "a.txt": numbered(2500) }, { budget: { kind: "middle", maxBytes: 1_000_000 } });
    const { output } = await call(ctx, { path: "a.txt" });
    expect(output).toMatch(/^Showing lines 1–2000 of 2500 \(500 more\)\n/);
    expect(output).toMatch(/\n {2}2000\tline 2000\nUse offset=2001 to continue\.$/);
  });

  it("R331: the total is left out where counting would cost a second look", async () => {
    const ctx = workspace({ "a.txt": numbered(400_000) });
    const { output } = await call(ctx, { path: "a.txt", limit: 1 });
    expect(output).toBe("Showing lines 1–1 (more follow)\n     1\tline 1\nUse offset=2 to continue.");
  });

  it("R175: stops at the end of a line before the budget is spent", async () => {
    const budget = { kind: "middle", maxBytes: 2000 } as const;
    const ctx = workspace({ "a.txt": numbered(500) }, { budget });
    const output = String((await call(ctx, { path: "a.txt" })).output);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(budget.maxBytes);
    const [, last, next] = /(\d+)\tline \1\nUse offset=(\d+) to continue\.$/.exec(output) ?? [];
    expect(Number(next)).toBe(Number(last) + 1);
    expect(output).not.toContain("omitted");
  });

  it("keeps within however small a budget and still shows a line", async () => {
    const budget = { kind: "middle", maxBytes: 400 } as const;
    const ctx = workspace({ "a.txt": `${"日".repeat(5000)}\nnext\n` }, { budget });
    const output = String((await call(ctx, { path: "a.txt" })).output);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(400);
    expect(output).toContain(`     1\t${"日".repeat(50)}… [line cut: 14851 more bytes]`);
    expect(output).toContain("Use offset=2 to continue.");
  });

  it("tells of carriage returns that end no line", async () => {
    const { output } = await call(workspace({ "a.txt": "a\rb\r\nc\r\n" }), { path: "a.txt" });
    expect(output).toContain("Showing lines 1–2 of 2 [CRLF line ends, CR inside lines]\n");
  });

  it("cuts lines after 2000 characters, between characters, and says by how much", async () => {
    const ctx = workspace({ "a.txt": `${"a".repeat(1999)}🙂${"b".repeat(10)}\nshort\n` });
    const { output } = await call(ctx, { path: "a.txt" });
    expect(output).toContain(`     1\t${"a".repeat(1999)}… [line cut: 15 more bytes]\n     2\tshort`);
  });

  it("a negative offset counts from the end", async () => {
    const ctx = workspace({ "a.txt": numbered(10) });
    expect((await call(ctx, { path: "a.txt", offset: -2 })).output).toBe(
      "Showing lines 9–10 of 10\n     9\tline 9\n    10\tline 10",
    );
    expect((await call(ctx, { path: "a.txt", offset: -99, limit: 1 })).output).toContain(
      "Showing lines 1–1 of 10",
    );
  });

  it("an offset past the end says how many lines there are", async () => {
    const ctx = workspace({ "sub/a.txt": "one\ntwo\n" });
    const { isError, error } = await call(ctx, { path: "./sub/a.txt", offset: 3 });
    expect(isError).toBe(true);
    expect(error?.message).toBe("offset=3 is past the end: ./sub/a.txt has 2 lines.");
  });

  it("an empty file says so and counts as seen", async () => {
    const { output, result } = await call(workspace({ "a.txt": "" }), { path: "a.txt" });
    expect(output).toBe("a.txt is empty (0 bytes).");
    expect(result.evidence).toMatchObject([{ path: "/ws/a.txt", whole: digestOf(), ranges: [] }]);
  });

  it("refuses unknown fields, wrong types and pages of a text", async () => {
    const ctx = workspace({ "a.txt": "one\n" });
    for (const input of [
      {},
      { path: "" },
      { path: "a.txt", ofset: 1 },
      { path: "a.txt", offset: 1.5 },
      { path: "a.txt", limit: 0 },
      { path: "a.txt", pages: "1" },
    ]) {
      expect((await call(ctx, input)).error?.code).toBe("invalid_input");
    }
  });

  it("names the file it will read before it runs", async () => {
    expect(await read.touches({ path: "a.txt" })).toEqual([{ kind: "path", path: "a.txt", op: "read" }]);
    expect(read).toMatchObject({
      path: "world.tools.file.read",
      trust: "L0",
      membership: "read-only",
      verbs: ["fs.read"],
    });
  });

  it("reads a kept result by its address", async () => {
    const ctx = makeContext();
    const handle = await ctx.state.results.keep(Buffer.from("kept\n"));
    expect((await call(ctx, { path: handle })).output).toContain("     1\tkept");
  });
});

describe("encodings", () => {
  it("names an encoding, a byte order mark and CRLF, and shows none of them in the lines", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("one\r\ntwö\r\n", "utf16le")]);
    const ctx = workspace({ "u.txt": utf16, "b.txt": "\uFEFFone\r\ntwo\n" });
    expect((await call(ctx, { path: "u.txt" })).output).toBe(
      "Showing lines 1–2 of 2 [utf-16le with byte order mark, CRLF line ends]\n     1\tone\n     2\ttwö",
    );
    expect((await call(ctx, { path: "b.txt" })).output).toBe(
      "Showing lines 1–2 of 2 [utf-8 with byte order mark, mixed CRLF and LF line ends]\n     1\tone\n     2\ttwo",
    );
  });

  it("decodes a legacy encoding, also where only lines far down tell it", async () => {
    const word = Buffer.from("c3fcc3f1c5cccad4", "hex");
    const plain = Buffer.from("plain line\n".repeat(20_000));
    const chinese = Buffer.concat(
      Array.from({ length: 40 }, () =>
        Buffer.concat([Buffer.from("d6d0b9fac8cbc3f1", "hex"), Buffer.from("\n")]),
      ),
    );
    const ctx = workspace({
      "g.txt": Buffer.concat([chinese, word]),
      "late.txt": Buffer.concat([plain, chinese]),
    });
    expect((await call(ctx, { path: "g.txt", limit: 1 })).output).toContain(
      "[probably gb18030]\n     1\t中国人民",
    );
    const late = await call(ctx, { path: "late.txt", offset: 20_001 });
    expect(late.output).toContain("[probably gb18030]\n 20001\t中国人民");
  });

  it("shows U+FFFD for bytes that are no text, and says so", async () => {
    const ctx = workspace({
      "a.txt": Buffer.concat([Buffer.from("grüße, größe, füße: äöü\n"), Buffer.from([0x61, 0xff, 0x62, 10])]),
    });
    const { output } = await call(ctx, { path: "a.txt" });
    expect(output).toContain("     2\ta\uFFFDb\nBytes that are not valid UTF-8 are shown as U+FFFD.");
  });

  it("leaves out terminal escapes line by line and says so", async () => {
    const ctx = workspace({ "a.log": "\u001b]0;never closed\n\u001b[31mred\u001b[0m\nplain\n" });
    const { output } = await call(ctx, { path: "a.log" });
    expect(output).toBe(
      "Showing lines 1–3 of 3\n     1\t\n     2\tred\n     3\tplain\nTerminal escapes and control characters in these lines are not shown.",
    );
  });
});

describe("evidence and reading again", () => {
  it("leaves the digest of what was seen, and of the whole only after a whole read", async () => {
    const text = "one\ntwo\nthree\n";
    const ctx = workspace({ "a.txt": text });
    const whole = await call(ctx, { path: "a.txt" });
    const digest = digestOf(Buffer.from(text));
    expect(whole.result.evidence).toMatchObject([
      { path: "/ws/a.txt", whole: digest, ranges: [{ start: 0, end: 14, digest }] },
    ]);
    const { result } = await call(ctx, { path: "a.txt", offset: 2, limit: 1 });
    expect(result.evidence?.[0]).not.toHaveProperty("whole");
    expect(result.evidence?.[0]?.ranges).toEqual([
      { start: 4, end: 8, digest: digestOf(Buffer.from("two\n")) },
    ]);
  });

  it("a cut line proves only what was shown of it", async () => {
    const ctx = workspace({ "a.txt": `one\n${"x".repeat(3000)}\ntwo\n` });
    const { result } = await call(ctx, { path: "a.txt" });
    expect(result.evidence?.[0]?.ranges.map(({ start, end }) => [start, end])).toEqual([
      [0, 2004],
      [3005, 3009],
    ]);
    expect(result.evidence?.[0]).not.toHaveProperty("whole");
  });

  it("R146: a long window read again says it is unchanged, and shows it when asked", async () => {
    const ctx = workspace({ "a.txt": numbered(300) });
    const first = await call(ctx, { path: "a.txt" });
    const second = await call(ctx, { path: "./a.txt" });
    expect(second.output).toBe(
      "Unchanged since you read it: ./a.txt, lines 1–300 of 300.\nUse again=true to see them once more.",
    );
    expect(second.result.evidence).toEqual(first.result.evidence);
    expect((await call(ctx, { path: "a.txt", again: true })).output).toBe(first.output);
    expect((await call(ctx, { path: "a.txt", offset: 2 })).output).toContain("Showing lines 2–300 of 300");
  });

  it("a short window is repeated with the word that it is unchanged", async () => {
    const ctx = workspace({ "a.txt": "one\n" });
    await call(ctx, { path: "a.txt" });
    expect((await call(ctx, { path: "a.txt" })).output).toBe(
      "Unchanged since you read it: a.txt, lines 1–1 of 1.\nShowing lines 1–1 of 1\n     1\tone",
    );
  });

  it("shows what changed since, what another session read, and what was only written", async () => {
    const ctx = workspace({ "a.txt": numbered(300) });
    const { result } = await call(ctx, { path: "a.txt" });
    await ctx.fs.writeFile("/ws/a.txt", numbered(301));
    expect((await call(ctx, { path: "a.txt" })).output).toContain("Showing lines 1–301 of 301");
    const other = workspace({ "a.txt": numbered(300) });
    const [{ shownBy: _, ...written }] = result.evidence as [NonNullable<typeof result.evidence>[number]];
    other.state.seen.record(written);
    expect((await call(other, { path: "a.txt" })).output).toContain("Showing lines 1–300 of 300");
  });
});

describe("what cannot be shown", () => {
  it("R146, R176: a missing file keeps its error text in the caller's spelling, with near names", async () => {
    const ctx = workspace({ "src/Reader.ts": "", "src/deep/util.ts": "", "src/config.json": "" });
    const missing = async (path: string) => (await call(ctx, { path })).error;
    expect(await missing("./src/../src/reader.ts")).toEqual({
      code: "not_found",
      message: "ENOENT: no such file or directory, open './src/../src/reader.ts'",
      hint: "Did you mean src/Reader.ts?",
    });
    expect((await missing("src/Raeder.ts"))?.hint).toBe("Did you mean src/Reader.ts?");
    expect((await missing("src/config.yaml"))?.hint).toBe("Did you mean src/config.json?");
    expect((await missing("src/util.ts"))?.hint).toBe("Did you mean src/deep/util.ts?");
    expect((await missing("scr/Reader.ts"))?.hint).toBe("Did you mean src/Reader.ts?");
    expect((await missing("scr/none.ts"))?.hint).toBe("Did you mean src?");
    expect((await missing("elsewhere/x/y.ts"))?.hint).toBe("The folder elsewhere does not exist.");
    expect((await missing("/ws/src/reader.ts"))?.hint).toBe("Did you mean /ws/src/Reader.ts?");
    expect(await missing("src/nothing-like-it.rs")).not.toHaveProperty("hint");
  });

  it.each(['"src/Reader.ts"', " src/Reader.ts", "@src/Reader.ts", "src\\Reader.ts", "a/src/Reader.ts"])(
    "knows what was meant by %j",
    async (path) => {
      const { error } = await call(workspace({ "src/Reader.ts": "" }), { path });
      expect(error?.hint).toBe("Did you mean src/Reader.ts?");
    },
  );

  it.each(["src/Reader.ts:120", "src/Reader.ts:120:7", "src/Reader.ts:120-140"])(
    "takes the line number off %j",
    async (path) => {
      const { error } = await call(workspace({ "src/Reader.ts": "" }), { path });
      expect(error?.hint).toBe("Did you mean src/Reader.ts?");
    },
  );

  it("knows an absolute path that lost its first slash", async () => {
    const { error } = await call(workspace({ "a.ts": "" }), { path: "ws/a.ts" });
    expect(error?.hint).toBe("Did you mean /ws/a.ts?");
  });

  it("says that a link leads nowhere", async () => {
    const fs = createMemoryFs({ "/ws/a.txt": "" });
    await fs.symlink("gone.txt", "/ws/link.txt");
    const { error } = await call(makeContext({ cwd: "/ws", fs }), { path: "link.txt" });
    expect(error?.hint).toBe("link.txt is a link to something that is not there.");
  });

  it("R176: a directory keeps its error text and points to ls", async () => {
    const { isError, output } = await call(workspace({ "src/a.ts": "" }), { path: "src" });
    expect(isError).toBe(true);
    expect(output).toBe(
      "EISDIR: illegal operation on a directory, read\nsrc is a directory; use ls to see what is in it.",
    );
  });

  it("says what a binary is instead of showing it", async () => {
    const elf = Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(60)]);
    const { isError, output } = await call(workspace({ "x.bin": elf }), { path: "x.bin" });
    expect(isError).toBe(true);
    expect(output).toContain("x.bin is binary (ELF executable, 64 bytes) and not shown as text.");
  });

  it("a path with a NUL byte is an error, not a crash", async () => {
    const { isError, error } = await call(workspace({}), { path: "a.txt\0.png" });
    expect(isError).toBe(true);
    expect(error?.message).toContain("EINVAL");
  });

  it("rethrows cancellation", async () => {
    const controller = new AbortController();
    const ctx = workspace({ "a.txt": numbered(3) }, { cancel: controller.signal });
    const fs = { ...ctx.fs, open: (path: string) => (controller.abort(), ctx.fs.open(path)) };
    await expect(call({ ...ctx, fs }, { path: "a.txt" })).rejects.toBe(controller.signal.reason);
  });
});

describe("on this machine", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "deckhand-read-"));
    await mkdir(join(folder, "ws"));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const local = (): ToolContext => makeLocalContext(join(folder, "ws"));

  it("R146, R175: reads through a link and leaves evidence of the real file", async () => {
    await writeFile(join(folder, "ws/real.txt"), "one\n");
    await symlink("real.txt", join(folder, "ws/link.txt"));
    const { output, result } = await call(local(), { path: "link.txt" });
    expect(output).toBe("Showing lines 1–1 of 1\n     1\tone");
    expect(result.evidence?.[0]?.path).toMatch(/\/ws\/real\.txt$/);
  });

  it("R146, R176: faults read the same as in memory", async () => {
    await mkdir(join(folder, "ws/src"));
    expect((await call(local(), { path: "src" })).error?.message).toBe(
      "EISDIR: illegal operation on a directory, read",
    );
    expect((await call(local(), { path: "nope.txt" })).error?.message).toBe(
      "ENOENT: no such file or directory, open 'nope.txt'",
    );
  });

  it("refuses what lies outside, and /proc", async () => {
    await writeFile(join(folder, "outside.txt"), "OUTSIDE\n");
    await symlink("../outside.txt", join(folder, "ws/out"));
    await symlink("/proc/self", join(folder, "ws/proc"));
    for (const path of ["../outside.txt", "out", "proc/environ", "/proc/self/environ"]) {
      const { isError, output } = await call(local(), { path });
      expect(isError).toBe(true);
      expect(output).not.toContain("OUTSIDE");
    }
  });

  it.skipIf(!needs("mkfifo"))("refuses a FIFO instead of waiting for it", async () => {
    execFileSync("mkfifo", [join(folder, "ws/pipe")]);
    expect((await call(local(), { path: "pipe" })).isError).toBe(true);
  });

  it("notices a change that left size and time as they were", async () => {
    const path = join(folder, "ws/a.txt");
    const ctx = local();
    const stamp = new Date(1_700_000_000_000);
    await writeFile(path, numbered(300));
    await utimes(path, stamp, stamp);
    await call(ctx, { path: "a.txt" });
    await writeFile(path, numbered(300).replace("line 7\n", "LINE 7\n"));
    await utimes(path, stamp, stamp);
    expect((await call(ctx, { path: "a.txt" })).output).toContain("     7\tLINE 7\n");
  });

  it("cuts a line of 10 MB", async () => {
    await writeFile(join(folder, "ws/one.txt"), "x".repeat(10_000_000));
    const { output } = await call(local(), { path: "one.txt" });
    expect(output).toBe(
      `Showing lines 1–1 of 1\n     1\t${"x".repeat(2000)}… [line cut: 9998000 more bytes]\nUse offset=1 limit=1 to see more of a cut line.`,
    );
    expect((await call(local(), { path: "one.txt", limit: 1 })).output).toBe(
      `Showing lines 1–1 of 1\n     1\t${"x".repeat(16384)}… [line cut: 9983616 more bytes]`,
    );
  });
});
