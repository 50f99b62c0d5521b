import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSessionStore } from "./session-store.ts";
import { stateFolder } from "./state-folder.ts";

let folder = "";
let workspace = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-store-"));
  workspace = await mkdtemp(join(tmpdir(), "deckhand-workspace-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(workspace, { recursive: true, force: true });
});

const LIST = [{ id: "1", text: "One", status: "active" }] as const;

describe("a session store", () => {
  it("R44, R51: keeps a checklist, a mode and a memory beyond the process", async () => {
    const first = open("cli");
    await first.checklist.replace(LIST);
    await first.mode.replace("plan");
    await first.memory.replace("Use tabs.");
    await first.memory.append("Never force-push.");
    const second = open("cli");
    expect(await second.checklist.read()).toEqual(LIST);
    expect(await second.mode.read()).toBe("plan");
    expect(await second.memory.read()).toBe("Use tabs.\nNever force-push.");
  });

  it("R52: shares nothing with another session or another workspace", async () => {
    await open("one").memory.append("mine");
    await open("one").checklist.replace(LIST);
    for (const other of [open("two"), openSessionStore({ workspace: folder, name: "one", folder })]) {
      expect(await other.memory.read()).toBe("");
      expect(await other.checklist.read()).toEqual([]);
      expect(await other.mode.read()).toBe("execute");
    }
  });

  it("writes nothing until there is something to remember, and then for this user only", async () => {
    const store = open("cli");
    await store.memory.read();
    await store.checklist.read();
    expect(await readdir(folder)).toEqual([]);
    await store.checklist.replace([]);
    const [file] = await readdir(folder, { recursive: true, withFileTypes: true }).then((all) =>
      all.filter((entry) => entry.isFile()),
    );
    expect((await stat(join(file!.parentPath, file!.name))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, "workspaces"))).mode & 0o077).toBe(0);
  });

  it("knows a workspace under every name it has", async () => {
    await open("cli").memory.append("here");
    const link = join(folder, "link");
    await symlink(workspace, link);
    expect(await openSessionStore({ workspace: link, name: "cli", folder }).memory.read()).toBe("here");
  });

  it.each(["", ".", "..", "../x", "a/b", "a\\b", "-x", "x".repeat(65), "a b", "a\0", "ä"])(
    "refuses a session called %j",
    (name) => {
      expect(() => open(name)).toThrow(expect.objectContaining({ code: "invalid_input" }));
    },
  );

  it("says which file is damaged instead of forgetting it", async () => {
    await open("cli").checklist.replace(LIST);
    const file = await fileCalled("checklist.json");
    for (const damaged of ["", "{", "[1]", '[{"id":"1","text":"x","status":"gone"}]']) {
      await writeFile(file, damaged);
      await expect(open("cli").checklist.read()).rejects.toMatchObject({
        message: expect.stringContaining("checklist.json is damaged"),
      });
      expect(await readFile(file, "utf8")).toBe(damaged);
    }
  });

  it("begins a line of its own where a person left the last one open", async () => {
    await open("cli").memory.replace("");
    await writeFile(await fileCalled("memory.md"), "by hand");
    await open("cli").memory.append("by us");
    expect(await open("cli").memory.read()).toBe("by hand\nby us");
  });

  it("says which file is out of reach, and what would help", async () => {
    const { checklist, memory } = open("cli");
    await checklist.replace([]);
    await memory.replace("");
    for (const name of ["checklist.json", "memory.md"]) {
      const file = await fileCalled(name);
      await rm(file);
      await mkdir(file);
    }
    const all = [
      checklist.read(),
      checklist.replace([]),
      memory.read(),
      memory.replace("x"),
      memory.append("x"),
    ];
    for (const one of await Promise.allSettled(all)) {
      expect(one).toMatchObject({
        reason: {
          message: expect.stringMatching(/(?:checklist\.json|memory\.md) is out of reach: EISDIR/),
          hint: expect.stringContaining("XDG_STATE_HOME"),
        },
      });
    }
  });

  it("keeps every line that several append at once", async () => {
    const lines = Array.from({ length: 150 }, (_, n) => `line ${n} ${"x".repeat(n * 20)}`);
    await Promise.all(lines.map((line) => open("cli").memory.append(line)));
    expect((await open("cli").memory.read()).split("\n").toSorted()).toEqual(lines.toSorted());
  });
});

describe("the state folder", () => {
  it("is where the standard says, and never a relative path", () => {
    expect(stateFolder({ XDG_STATE_HOME: "/state" })).toBe("/state/deckhand");
    expect(stateFolder({ XDG_STATE_HOME: "state", HOME: "/home/me" })).toBe("/home/me/.local/state/deckhand");
    expect(stateFolder({ HOME: "/home/me" })).toBe("/home/me/.local/state/deckhand");
  });
});

async function fileCalled(name: string): Promise<string> {
  const found = (await readdir(folder, { recursive: true })).find((each) => each.endsWith(name));
  return join(folder, found!);
}

function open(name: string) {
  return openSessionStore({ workspace, name, folder });
}
