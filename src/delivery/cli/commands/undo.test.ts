import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RecordedWorkspace, recordedWorkspace } from "../../../../test/recorded-workspace.ts";

let workspace: RecordedWorkspace;

beforeEach(async () => {
  workspace = await recordedWorkspace();
  await writeFile(join(workspace.folder, "a.txt"), "one\n");
});

afterEach(() => workspace.close());

describe("deckhand undo", () => {
  it("takes the last call back that changed a file, names what it did, and says how to take that back", async () => {
    await change();
    await workspace.call("read", { path: "a.txt" });
    const { code, out, err } = await workspace.deckhand("undo");
    expect({ code, out }).toEqual({ code: 0, out: "restored  a.txt\n" });
    expect(await text()).toBe("one\n");
    const [, again = ""] = /deckhand undo (\w+)/.exec(err) ?? [];
    expect(await workspace.deckhand("undo", again)).toMatchObject({ code: 0 });
    expect(await text()).toBe("two\n");
  });

  it("takes a call back that is named, also by the end of its id", async () => {
    const trace = await change();
    await workspace.call("write", { path: "b.txt", content: "x" });
    expect(await workspace.deckhand("undo", trace.slice(-8), "--json")).toMatchObject({ code: 0 });
    expect(await text()).toBe("one\n");
    expect(await readdir(workspace.folder)).toContain("b.txt");
    expect(await workspace.deckhand("undo", trace)).toMatchObject({ code: 0, out: "" });
  });

  it("of a session takes back the last call of that session, or with --all everything", async () => {
    await workspace.call("write", { path: "b.txt", content: "x" }, { session: "other" });
    await workspace.call("write", { path: "c.txt", content: "x" }, { session: "other" });
    await change();
    expect(await workspace.deckhand("undo", "--session", "other")).toMatchObject({ out: "removed  c.txt\n" });
    expect(await workspace.deckhand("undo", "--session", "other", "--all")).toMatchObject({
      code: 0,
      out: "removed  b.txt\n",
    });
    expect(await text()).toBe("two\n");
  });

  it("names what it skips and why, and ends with 1", async () => {
    await change();
    await writeFile(join(workspace.folder, "a.txt"), "mine\n");
    const { code, out, err } = await workspace.deckhand("undo");
    expect({ code, out, err }).toEqual({ code: 1, out: "skipped  a.txt: it changed since\n", err: "" });
    expect((await workspace.deckhand("undo", "--json")).json()).toMatchObject({
      restored: [],
      skipped: [{ path: join(workspace.folder, "a.txt"), why: "it changed since" }],
    });
    expect(await text()).toBe("mine\n");
  });

  it("rehearses with --dry-run", async () => {
    await change();
    const { code, out, err } = await workspace.deckhand("undo", "--dry-run");
    expect({ code, out }).toEqual({ code: 0, out: "restored  a.txt\n" });
    expect(err).toContain("dry run");
    expect(await text()).toBe("two\n");
  });

  it("reaches further folders that a flag names", async () => {
    const other = await recordedFolder();
    await workspace.call(
      "write",
      { path: join(other, "x.txt"), content: "x" },
      { settings: { addDirs: [other] } },
    );
    expect(await workspace.deckhand("undo")).toMatchObject({ code: 1 });
    expect(await workspace.deckhand("undo", "--add-dir", other)).toMatchObject({ code: 0 });
    expect(await readdir(other)).toEqual([]);
  });

  it("has nothing to undo where nothing was changed, and says what it cannot know", async () => {
    expect(await workspace.deckhand("undo")).toMatchObject({ code: 1, out: "" });
    const { trace = "" } = await workspace.call("read", { path: "a.txt" });
    const { code, err } = await workspace.deckhand("undo", trace);
    expect(code).toBe(1);
    expect(err).toContain("what commands and remote tools did cannot");
    expect((await workspace.deckhand("undo", "nothing", "--json")).json()).toMatchObject({
      status: "error",
      error: { code: "not_found" },
    });
    expect(await workspace.deckhand("undo", "nothing")).toMatchObject({ code: 2 });
    expect(await workspace.deckhand("undo", trace, "--all")).toMatchObject({ code: 2 });
  });
});

/** Beside the workspace, and gone with its state. */
async function recordedFolder(): Promise<string> {
  const folder = join(workspace.stateFolder, "..", "beside");
  await mkdir(folder);
  return folder;
}

async function change(): Promise<string> {
  await workspace.call("read", { path: "a.txt" });
  const { trace = "" } = await workspace.call("edit", { path: "a.txt", oldText: "one", newText: "two" });
  return trace;
}

function text(): Promise<string> {
  return readFile(join(workspace.folder, "a.txt"), "utf8");
}
