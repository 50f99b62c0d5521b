import { createHash } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryFs, makeContext, makeLocalContext, manualClock } from "../../backends/index.ts";
import {
  defineTool,
  type DefinedTool,
  type Evidence,
  type FaultInfo,
  textResult,
  type ToolContext,
  type Touch,
  writes,
} from "../../kernel/index.ts";
import { edit, grep, notebook, patch, read, write } from "../../tools/index.ts";
import type { Decision } from "../decision.ts";
import { causal } from "../wrappers/causal.ts";
import { judgeProof, type ProofQuestion } from "./judge-proof.ts";
import { requireProof } from "./require-proof.ts";

/** A session as the call path runs it: the gate first, then the tool, which asks for the very place. */
function governed(ctx: ToolContext): (tool: DefinedTool, input: object) => Promise<FaultInfo | "done"> {
  const strict = { ...ctx, state: { ...ctx.state, seen: { ...ctx.state.seen, isRequired: true } } };
  return async (tool, input) => {
    const { error } = await causal(tool, requireProof(tool)).invoke(
      { id: "1", name: tool.name, input },
      strict,
    );
    return error ?? "done";
  };
}

const THREE = "one\ntwo\nthree\n";
const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

let folder: string;
let call: ReturnType<typeof governed>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-proof-"));
  call = governed(makeLocalContext(folder));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const held = (name: string): Promise<string> => readFile(join(folder, name), "utf8");

describe("write", () => {
  it("R204, R240: a write over an existing file needs a read of it, and says so", async () => {
    await put("a.txt", THREE);
    expect(await call(write, { path: "a.txt", content: "x" })).toEqual({
      code: "denied_proof",
      message: "a.txt exists and has not been read in this session.",
      hint: expect.stringMatching(/^Read a\.txt first: write replaces all that is in it\./),
    });
    expect(await held("a.txt")).toBe(THREE);
    expect(await call(read, { path: "a.txt" })).toBe("done");
    expect(await call(write, { path: "a.txt", content: "x" })).toBe("done");
    expect(await held("a.txt")).toBe("x");
  });

  it("R243, R277: a read holds for as long as the hash is the same, and a changed file has to be read again", async () => {
    await put("a.txt", THREE);
    await call(read, { path: "a.txt" });
    await utimes(join(folder, "a.txt"), 1, 1);
    expect(await call(write, { path: "a.txt", content: "touched" })).toBe("done");
    await put("a.txt", "theirs");
    expect(await call(write, { path: "a.txt", content: "x" })).toMatchObject({
      code: "denied_proof",
      message: expect.stringMatching(/^a\.txt changed since you read it at \d{4}-\d\d-\d\dT/),
      hint: "Read a.txt again, then repeat the call.",
    });
    expect(await held("a.txt")).toBe("theirs");
  });

  it("a part is not the whole, but all parts together are", async () => {
    await put("a.txt", lines(30));
    await call(read, { path: "a.txt", limit: 10 });
    expect(await call(write, { path: "a.txt", content: "x" })).toMatchObject({
      code: "denied_proof",
      message: "write replaces all of a.txt, and you have read only lines 1–10 of it.",
      hint: "Read the rest of a.txt and repeat the call, or change only what you have read with edit.",
    });
    await call(read, { path: "a.txt", offset: 11, limit: 10 });
    await call(read, { path: "a.txt", offset: 21 });
    expect(await call(write, { path: "a.txt", content: "x" })).toBe("done");
  });

  it("parts that were read before and after a change are not the whole", async () => {
    await put("a.txt", lines(4));
    await call(read, { path: "a.txt", limit: 2 });
    await put("a.txt", lines(4).replace("line 1", "LINE 1"));
    await call(read, { path: "a.txt", offset: 3 });
    expect(await call(write, { path: "a.txt", content: "x" })).toMatchObject({ code: "denied_proof" });
  });

  it("an empty file is proven by reading that it is empty", async () => {
    await put("a.txt", "");
    expect(await call(write, { path: "a.txt", content: "x" })).toMatchObject({ code: "denied_proof" });
    await call(read, { path: "a.txt" });
    expect(await call(write, { path: "a.txt", content: "x" })).toBe("done");
  });

  it("R246: a new file needs no proof, and of two who create it at once exactly one does", async () => {
    const other = governed(makeLocalContext(folder));
    const ends = await Promise.all([
      call(write, { path: "new/a.txt", content: "mine" }),
      other(write, { path: "new/a.txt", content: "theirs" }),
    ]);
    expect(ends.filter((end) => end === "done")).toHaveLength(1);
    expect(await held("new/a.txt")).toBe(ends[0] === "done" ? "mine" : "theirs");
  });

  it("R249: a file is one file under every name: ./a, a link, a linked folder", async () => {
    await put("a.txt", THREE);
    await symlink("a.txt", join(folder, "link.txt"));
    await symlink(".", join(folder, "here"));
    await call(read, { path: "./a.txt" });
    for (const path of ["a.txt", "link.txt", "here/link.txt", `${folder}/x/../a.txt`])
      expect(await call(write, { path, content: `by ${path}` })).toBe("done");
    expect(await held("a.txt")).toContain("x/../a.txt");
  });

  it("R242: a read of one file proves nothing about another, not even one with the same content", async () => {
    await put("a.txt", THREE);
    await put("b.txt", THREE);
    await call(read, { path: "a.txt" });
    expect(await call(write, { path: "b.txt", content: "x" })).toMatchObject({ code: "denied_proof" });
  });

  it("of two sessions that write one file at once exactly one wins, and the other is told to read again", async () => {
    for (let round = 0; round < 10; round += 1) {
      await put("a.txt", THREE);
      const sessions = ["mine", "theirs"].map((content) => ({
        content,
        run: governed(makeLocalContext(folder)),
      }));
      for (const { run } of sessions) await run(read, { path: "a.txt" });
      const ends = await Promise.all(
        sessions.map(({ run, content }) => run(write, { path: "a.txt", content })),
      );
      const [loser] = ends.filter((end) => end !== "done");
      expect(ends.filter((end) => end === "done")).toHaveLength(1);
      expect(JSON.stringify(loser)).toMatch(/Read (it|a\.txt) again|Read a\.txt with offset/);
      expect(await held("a.txt")).toBe(ends[0] === "done" ? "mine" : "theirs");
    }
  });
});

describe("edit", () => {
  it("R204, R241: an edit needs a read of the place it changes", async () => {
    await put("a.txt", lines(30));
    const change = { path: "a.txt", oldText: "line 20\n", newText: "LINE 20\n" };
    expect(await call(edit, change)).toMatchObject({
      code: "denied_proof",
      hint: expect.stringContaining("Read a.txt first: edit changes what is in it."),
    });
    await call(read, { path: "a.txt", limit: 10 });
    expect(await call(edit, change)).toEqual({
      code: "denied_proof",
      message: "You have not read line 20 of a.txt, which this would change; nothing was written.",
      hint: "Read a.txt with offset=20 limit=1 first, and repeat the call.",
    });
    await call(read, { path: "a.txt", offset: 20, limit: 1 });
    expect(await call(edit, change)).toBe("done");
  });

  it("what a search showed proves its lines and no others", async () => {
    await put("a.txt", lines(30));
    await call(grep, { path: "a.txt", pattern: "line 20" });
    expect(await call(edit, { path: "a.txt", oldText: "line 3\n", newText: "x\n" })).toMatchObject({
      code: "denied_proof",
    });
    expect(await call(edit, { path: "a.txt", oldText: "line 20\n", newText: "x\n" })).toBe("done");
  });

  it("R241: a change elsewhere leaves a proof of the place alone, a change of the place does not", async () => {
    await put("a.txt", lines(60));
    await call(read, { path: "a.txt", offset: 40, limit: 21 });
    await put("a.txt", lines(60).replace("line 1\n", "LINE 1\n"));
    expect(await call(edit, { path: "a.txt", oldText: "line 50\n", newText: "x\n" })).toBe("done");
    await put("a.txt", lines(60).replace("line 45\n", "LINE 45\n"));
    expect(await call(edit, { path: "a.txt", oldText: "line 50\n", newText: "y\n" })).toMatchObject({
      code: "denied_proof",
      message: expect.stringContaining("changed since you read it at"),
      hint: "Read lines 40–60 of a.txt again, then repeat the call.",
    });
  });

  it("R247: a change by the session itself renews its proof, for edits and for writes", async () => {
    await put("a.txt", lines(30));
    await call(read, { path: "a.txt" });
    expect(await call(edit, { path: "a.txt", oldText: "line 2\n", newText: "longer line 2\n" })).toBe("done");
    expect(await call(edit, { path: "a.txt", oldText: "line 20\n", newText: "x\n" })).toBe("done");
    expect(await call(write, { path: "a.txt", content: THREE })).toBe("done");
    expect(await call(edit, { path: "a.txt", oldText: "two", newText: "TWO" })).toBe("done");
    expect(await call(write, { path: "new.txt", content: THREE })).toBe("done");
    expect(await call(edit, { path: "new.txt", oldText: "two", newText: "TWO" })).toBe("done");
    const moved = "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n-TWO\n+2\n*** End Patch";
    expect(await call(patch, { patch: moved })).toBe("done");
    expect(await call(write, { path: "b.txt", content: "x" })).toBe("done");
  });

  it.each([
    ["memory", () => makeContext()],
    ["this machine", () => makeLocalContext(folder)],
  ])("edits of one session that come at once do not call each other outdated, in %s", async (_, make) => {
    const ctx = make();
    await ctx.fs.writeFile(`${ctx.cwd}/a.txt`, lines(20));
    const run = governed(ctx);
    await run(read, { path: "a.txt" });
    const changes = Array.from({ length: 20 }, (__, at) => ({
      path: "a.txt",
      oldText: `line ${at + 1}\n`,
      newText: `LINE ${at + 1}\n`,
    }));
    expect(await Promise.all(changes.map((change) => run(edit, change)))).toEqual(changes.map(() => "done"));
  });

  it("other encodings and byte order marks are no obstacle", async () => {
    await writeFile(join(folder, "bom.txt"), `\uFEFF${THREE.replaceAll("\n", "\r\n")}`);
    await writeFile(join(folder, "utf16.txt"), Buffer.from(`\uFEFF${THREE}`, "utf16le"));
    for (const path of ["bom.txt", "utf16.txt"]) {
      await call(read, { path });
      expect(await call(edit, { path, oldText: "two", newText: "TWO" })).toBe("done");
      expect(await call(write, { path, content: THREE })).toBe("done");
    }
  });

  it("one edit of all occurrences needs every one of them to have been seen", async () => {
    await put("a.txt", "same\n".repeat(20));
    await call(read, { path: "a.txt", limit: 10 });
    const all = { path: "a.txt", oldText: "same", newText: "other", replaceAll: true };
    expect(await call(edit, all)).toMatchObject({ message: expect.stringContaining("not read line 11") });
    await call(read, { path: "a.txt", offset: 11 });
    expect(await call(edit, all)).toBe("done");
  });
});

describe("patch and notebook", () => {
  it("a patch changes, moves and deletes only what was read", async () => {
    await put("a.txt", lines(30));
    const update = wrapped("*** Update File: a.txt\n-line 20\n+x");
    const move = wrapped("*** Update File: a.txt\n*** Move to: b.txt\n-line 20\n+x");
    const remove = wrapped("*** Delete File: a.txt");
    for (const each of [update, move, remove])
      expect(await call(patch, each)).toMatchObject({ code: "denied_proof" });
    await call(read, { path: "a.txt", limit: 10 });
    for (const each of [update, move, remove])
      expect(await call(patch, each)).toMatchObject({ code: "denied_proof" });
    await call(read, { path: "a.txt", offset: 19, limit: 3 });
    expect(await call(patch, move)).toBe("done");
    expect(await call(patch, wrapped("*** Delete File: b.txt"))).toMatchObject({ code: "denied_proof" });
    await call(read, { path: "b.txt" });
    await appendFile(join(folder, "b.txt"), "theirs\n");
    expect(await call(patch, wrapped("*** Delete File: b.txt"))).toMatchObject({ code: "denied_proof" });
    await call(read, { path: "b.txt" });
    expect(await call(patch, wrapped("*** Delete File: b.txt"))).toBe("done");
  });

  it("what a patch itself makes it may go on to change, and a link may be deleted unread", async () => {
    await put("target.txt", THREE);
    await symlink("target.txt", join(folder, "link.txt"));
    const made =
      "*** Begin Patch\n*** Add File: n.txt\n+one\n+two\n*** Update File: n.txt\n-two\n+2\n*** End Patch";
    expect(await call(patch, { patch: made })).toBe("done");
    expect(await call(patch, { patch: "*** Begin Patch\n*** Delete File: link.txt\n*** End Patch" })).toBe(
      "done",
    );
    expect(await held("target.txt")).toBe(THREE);
  });

  it("R322: a notebook is changed only by who has read it as it is", async () => {
    await put("n.ipynb", book("1"));
    const change = { path: "n.ipynb", cell: "c1", source: "2" };
    expect(await call(notebook, change)).toMatchObject({
      code: "denied_proof",
      hint: expect.stringContaining("Read n.ipynb first"),
    });
    await call(read, { path: "n.ipynb" });
    await put("n.ipynb", book("theirs"));
    expect(await call(notebook, change)).toMatchObject({ code: "denied_proof" });
    await call(read, { path: "n.ipynb" });
    expect(await call(notebook, change)).toBe("done");
    expect(await call(notebook, { ...change, source: "3" })).toBe("done");
  });
});

it("R322: a page of a long notebook proves the cells it shows whole, and no others", async () => {
  const cells = Array.from({ length: 60 }, (_, at) => cell(at));
  await put("n.ipynb", JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1));
  await call(read, { path: "n.ipynb" });
  expect(await call(notebook, { path: "n.ipynb", cell: "c50", source: "2" })).toMatchObject({
    code: "denied_proof",
    message: expect.stringMatching(/^You have not read lines \d+–\d+ of n\.ipynb/),
    hint: expect.stringContaining("the page with the cell"),
  });
  expect(await call(notebook, { path: "n.ipynb", cell: "c3", source: "2" })).toBe("done");
  expect(await call(notebook, { path: "n.ipynb", cell: "c5", mode: "delete" })).toBe("done");
  expect(await call(notebook, { path: "n.ipynb", mode: "insert", source: "first" })).toBe("done");
  await call(read, { path: "n.ipynb", offset: -100 });
  expect(await call(notebook, { path: "n.ipynb", cell: "c59", mode: "insert", source: "last" })).toBe("done");
  expect(await call(notebook, { path: "n.ipynb", cell: "c55", mode: "delete" })).toBe("done");
  expect(await call(write, { path: "n.ipynb", content: "{}" })).toMatchObject({ code: "denied_proof" });
});

describe("judgeProof", () => {
  const clock = manualClock(1_000_000);
  const writing: readonly Touch[] = [{ kind: "path", path: "a.txt", op: "write" }];

  async function ask(
    more: Partial<ProofQuestion>,
    ...evidence: readonly Partial<Evidence>[]
  ): Promise<Decision> {
    const fs = createMemoryFs({ "/w/a.txt": THREE });
    const { identity } = await fs.open("/w/a.txt");
    const seen = evidence.map((each) => ({ path: "/w/a.txt", identity, ranges: [], ...each }));
    return judgeProof({
      tool: "write",
      touches: writing,
      cwd: "/w",
      fs,
      clock,
      evidenceOf: () => seen,
      ...more,
    });
  }

  const whole = digest(THREE);

  it("R242: a proof that was handed in for another path is refused by name", async () => {
    expect(await ask({}, { path: "/w/b.txt", whole })).toMatchObject({
      verdict: "deny",
      code: "denied_proof",
      reason: "The proof is for /w/b.txt, not for a.txt.",
    });
  });

  it("R243: the hash decides where it can, whatever the identity and the age say", async () => {
    expect(await ask({}, { whole, identity: "id:other", at: 1 })).toEqual({ verdict: "allow" });
    expect(await ask({}, { whole: "other", at: clock.now() })).toMatchObject({ verdict: "deny" });
  });

  it("parts with something unread between them are not the whole", async () => {
    const parts = [
      { start: 0, end: 4, digest: digest("one\n") },
      { start: 8, end: 14, digest: digest("three\n") },
    ];
    expect(await ask({}, { ranges: parts })).toMatchObject({ verdict: "deny", code: "denied_proof" });
    const between = { start: 4, end: 8, digest: digest("two\n") };
    expect(await ask({}, { ranges: [...parts, between] })).toMatchObject({ verdict: "allow" });
  });

  it("R244, R277: where hashing cannot decide, an unchanged identity holds for a limited time", async () => {
    const large = { maxHashBytes: 4, maxAgeMs: 60_000 };
    expect(await ask(large, { whole, at: clock.now() - 60_000 })).toEqual({ verdict: "allow" });
    expect(await ask(large, { whole, at: clock.now() - 60_001 })).toMatchObject({
      verdict: "deny",
      reason: expect.stringMatching(
        /cannot be compared with what you read at .* such a proof holds for 1 min/,
      ),
    });
    expect(await ask(large, { whole, at: clock.now(), identity: "id:other" })).toMatchObject({
      verdict: "deny",
    });
    expect(await ask(large, { whole })).toMatchObject({ verdict: "deny" });
    expect(await ask({ ...large, tool: "edit" }, { at: clock.now() })).toEqual({ verdict: "allow" });
    expect(await ask({ ...large, tool: "edit" }, { at: 0 })).toMatchObject({ verdict: "deny" });
  });

  it("R244: a clock that was set back ends a proof by time instead of lengthening it", async () => {
    expect(await ask({ maxHashBytes: 4 }, { whole, at: clock.now() + 5 })).toMatchObject({ verdict: "deny" });
  });

  it("a tool it does not know replaces whole files as far as it can tell", async () => {
    const part = { ranges: [{ start: 0, end: 4, digest: digest("one\n") }] };
    expect(await ask({ tool: "edit" }, part)).toEqual({ verdict: "allow" });
    expect(await ask({ tool: "other" }, part)).toMatchObject({ verdict: "deny" });
  });

  it("reads, lists, creations, folders, kept results and missing files need no proof", async () => {
    const touches: readonly Touch[] = [
      { kind: "path", path: "a.txt", op: "read" },
      { kind: "path", path: "a.txt", op: "create" },
      { kind: "path", path: "/w", op: "write" },
      { kind: "path", path: "missing/b.txt", op: "write" },
      { kind: "path", path: "deckhand://result/x", op: "write" },
      { kind: "command", command: "ls", op: "run" },
    ];
    expect(await ask({ touches })).toEqual({ verdict: "allow" });
  });

  it("one unproven file among many is enough to refuse", async () => {
    const fs = createMemoryFs({ "/w/a.txt": THREE, "/w/b.txt": "b" });
    const touches: readonly Touch[] = [...writing, { kind: "path", path: "b.txt", op: "delete" }];
    const { identity } = await fs.open("/w/a.txt");
    const evidenceOf = async (path: string): Promise<Evidence[]> =>
      path === "/w/a.txt" ? [{ path, identity, whole, ranges: [] }] : [];
    expect(await ask({ fs, touches, evidenceOf })).toMatchObject({
      reason: "b.txt exists and has not been read in this session.",
    });
  });
});

it("R214: a causal tool is not entered without the proof it builds on", async () => {
  let entered = 0;
  const stamp = defineTool({
    name: "stamp",
    parameters: { type: "object", properties: { path: { type: "string" } } },
    effects: [writes("filesystem")],
    touches: ({ path }) => [{ kind: "path", path: String(path), op: "write" }],
    run: () => {
      entered += 1;
      return textResult("stamped");
    },
  });
  await put("a.txt", THREE);
  expect(await call(stamp, { path: "a.txt" })).toMatchObject({ code: "denied_proof" });
  expect(entered).toBe(0);
  await call(read, { path: "a.txt" });
  expect(await call(stamp, { path: "a.txt" })).toBe("done");
  expect(entered).toBe(1);
});

const book = (source: string): string =>
  JSON.stringify({
    cells: [{ cell_type: "code", id: "c1", source, metadata: {}, outputs: [], execution_count: null }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });

const cell = (at: number): object => ({
  cell_type: "code",
  id: `c${at}`,
  source: ["größe\n", "y".repeat(1500)],
  metadata: {},
  outputs: [{ output_type: "display_data", metadata: {}, data: { "image/x": "z".repeat(3000) } }],
  execution_count: null,
});

const wrapped = (body: string): object => ({ patch: `*** Begin Patch\n${body}\n*** End Patch` });
