import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession, toolBox } from "./index.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-session-"));
  await writeFile(join(folder, "a.txt"), "one\ntwo\n");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("toolBox", () => {
  it("R173: is a runnable box on the local machine, rooted at a folder, in one call", async () => {
    const box = toolBox("coding", folder);
    expect(box.descriptors().map(({ name }) => name)).toContain("edit");
    const input = { path: "a.txt", oldText: "two", newText: "TWO" };
    expect(await box.runner.run({ id: "1", name: "edit", input })).toMatchObject({ isError: false });
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("one\nTWO\n");
    const outside = await box.runner.run({ id: "2", name: "read", input: { path: "../x" } });
    expect(outside.isError).toBe(true);
  });
});

describe("a session", () => {
  it("remembers across calls what it has seen", async () => {
    const session = openSession({ cwd: folder });
    await session.call({ id: "1", name: "read", input: { path: "a.txt" } });
    await writeFile(join(folder, "a.txt"), "changed by somebody else\n");
    const outcome = await session.call({
      id: "2",
      name: "write",
      input: { path: "a.txt", content: "mine\n" },
    });
    expect(outcome.isError).toBe(true);
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("changed by somebody else\n");
  });

  it("shares nothing with another session", async () => {
    await openSession({ cwd: folder }).call({ id: "1", name: "read", input: { path: "a.txt" } });
    await writeFile(join(folder, "a.txt"), "changed by somebody else\n");
    const outcome = await openSession({ cwd: folder }).call({
      id: "2",
      name: "write",
      input: { path: "a.txt", content: "mine\n" },
    });
    expect(outcome.isError).toBe(false);
  });

  it("offers only the tools it was told to, by wire name or node path", async () => {
    const session = openSession({ cwd: folder, tools: ["world.tools.file.ls", "read"] });
    expect(session.rows.map(({ name }) => name)).toEqual(["read", "ls"]);
    await expect(session.call({ id: "1", name: "edit", input: {} })).rejects.toMatchObject({
      code: "unknown_tool",
      hint: "Available tools: read, ls.",
    });
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
