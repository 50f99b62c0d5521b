import { mkdtemp, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeContext, makeLocalContext } from "../../../backends/index.ts";
import { type ContentBlock, digestOf, type ToolContext, type ToolOutcome } from "../../../kernel/index.ts";
import { edit } from "./edit.ts";

const FILE = "/workspace/notes/a.txt";
const THREE = "one\ntwo\nthree\n";

let ctx: ToolContext;

beforeEach(async () => {
  ctx = makeContext();
  await ctx.fs.mkdir("/workspace/notes");
});

function call(input: Record<string, unknown>, context = ctx): Promise<ToolOutcome> {
  return edit.invoke({ id: "1", name: "edit", input: { path: "notes/a.txt", ...input } }, context);
}

async function put(content: string | Uint8Array): Promise<void> {
  await ctx.fs.writeFile(FILE, content);
}

function now(): Promise<string> {
  return ctx.fs.readText(FILE);
}

function summary(outcome: ToolOutcome): string {
  const [block] = outcome.result.content;
  return block?.kind === "text" ? block.text : "";
}

function report(outcome: ToolOutcome): { path: string; replacements: number; diff: string } {
  const json = outcome.result.content.find((block: ContentBlock) => block.kind === "json");
  return json?.value as { path: string; replacements: number; diff: string };
}

async function refusal(input: Record<string, unknown>): Promise<string> {
  const before = await bytesOf(FILE);
  const outcome = await call(input);
  expect(outcome.isError).toBe(true);
  expect(outcome.result.changes).toBeUndefined();
  expect(Buffer.compare(before, await bytesOf(FILE))).toBe(0);
  return summary(outcome);
}

function bytesOf(path: string): Promise<Uint8Array> {
  return ctx.fs.readBytes(path).catch(() => Buffer.alloc(0));
}

describe("the record", () => {
  it("says where edit lives, what it needs and what it touches", async () => {
    expect(edit).toMatchObject({
      name: "edit",
      path: "world.tools.file.edit",
      title: "Edit file",
      trust: "L2",
      effects: ["WRITES(filesystem)"],
      membership: "mutating",
    });
    const touches = await edit.touches({ path: "a", oldText: "x", newText: "y" });
    expect(touches).toEqual([{ kind: "path", path: "a", op: "write" }]);
    expect(edit.parameters).toMatchObject({ type: "object", required: ["path"] });
  });
});

describe("an exact match", () => {
  it("R178: edit replaces exactly the text that was asked for", async () => {
    await put(THREE);
    const outcome = await call({ oldText: "two", newText: "TWO" });
    expect(outcome.isError).toBe(false);
    expect(await now()).toBe("one\nTWO\nthree\n");
  });

  it("R178: edit prefers the exact match over one that only whitespace tells apart", async () => {
    await put("a  b\na b\n");
    await call({ oldText: "a b", newText: "c" });
    expect(await now()).toBe("a  b\nc\n");
  });

  it("deletes text when newText is empty", async () => {
    await put(THREE);
    await call({ oldText: "two\n", newText: "" });
    expect(await now()).toBe("one\nthree\n");
  });

  it("R182, R340, R146: edit answers with a summary and a block of path, replacements and diff, in the caller's spelling", async () => {
    await put(THREE);
    const outcome = await call({ path: "./notes/../notes/a.txt", oldText: "two", newText: "TWO" });
    expect(outcome.result.content.map(({ kind }) => kind)).toEqual(["text", "json"]);
    expect(summary(outcome)).toBe("Edited ./notes/../notes/a.txt: 1 replacement, at line 2.");
    expect(report(outcome)).toEqual({
      path: "./notes/../notes/a.txt",
      replacements: 1,
      diff: "--- ./notes/../notes/a.txt\n+++ ./notes/../notes/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n",
    });
    expect(JSON.stringify(outcome.result.content)).not.toContain("/workspace");
  });

  it("R182: the diff of distant edits holds only the changed places, numbered as in the whole file", async () => {
    await put(Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`).join(""));
    const outcome = await call({
      edits: [
        { oldText: "line 90\n", newText: "LINE 90\n" },
        { oldText: "line 10\n", newText: "ten\nand a half\n" },
      ],
    });
    const { diff } = report(outcome);
    expect(diff.match(/^@@.*$/gm)).toEqual(["@@ -7,7 +7,8 @@", "@@ -87,7 +88,7 @@"]);
    expect(summary(outcome)).toContain("2 replacements, at lines 10 and 90.");
  });

  it("R182: the diff of a change at the end tells a missing final newline", async () => {
    await put("one\ntwo");
    const { diff } = report(await call({ oldText: "two", newText: "2" }));
    expect(diff).toBe(
      "--- notes/a.txt\n+++ notes/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n",
    );
  });

  it("R340: the diff is clamped to 16 KB", async () => {
    await put("x\n".repeat(20_000));
    const outcome = await call({ oldText: "x", newText: "yy", replaceAll: true });
    const { diff, replacements } = report(outcome);
    expect(replacements).toBe(20_000);
    expect(Buffer.byteLength(diff)).toBeLessThanOrEqual(16 * 1024);
    expect(Buffer.byteLength(diff)).toBeGreaterThan(15 * 1024);
    expect(diff).toMatch(/more bytes of diff/);
  });

  it("shows only the surroundings of a change in a line of megabytes", async () => {
    await put(`${"x".repeat(2_000_000)}needle${"y".repeat(2_000_000)}`);
    const { diff } = report(await call({ oldText: "needle", newText: "pin" }));
    expect(diff).toContain("needle");
    expect(diff).toContain("pin");
    expect(diff.length).toBeLessThan(17_000);
  });
});

describe("a match that is not unique", () => {
  it("R179: edit refuses it and names the lines of all candidates", async () => {
    await put("two\none\ntwo two\n");
    const text = await refusal({ oldText: "two", newText: "2" });
    expect(text).toContain("oldText occurs 3 times in notes/a.txt, at lines 1, 3 and 3.");
    expect(text).toContain("replaceAll=true");
  });

  it("R179: edit changes all occurrences with replaceAll and counts them", async () => {
    await put("two\none\ntwo two\n");
    const outcome = await call({ oldText: "two", newText: "2", replaceAll: true });
    expect(await now()).toBe("2\none\n2 2\n");
    expect(report(outcome).replacements).toBe(3);
  });

  it("names at most fifty lines and counts the rest", async () => {
    await put("x\n".repeat(60));
    expect(await refusal({ oldText: "x", newText: "y" })).toMatch(/occurs 60 times .*49, 50 and 10 more\./);
  });

  it("sees that a text may begin again inside its own match", async () => {
    await put("}\n}\n}\n");
    expect(await refusal({ oldText: "}\n}\n", newText: "]" })).toContain(
      "occurs 2 times in notes/a.txt, at lines 1 and 2",
    );
  });

  it("replaces texts that overlap themselves from the front", async () => {
    await put("aaaaa");
    await call({ oldText: "aa", newText: "b", replaceAll: true });
    expect(await now()).toBe("bba");
  });
});

describe("the whitespace-tolerant fallback", () => {
  it("R180: edit takes whitespace runs for equal when nothing matches exactly, and says so", async () => {
    await put("head  \n\tif (a)   {\n\t\treturn\t1;\n\t}\ntail\t\n");
    const outcome = await call({ oldText: "if (a) {\n    return 1;\n  }", newText: "go();" });
    expect(await now()).toBe("head  \n\tgo();\ntail\t\n");
    expect(summary(outcome)).toContain("The match at line 2 ignored differences in whitespace.");
  });

  it("R180: edit refuses a fallback match that is not unique, even with replaceAll", async () => {
    await put("a  b\na   b\n");
    for (const replaceAll of [false, true]) {
      const text = await refusal({ oldText: "a b", newText: "c", replaceAll });
      expect(text).toContain("with whitespace ignored it occurs 2 times, at lines 1 and 2");
    }
  });

  it("never takes whitespace away where oldText has none, nor the other way round", async () => {
    await put("a=1\n");
    expect(await refusal({ oldText: "a = 1", newText: "x" })).toContain("oldText is not in");
    await put("a = 1\n");
    expect(await refusal({ oldText: "a=1", newText: "x" })).toContain("oldText is not in");
  });

  it("does not relax indentation: a line without any is not one that has some", async () => {
    await put("return  1;\n");
    const text = await refusal({ oldText: "    return 1;", newText: "    return 2;" });
    expect(text).toContain("expected: [-····-]return 1;");
  });

  it("leaves neighbouring lines and their indentation alone at the edges of a match", async () => {
    await put("{\n\n\tfoo( );\n\n\tbar();\n}\n");
    await call({ oldText: "  foo(  );\n", newText: "  baz();\n" });
    expect(await now()).toBe("{\n\n  baz();\n\n\tbar();\n}\n");
  });

  it("reaches over as many line breaks at an edge as oldText has", async () => {
    await put("a;\n\n\tfoo( );\nb;\n");
    await call({ oldText: "\n  foo(  );\n", newText: "\nbaz();\n" });
    expect(await now()).toBe("a;\n\nbaz();\nb;\n");
  });

  it("takes a no-break space for a space", async () => {
    await put("price:\u00a012 \u20ac\n");
    await call({ oldText: "price: 12 €", newText: "free" });
    expect(await now()).toBe("free\n");
  });

  it("never matches whitespace alone", async () => {
    await put("a\tb\n");
    expect(await refusal({ oldText: "   ", newText: "x" })).toContain("No similar text");
  });
});

describe("line endings", () => {
  it("matches text with line feeds in a CRLF file and writes CRLF", async () => {
    await put("one\r\ntwo\r\nthree\r\n");
    const outcome = await call({ oldText: "one\ntwo\n", newText: "1\n2\n2b\n" });
    expect(await now()).toBe("1\r\n2\r\n2b\r\nthree\r\n");
    expect(summary(outcome)).not.toContain("whitespace");
  });

  it("matches text with CRLF in a file of line feeds and writes line feeds", async () => {
    await put(THREE);
    await call({ oldText: "one\r\ntwo", newText: "1\r\n2" });
    expect(await now()).toBe("1\n2\nthree\n");
  });

  it("gives the new lines of a one-line match the ending of the place", async () => {
    await put("one\r\ntwo\nthree\r\n");
    await call({ oldText: "two", newText: "2\n2b" });
    expect(await now()).toBe("one\r\n2\n2b\nthree\r\n");
    await call({ oldText: "one", newText: "1\n1b" });
    expect(await now()).toBe("1\r\n1b\r\n2\n2b\nthree\r\n");
  });

  it("keeps mixed endings mixed around a change inside the match", async () => {
    await put("a\r\nb\nc\r\nd\n");
    await call({ oldText: "a\nb\nc\nd\n", newText: "a\nB\nB2\nc\nd\n" });
    expect(await now()).toBe("a\r\nB\nB2\nc\r\nd\n");
  });

  it("takes the whole CRLF when oldText begins with a line break", async () => {
    await put("one\r\ntwo\r\n");
    await call({ oldText: "\ntwo", newText: "" });
    expect(await now()).toBe("one\r\n");
  });

  it("counts places that only their line endings tell apart as several", async () => {
    await put("a\nb\n--\na\r\nb\r\n");
    expect(await refusal({ oldText: "a\nb", newText: "c" })).toContain(
      "occurs 2 times in notes/a.txt, at lines 1 and 4",
    );
    await call({ oldText: "a\nb", newText: "c\nd", replaceAll: true });
    expect(await now()).toBe("c\nd\n--\nc\r\nd\r\n");
  });

  it("changes line endings when they are all that differs", async () => {
    await put("a\r\nb\r\n");
    await call({ oldText: "a\r\n", newText: "a\n" });
    expect(await now()).toBe("a\nb\r\n");
  });
});

describe("what would change nothing", () => {
  it("R181: edit refuses identical oldText and newText", async () => {
    await put(THREE);
    expect(await refusal({ oldText: "two", newText: "two" })).toContain("identical");
  });

  it("R181: edit refuses a result that equals the file", async () => {
    await put("a  b\n");
    expect(await refusal({ oldText: "a b", newText: "a  b" })).toContain("nothing would change");
  });

  it("refuses an empty oldText and points to write", async () => {
    await put(THREE);
    expect(await refusal({ oldText: "", newText: "x" })).toContain("use write");
  });
});

describe("a miss", () => {
  it("shows the closest text with a character-level difference", async () => {
    await put(`${"filler\n".repeat(40)}function add(a, b) {\n  return a + b;\n}\n`);
    const text = await refusal({ oldText: "function add(a, c) {\n  return a + c;\n}", newText: "x" });
    expect(text).toContain("oldText is not in notes/a.txt. Nothing was changed.");
    expect(text).toContain("Closest text is at lines 41–43");
    expect(text).toContain(
      "line 41:\n  expected: function add(a, [-c-]) {\n  found:    function add(a, {+b+}) {",
    );
    expect(text).toContain("Send oldText as the file has it");
  });

  it("shows the part of a line that is meant", async () => {
    await put(
      `const before = 1;\nconst result = compute(alpha, beta) + somethingElse(gamma, delta, epsilon);\n`,
    );
    const text = await refusal({ oldText: "compute(alpha, bata)", newText: "x" });
    expect(text).toContain(
      "line 2:\n  expected: compute(alpha, b[-a-]ta)\n  found:    compute(alpha, b{+e+}ta)",
    );
  });

  it("does not blame CRLF, which would have matched", async () => {
    await put("alpha beta\r\ngamma delta\r\n");
    expect(await refusal({ oldText: "alpha beta\ngamma delte", newText: "x" })).not.toContain("␍");
  });

  it("finds a single misspelled name", async () => {
    await put("const a = fetchAll();\nconst b = getUserName();\n");
    expect(await refusal({ oldText: "getUserNmae", newText: "x" })).toContain("Closest text is at line 2");
  });

  it("says so when nothing is similar", async () => {
    await put(THREE);
    expect(await refusal({ oldText: "zebra crossing", newText: "x" })).toContain(
      "No similar text was found.",
    );
    await put("");
    expect(await refusal({ oldText: "zebra", newText: "x" })).toContain("The file is empty: use write.");
  });

  it("recognises line numbers copied from read", async () => {
    await put(THREE);
    expect(await refusal({ oldText: "     2\ttwo\n     3\tthree", newText: "x" })).toContain(
      "It begins with line numbers.",
    );
  });

  it("recognises an edit that was made before", async () => {
    await put("const answer = 42;\n");
    const text = await refusal({ oldText: "const answer = 41;", newText: "const answer = 42;" });
    expect(text).toContain("newText is there already, at line 1");
  });

  it("stays bounded in a large file and says that it searched a part", async () => {
    await put(`${"some ordinary words of a line\n".repeat(400_000)}the very special ending of it all\n`);
    const text = await refusal({ oldText: "the very special endnig of it all", newText: "x" });
    expect(text).toContain("Closest text in the part that was searched is at line 400001");
  });

  it("gives up on text that repeats itself endlessly", async () => {
    await put("a ".repeat(500_000));
    expect(await refusal({ oldText: `${"a  ".repeat(500)}b`, newText: "x" })).toContain("oldText is not in");
  });

  it("stays bounded with one line of megabytes", async () => {
    await put(`${"word,".repeat(500_000)}"special":{"key":1},${"word,".repeat(500_000)}`);
    expect(await refusal({ oldText: '"special":{"kye":1}', newText: "x" })).toContain(
      '"special":{"k[-ye-]":1}',
    );
  });
});

describe("several edits in one call", () => {
  it("matches all of them against the file as it was", async () => {
    await put(THREE);
    await call({
      edits: [
        { oldText: "one", newText: "two" },
        { oldText: "two", newText: "one" },
      ],
    });
    expect(await now()).toBe("two\none\nthree\n");
  });

  it("makes all or none, and names the one that failed", async () => {
    await put(THREE);
    const text = await refusal({
      edits: [
        { oldText: "one", newText: "1" },
        { oldText: "four", newText: "4" },
      ],
    });
    expect(text).toContain("edits[1]: oldText is not in notes/a.txt");
  });

  it("refuses edits that overlap and names both", async () => {
    await put(THREE);
    const text = await refusal({
      edits: [
        { oldText: "two\nthree", newText: "x" },
        { oldText: "one\ntwo", newText: "y" },
      ],
    });
    expect(text).toContain("edits[1] (lines 1–2) and edits[0] (lines 2–3) change the same text.");
  });

  it("makes edits that touch each other", async () => {
    await put("abcd");
    await call({
      edits: [
        { oldText: "cd", newText: "34" },
        { oldText: "ab", newText: "12" },
      ],
    });
    expect(await now()).toBe("1234");
  });

  it("asks for one form or the other", async () => {
    await put(THREE);
    const both = { oldText: "one", newText: "1", edits: [{ oldText: "two", newText: "2" }] };
    expect(await refusal(both)).toContain("not both");
    expect(await refusal({})).toContain("Give oldText and newText, or edits");
    expect(await refusal({ edits: [] })).toContain("Give oldText and newText, or edits");
    expect(await refusal({ oldText: "one" })).toContain('send newText=""');
    expect(await refusal({ newText: "one" })).toContain("use write");
    expect(await refusal({ oldText: "one", newText: "1", old: 1 })).toContain("old");
  });
});

describe("what is not text", () => {
  it("R146: edit names a missing file as the caller spelled it", async () => {
    const text = await refusal({ path: "notes/none.txt", oldText: "a", newText: "b" });
    expect(text).toBe("ENOENT: no such file or directory, open 'notes/none.txt'");
  });

  it("refuses folders, images, PDFs and other binaries with what they are", async () => {
    expect(await refusal({ path: "notes", oldText: "a", newText: "b" })).toContain("EISDIR");
    await put(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
    expect(await refusal({ oldText: "PNG", newText: "b" })).toContain(
      "notes/a.txt is an image (image/png), not text.",
    );
    await put("%PDF-1.7\n");
    expect(await refusal({ oldText: "PDF", newText: "b" })).toContain("is a PDF document");
    await put(Buffer.from("7f454c4602010100000000", "hex"));
    expect(await refusal({ oldText: "ELF", newText: "b" })).toContain("is not text: ELF executable.");
  });

  it("refuses a kept result, which is read-only", async () => {
    const handle = await ctx.state.results.keep(Buffer.from("two\n"));
    expect(await refusal({ path: handle, oldText: "two", newText: "2" })).toContain(
      "Kept results are read-only",
    );
  });
});

describe("encodings", () => {
  it("refuses a character the file's encoding lacks and names it", async () => {
    await put(Buffer.from("Die Tür ist für große Gäste schön geöffnet.\n", "latin1"));
    expect(await refusal({ oldText: "Tür", newText: "→" })).toMatch(
      /The character "→" \(U\+2192.*windows-1252/,
    );
    await call({ oldText: "Tür", newText: "Brücke" });
    expect(Buffer.from(await ctx.fs.readBytes(FILE)).toString("latin1")).toBe(
      "Die Brücke ist für große Gäste schön geöffnet.\n",
    );
  });

  it("refuses half a character", async () => {
    await put(THREE);
    expect(await refusal({ oldText: "two", newText: "\ud83d" })).toContain("U+D83D");
  });

  it("leaves broken bytes alone and never takes U+FFFD for them", async () => {
    const bytes = Buffer.concat([Buffer.from("größe one "), Buffer.from([0xff]), Buffer.from(" two\n")]);
    await put(bytes);
    expect(await refusal({ oldText: "one \ufffd two", newText: "x" })).toContain(
      "stands for bytes that are no valid text",
    );
    await refusal({ oldText: "one  \ufffd two", newText: "x" });
    await call({ oldText: " two", newText: " 2" });
    expect(await ctx.fs.readBytes(FILE)).toEqual(
      new Uint8Array(Buffer.concat([bytes.subarray(0, 13), Buffer.from(" 2\n")])),
    );
  });

  it("keeps byte order marks", async () => {
    await put("\ufeffone\r\ntwo\r\n");
    await call({ oldText: "one\ntwo", newText: "1\n2" });
    expect(Buffer.from(await ctx.fs.readBytes(FILE)).toString("utf8")).toBe("\ufeff1\r\n2\r\n");
  });
});

describe("what a session knows afterwards", () => {
  it("tells the change with digests of both sides", async () => {
    await put(THREE);
    const { changes } = (await call({ oldText: "two", newText: "2" })).result;
    expect(changes).toEqual([
      {
        path: FILE,
        kind: "update",
        before: { digest: digestOf(Buffer.from(THREE)), bytes: 14 },
        after: { digest: digestOf(Buffer.from("one\n2\nthree\n")), bytes: 12 },
      },
    ]);
  });

  it("claims to know only what it wrote when nothing was read before", async () => {
    await put(THREE);
    const [evidence] = (await call({ oldText: "two", newText: "2" })).result.evidence ?? [];
    expect(evidence?.whole).toBeUndefined();
    expect(evidence?.ranges).toEqual([{ start: 4, end: 5, digest: digestOf(Buffer.from("2")) }]);
  });

  it("renews knowledge of the whole file when that was still true", async () => {
    await put(THREE);
    const { identity } = await ctx.fs.open(FILE);
    const whole = digestOf(Buffer.from(THREE));
    ctx.state.seen.record({ path: FILE, identity, whole, ranges: [] });
    const [evidence] = (await call({ oldText: "two", newText: "2" })).result.evidence ?? [];
    expect(evidence?.whole).toBe(digestOf(Buffer.from("one\n2\nthree\n")));
    expect(evidence?.identity).toBe((await ctx.fs.open(FILE)).identity);
  });
});

describe("on this machine", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "deckhand-edit-"));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it("keeps the link it edits through", async () => {
    await writeFile(join(folder, "real.txt"), THREE);
    await symlink("real.txt", join(folder, "link.txt"));
    const outcome = await call({ path: "link.txt", oldText: "two", newText: "2" }, makeLocalContext(folder));
    expect(outcome.isError).toBe(false);
    expect(await readlink(join(folder, "link.txt"))).toBe("real.txt");
    expect(await readFile(join(folder, "real.txt"), "utf8")).toBe("one\n2\nthree\n");
    expect(outcome.result.changes?.[0]?.path).toBe(join(folder, "real.txt"));
  });

  it.each([
    ["in memory", () => makeContext()],
    ["on disk", () => makeLocalContext(folder)],
  ])("loses none of many parallel edits of one file %s", async (_, make) => {
    const context = make();
    const path = join(context.cwd, "many.txt");
    const count = 24;
    await context.fs.writeFile(path, Array.from({ length: count }, (_unused, n) => `line ${n};\n`).join(""));
    const calls = Array.from({ length: count }, (_unused, n) =>
      call({ path: "many.txt", oldText: `line ${n};`, newText: `LINE ${n};` }, context),
    );
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter(({ isError }) => isError)).toEqual([]);
    expect(await context.fs.readText(path)).toBe(
      Array.from({ length: count }, (_unused, n) => `LINE ${n};\n`).join(""),
    );
  });

  it("stops when the call is taken back", async () => {
    await put(THREE);
    const cancel = new AbortController();
    const fs = { ...ctx.fs, open: (path: string) => (cancel.abort(), ctx.fs.open(path)), replace: stale };
    const stopped = call({ oldText: "two", newText: "2" }, { ...ctx, fs, cancel: cancel.signal });
    const reason = await stopped.catch((error: unknown) => error);
    expect(reason).toBe(cancel.signal.reason);
  });

  it("gives up with a clear word when the file never stands still", async () => {
    await put(THREE);
    const outcome = await call(
      { oldText: "two", newText: "2" },
      { ...ctx, fs: { ...ctx.fs, replace: stale } },
    );
    expect(summary(outcome)).toContain("notes/a.txt changed while it was being edited; nothing was written.");
  });
});

async function stale(path: string): Promise<never> {
  const { StaleFileFault } = await import("../../../kernel/index.ts");
  throw new StaleFileFault(path);
}
