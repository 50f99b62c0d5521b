import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtinRegistry, type ToolCollection } from "../tools/index.ts";
import { openSession, toolBox } from "./index.ts";
import { TRUSTING } from "../../test/trusting.ts";

const CELL = { id: "c1", cell_type: "raw", metadata: {}, source: "y" };
const NOTEBOOK = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [CELL] });

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-session-"));
  await writeFile(join(folder, "a.txt"), "one\ntwo\n");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("toolBox", () => {
  it("R173: is a runnable box on the local machine, rooted at a folder, in one call", async () => {
    const box = toolBox("coding", folder);
    const input = { path: "a.txt", oldText: "two", newText: "TWO" };
    expect(await box.runner.run({ id: "1", name: "edit", input })).toMatchObject({ isError: false });
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("one\nTWO\n");
  });

  it.each([
    ["read", { path: "../a.txt" }],
    ["ls", { path: ".." }],
    ["find", { path: "..", pattern: "*" }],
    ["glob", { path: "..", pattern: "*" }],
    ["grep", { path: "..", pattern: "one" }],
    ["grep", { path: "../a.txt", pattern: "one" }],
    ["write", { path: "../a.txt", content: "x" }],
    ["write", { path: "../new/b.txt", content: "x" }],
    ["edit", { path: "../a.txt", oldText: "one", newText: "x" }],
    ["patch", { patch: "*** Begin Patch\n*** Delete File: ../a.txt\n*** End Patch\n" }],
    ["patch", { patch: "*** Begin Patch\n*** Add File: ../b.txt\n+x\n*** End Patch\n" }],
    ["notebook", { path: "../n.ipynb", cell: 0, source: "x" }],
  ])("R145, R173: %s does not leave it by a relative path: %j", async (name, input) => {
    await mkdir(join(folder, "ws"));
    await writeFile(join(folder, "n.ipynb"), NOTEBOOK);
    const outcome = await toolBox("all", join(folder, "ws")).runner.run({ id: "1", name, input });
    expect(outcome).toMatchObject({ isError: true, error: { code: "denied_policy" } });
    expect((await readdir(folder)).toSorted()).toEqual(["a.txt", "n.ipynb", "ws"]);
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\n");
    expect(await readFile(join(folder, "n.ipynb"), "utf8")).toBe(NOTEBOOK);
  });

  it("R173: offers exactly the collection that was asked for", async () => {
    const names = (collection: ToolCollection): string[] =>
      toolBox(collection, folder)
        .descriptors()
        .map(({ name }) => name);
    for (const collection of ["read-only", "coding", "all"] as const)
      expect(names(collection)).toEqual(builtinRegistry().namesIn(collection));
    const input = { path: "a.txt", content: "x" };
    const refused = await toolBox("read-only", folder).runner.run({ id: "1", name: "write", input });
    expect(refused).toMatchObject({ isError: true, error: { code: "unknown_tool" } });
  });
});

describe("a session", () => {
  it("fetches from a private host only when its settings open it", async () => {
    const server = createServer((_request, response) => response.end("plain words"));
    const port = await new Promise<number>((done) => {
      server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port));
    });
    try {
      const call = { id: "1", name: "webfetch", input: { url: `http://127.0.0.1:${port}/` } };
      expect(await openSession({ cwd: folder }).call(call)).toMatchObject({
        error: { code: "denied_policy" },
      });
      const opened = openSession({ cwd: folder, web: { allowPrivate: [`127.0.0.1:${port}`] } });
      expect(JSON.stringify((await opened.call(call)).output)).toContain("plain words");
    } finally {
      server.close();
    }
  });

  it("remembers across calls what it has seen", async () => {
    const session = openSession({ cwd: folder, govern: TRUSTING });
    await session.call({ id: "1", name: "read", input: { path: "a.txt" } });
    await writeFile(join(folder, "a.txt"), "changed by somebody else\n");
    const outcome = await session.call({
      id: "2",
      name: "write",
      input: { path: "a.txt", content: "mine\n" },
    });
    expect(outcome).toMatchObject({ error: { code: "denied_proof" } });
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("changed by somebody else\n");
  });

  it("shares nothing with another session", async () => {
    const [one, other] = [1, 2].map(() => openSession({ cwd: folder, govern: TRUSTING }));
    await one?.call({ id: "1", name: "read", input: { path: "a.txt" } });
    const write = { id: "2", name: "write", input: { path: "a.txt", content: "mine\n" } };
    expect(await other?.call(write)).toMatchObject({ error: { code: "denied_proof" } });
    expect(await one?.call(write)).toMatchObject({ isError: false });
  });

  it("offers only the tools it was told to, by wire name or node path", async () => {
    const session = openSession({ cwd: folder, tools: ["world.tools.file.ls", "read"] });
    expect(session.rows.map(({ name }) => name)).toEqual(["read", "ls"]);
    expect(await session.call({ id: "1", name: "edit", input: {} })).toMatchObject({
      isError: true,
      error: { code: "denied_scope", hint: "In scope: read, ls." },
    });
    expect(await session.call({ id: "1", name: "edti", input: {} })).toMatchObject({
      error: { code: "unknown_tool", hint: "Available tools: read, ls." },
    });
    await expect(session.tool("edit")).rejects.toMatchObject({ code: "denied_scope" });
  });

  it("rehearses a patch of several files and keeps nothing", async () => {
    const patch = "*** Begin Patch\n*** Add File: new.txt\n+hello\n*** Delete File: a.txt\n*** End Patch\n";
    const outcome = await openSession({ cwd: folder }).call(
      { id: "1", name: "patch", input: { patch } },
      { dryRun: true },
    );
    expect(outcome).toMatchObject({ isError: false });
    expect(outcome.staged?.map(({ kind }) => kind).toSorted()).toEqual(["create", "delete"]);
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\n");
  });
});
