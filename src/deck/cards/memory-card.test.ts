import { describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import { MEMORY_HANDLE_KEY } from "../handles.ts";
import { InMemoryStore, type MemoryStore } from "../memory-store.ts";
import { buildMemoryCapability } from "./memory-card.ts";

const LIMIT = 64 * 1024;

describe("memory", () => {
  it("R51, R330: reads, replaces and appends, each line on its own", async () => {
    const say = memory();
    expect(await say({ action: "read" })).toBe("The memory is empty.");
    expect(await say({ action: "append", content: "first\n" })).toBe(
      "Appended: the memory holds 5 of 65536 bytes.",
    );
    expect(await say({ action: "append", content: "sécond" })).toBe(
      "Appended: the memory holds 13 of 65536 bytes.",
    );
    expect(await say({ action: "read" })).toBe("first\nsécond");
    expect(await say({ action: "replace", content: "new" })).toBe(
      "Replaced: the memory holds 3 of 65536 bytes.",
    );
    expect(await say({ action: "read" })).toBe("new");
    expect(await say({ action: "replace", content: "" })).toBe("The memory is empty now.");
    expect(await say({ action: "read" })).toBe("The memory is empty.");
  });

  it("R51: uses the store it is given", async () => {
    const store = new InMemoryStore();
    await store.replace("from before");
    const say = memory(store);
    expect(await say({ action: "read" })).toBe("from before");
    await say({ action: "append", content: "and after" });
    expect(await store.read()).toBe("from before\nand after");
  });

  it("refuses more than it holds, counted in bytes, and stays as it was", async () => {
    const store = new InMemoryStore();
    const say = memory(store);
    await say({ action: "replace", content: "é".repeat(LIMIT / 2) });
    for (const input of [
      { action: "append", content: "x" },
      { action: "replace", content: "x".repeat(LIMIT + 1) },
    ])
      expect(await say(input)).toMatch(
        /^The memory would hold \d+ of 65536 bytes; it was not changed\.\nUse action=read, then action=replace/,
      );
    expect(await store.read()).toBe("é".repeat(LIMIT / 2));
    expect(await say({ action: "read" })).toBe("é".repeat(LIMIT / 2));
  });

  it("lines that are appended at once are all kept, and the limit holds", async () => {
    const say = memory();
    await say({ action: "replace", content: "x".repeat(LIMIT - 4) });
    const answers = await Promise.all(["a", "b", "c"].map((content) => say({ action: "append", content })));
    expect(answers.map((answer) => String(answer).split(":")[0])).toEqual([
      "Appended",
      "Appended",
      expect.stringContaining("would hold 65538"),
    ]);
    expect(String(await say({ action: "read" })).endsWith("x\na\nb")).toBe(true);
  });

  it("R43: a store that fails is an error result, and the next call goes on", async () => {
    const store: MemoryStore = {
      read: () => Promise.reject(new Error("the disk is full")),
      replace: () => Promise.resolve(),
      append: () => Promise.resolve(),
    };
    const say = memory(store);
    expect(await say({ action: "read" })).toBe("the disk is full");
    expect(await say({ action: "replace", content: "a" })).toContain("Replaced");
  });

  it("a handle that is no store is told when the card is built", () => {
    expect(() => memory({ read: () => "" } as unknown as MemoryStore)).toThrow(
      "framework.memoryStore lacks replace and append().",
    );
  });
});

function memory(store?: MemoryStore): (input: object) => Promise<unknown> {
  const ctx = makeContext();
  const framework = store === undefined ? {} : { [MEMORY_HANDLE_KEY]: store };
  const tool = buildMemoryCapability({ cwd: ctx.cwd, framework });
  return async (input) => (await tool.invoke({ id: "1", name: "memory", input }, ctx)).output;
}
