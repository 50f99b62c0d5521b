import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ControlStore } from "../control/index.ts";
import { createMemoryStore } from "./memory/create-memory-store.ts";
import { createSessionCells } from "./session-cells.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";
import { workspaceFolder } from "./workspace-folder.ts";

let folder = "";
let opened: ControlStore[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-cells-"));
  opened = [];
});

afterEach(async () => {
  for (const store of opened) await store.close();
  await rm(folder, { recursive: true, force: true });
});

const LIST = [{ id: "1", text: "One", status: "active" }] as const;
const TASKS = [{ id: "task-1", title: "One", status: "pending" }] as const;

describe("what a session remembers", () => {
  it("R44, R51: outlives the process, in the store of its workspace", async () => {
    const first = await inFile();
    await first.checklist.replace(LIST);
    await first.mode.replace("plan");
    await first.tasks.replace(TASKS);
    await first.memory.replace("Use tabs.");
    await first.memory.append("Never force-push.");
    for (const store of opened) await store.close();
    const second = await inFile();
    expect(await second.checklist.read()).toEqual(LIST);
    expect(await second.mode.read()).toBe("plan");
    expect(await second.tasks.read()).toEqual(TASKS);
    expect(await second.memory.read()).toBe("Use tabs.\nNever force-push.");
  });

  it("R52: is shared with no other session", async () => {
    const store = createMemoryStore();
    const mine = createSessionCells(async () => store, "one");
    await mine.memory.append("mine");
    await mine.checklist.replace(LIST);
    await mine.mode.replace("plan");
    const other = createSessionCells(async () => store, "two");
    expect(await other.memory.read()).toBe("");
    expect(await other.checklist.read()).toEqual([]);
    expect(await other.tasks.read()).toEqual([]);
    expect(await other.mode.read()).toBe("execute");
  });

  it("opens the store when something is first asked for, and says why it could not be", async () => {
    let opens = 0;
    const cells = createSessionCells(async () => {
      opens += 1;
      throw new Error("no store today");
    }, "cli");
    expect(opens).toBe(0);
    await expect(cells.mode.read()).rejects.toThrow("no store today");
    await expect(cells.checklist.update((now) => now)).rejects.toThrow("no store today");
    expect(opens).toBe(2);
  });

  it("of one process is seen by the others, and what several change at once is all kept", async () => {
    const stores = await Promise.all([inFile(), inFile(), inFile()]);
    await stores[0].mode.replace("plan");
    expect(await stores[1].mode.read()).toBe("plan");
    const lines = Array.from({ length: 90 }, (_, n) => `line ${n}`);
    await Promise.all(lines.map((line, n) => stores[n % 3]!.memory.append(line)));
    expect((await stores[0].memory.read()).split("\n").toSorted()).toEqual(lines.toSorted());
    await Promise.all(
      lines.map((title, n) =>
        stores[n % 3]!.tasks.update((now) => [
          ...now,
          { id: `task-${now.length + 1}`, title, status: "pending" },
        ]),
      ),
    );
    const tasks = await stores[1].tasks.read();
    expect(tasks.map(({ id }) => id)).toEqual(lines.map((_, n) => `task-${n + 1}`));
    expect(tasks.map(({ title }) => title).toSorted()).toEqual(lines.toSorted());
  });

  it("stays as it was when a change throws, and is whole again after that", async () => {
    const cells = await inFile();
    await cells.tasks.replace(TASKS);
    const refused = cells.tasks.update(() => {
      throw new Error("not like this");
    });
    await expect(refused).rejects.toThrow("not like this");
    expect(await cells.tasks.update((now) => [...now, { ...TASKS[0], id: "task-2" }])).toHaveLength(2);
    expect(await cells.tasks.read()).toHaveLength(2);
  });

  it.each(["", ".", "..", ".workspace", "../x", "a/b", "a\\b", "-x", "x".repeat(65), "a b", "a\0", "ä"])(
    "cannot belong to a session called %j",
    (name) => {
      expect(() => createSessionCells(async () => createMemoryStore(), name)).toThrow(
        expect.objectContaining({ code: "invalid_input" }),
      );
    },
  );

  it("says what is damaged instead of forgetting it, until it is replaced", async () => {
    const store = createMemoryStore();
    const cells = createSessionCells(async () => store, "cli");
    const damaged: readonly unknown[] = [null, 1, {}, [1], [{ id: "1", text: "x", status: "gone" }]];
    for (const [version, value] of damaged.entries()) {
      await store.setCell("cli", "checklist", value, version);
      const told = { message: "What session cli remembers as its checklist is damaged." };
      await expect(cells.checklist.read()).rejects.toMatchObject(told);
      await expect(cells.checklist.update((now) => now)).rejects.toMatchObject(told);
      expect(await store.cell("cli", "checklist")).toEqual({ value, version: version + 1 });
    }
    await cells.checklist.replace(LIST);
    expect(await cells.checklist.read()).toEqual(LIST);
  });

  it("takes no more than fits, and leaves what was there", async () => {
    const cells = createSessionCells(memory(), "cli");
    await cells.memory.append("kept");
    for (const attempt of [
      cells.memory.append("x".repeat(1024 * 1024)),
      cells.memory.replace("é".repeat(600_000)),
    ]) {
      await expect(attempt).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining("The memory of session cli would take"),
      });
    }
    expect(await cells.memory.read()).toBe("kept");
  });

  it("gives up on a cell that is never free", async () => {
    const store = createMemoryStore();
    const cells = createSessionCells(async () => ({ ...store, setCell: async () => false }), "cli");
    await expect(cells.mode.replace("plan")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("adds a line on a line of its own", async () => {
    const { memory: note } = createSessionCells(memory(), "cli");
    for (const line of ["one", "two"]) await note.append(line);
    expect(await note.read()).toBe("one\ntwo");
    await note.replace("open\n");
    await note.append("next");
    expect(await note.read()).toBe("open\nnext");
    await note.replace("");
    expect(await note.read()).toBe("");
  });
});

describe("what an earlier Deckhand kept in plain files", () => {
  it("is where a session begins, and the store counts from its first change on", async () => {
    await earlierFile("checklist.json", JSON.stringify(LIST));
    await earlierFile("mode.json", '"plan"\n');
    await earlierFile("memory.md", "by hand\n");
    const store = createMemoryStore();
    const cells = createSessionCells(async () => store, "cli", { earlier: folder });
    expect(await cells.checklist.read()).toEqual(LIST);
    expect(await cells.mode.read()).toBe("plan");
    expect(await cells.tasks.read()).toEqual([]);
    await cells.memory.append("by us");
    await cells.mode.replace("execute");
    const later = createSessionCells(async () => store, "cli", { earlier: folder });
    expect(await later.memory.read()).toBe("by hand\nby us");
    expect(await later.mode.read()).toBe("execute");
    const other = createSessionCells(async () => store, "other", { earlier: folder });
    expect(await other.mode.read()).toBe("execute");
  });

  it.each(["", "{", "[1]"])("is told as damaged when it is %j", async (text) => {
    await earlierFile("checklist.json", text);
    const cells = createSessionCells(memory(), "cli", { earlier: folder });
    await expect(cells.checklist.read()).rejects.toMatchObject({
      message: expect.stringContaining("checklist.json is damaged"),
    });
  });

  it("is told as out of reach when it cannot be read", async () => {
    await mkdir(join(folder, "sessions/cli/mode.json"), { recursive: true });
    const cells = createSessionCells(memory(), "cli", { earlier: folder });
    await expect(cells.mode.read()).rejects.toMatchObject({
      message: expect.stringContaining("mode.json is out of reach"),
    });
  });

  it("lies in a folder that knows a workspace under every name it has", () => {
    expect(workspaceFolder("/state", join(folder, "x", ".."))).toBe(workspaceFolder("/state", folder));
    expect(workspaceFolder("/state", "/")).toMatch(/^\/state\/workspaces\/root-[0-9a-f]{16}$/);
    expect(workspaceFolder("/state", "/none/a b")).toMatch(/\/a-b-[0-9a-f]{16}$/);
  });
});

async function earlierFile(name: string, text: string): Promise<void> {
  await mkdir(join(folder, "sessions/cli"), { recursive: true });
  await writeFile(join(folder, "sessions/cli", name), text);
}

function memory(): () => Promise<ControlStore> {
  const store = createMemoryStore();
  return async () => store;
}

/** The session as a process of its own would open it. */
async function inFile() {
  const store = await openSqliteStore({ file: join(folder, "deckhand.db") });
  opened.push(store);
  return createSessionCells(async () => store, "cli");
}
