import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeContext, makeLocalContext } from "../../backends/index.ts";
import type { ChecklistItem, DefinedTool, ToolContext } from "../../kernel/index.ts";
import { todoRead } from "./read/todo-read.ts";
import { todoSet } from "./set/todo-set.ts";
import { createTodoLedger, type LedgerItem } from "./todo-ledger.ts";
import { createTodoStore, resetTodos } from "./todo-store.ts";

const LIST: ChecklistItem[] = [
  { id: "1", text: "Write the test", status: "done" },
  { id: "2", text: "See it fail", status: "active" },
  { id: "3", text: "Make it pass", status: "pending" },
];

describe("todo_set and todo_read", () => {
  it("R193: replaces the whole list", async () => {
    const ctx = makeContext();
    await set(ctx, LIST);
    await set(ctx, [{ id: "9", text: "Something else", status: "pending" }]);
    expect(await read(ctx)).toBe("[ ] 9: Something else\n0 of 1 done, 0 active, 1 pending.");
  });

  it("R193, R337: keeps the order and every status, and knows no other", async () => {
    const ctx = makeContext();
    const items = LIST.toReversed();
    expect((await set(ctx, items)).isError).toBe(false);
    expect(await ctx.state.checklist.read()).toEqual(items);
    expect((await set(ctx, [{ id: "1", text: "a", status: "dropped" }])).isError).toBe(true);
    const store = createTodoStore(ctx.state.checklist);
    const dropped = { id: "1", text: "a", status: "dropped" as "done" };
    await expect(store.replace([dropped])).rejects.toThrow(/^Item 1 has the status "dropped"/);
  });

  it("R337: the tally counts every status", async () => {
    const ctx = makeContext();
    const statuses = ["done", "pending", "done", "active", "done", "pending"];
    await set(
      ctx,
      statuses.map((status, at) => ({ id: String(at), text: "a", status })),
    );
    expect(await read(ctx)).toMatch(/\n3 of 6 done, 1 active, 2 pending\.$/);
  });

  it("R194, R337: plays the list back with boxes and a tally, and changes nothing", async () => {
    const ctx = makeContext();
    const shown =
      "[x] 1: Write the test\n[~] 2: See it fail\n[ ] 3: Make it pass\n1 of 3 done, 1 active, 1 pending.";
    expect((await set(ctx, LIST)).output).toBe(shown);
    expect(await read(ctx)).toBe(shown);
    expect(await read(ctx)).toBe(shown);
    expect(await ctx.state.checklist.read()).toEqual(LIST);
  });

  it("R195: two sessions share nothing, and copies of one context share everything", async () => {
    const [mine, yours] = [makeContext(), makeContext()];
    await set({ ...mine, cancel: new AbortController().signal }, LIST);
    expect(await read({ ...mine })).toContain("[~] 2: See it fail");
    expect(await read(yours)).toBe("The checklist is empty.");
    const [here, there] = [makeLocalContext("/"), makeLocalContext("/")];
    await set({ ...here }, LIST);
    expect([await read(here), await read(there)]).toEqual([await read(mine), "The checklist is empty."]);
  });

  it.each<[string, unknown[], RegExp]>([
    ["an empty id", [{ id: "", text: "a", status: "done" }], /items\.0\.id/],
    ["a blank id", [{ id: " ", text: "a", status: "done" }], /Item 1 has an empty id/],
    ["an empty text", [{ id: "a", text: "", status: "done" }], /items\.0\.text/],
    ["a blank text", [{ id: "a", text: "\n\t", status: "done" }], /Item 1 has an empty text/],
    [
      "an unknown status",
      [{ id: "a", text: "a", status: "dropped" }],
      /items\.0\.status.*pending.*active.*done/,
    ],
    [
      "an id that is there twice",
      [...LIST, ...["B", "B"].map((id) => ({ id, text: "again", status: "done" }))],
      /Item 5 has the id "B" of item 4; the checklist was not changed/,
    ],
    [
      "the first of several bad items",
      [...LIST, { id: "4", text: " ", status: "done" }, { id: " ", text: "a", status: "done" }],
      /Item 4 has an empty text/,
    ],
    ["a list that is none", "[]" as unknown as unknown[], /items/],
    ["a field nobody knows", [{ id: "a", text: "a", status: "done", weight: 1 }], /weight/],
  ])("R337: rejects %s and leaves the list as it was", async (_kind, items, says) => {
    const ctx = makeContext();
    await set(ctx, LIST);
    const outcome = await set(ctx, items);
    expect(outcome).toMatchObject({ isError: true, error: { code: "invalid_input" } });
    expect(outcome.output).toMatch(says);
    expect(await ctx.state.checklist.read()).toEqual(LIST);
  });

  it("R337: an empty list clears", async () => {
    const ctx = makeContext();
    await set(ctx, LIST);
    expect((await set(ctx, [])).output).toBe("The checklist is empty.");
    expect(await ctx.state.checklist.read()).toEqual([]);
  });

  it("a text of several lines cannot pass for several items", async () => {
    const ctx = makeContext();
    await set(ctx, [{ id: "a\n[x] b", text: "one\n[x] c: two", status: "pending" }]);
    expect(await read(ctx)).toBe("[ ] a [x] b: one [x] c: two\n0 of 1 done, 0 active, 1 pending.");
  });

  it("are what the table says they are", () => {
    expect(facts(todoSet)).toEqual([
      "self.tools.todo.set",
      "Update checklist",
      ["WRITES(session)"],
      "L1",
      "mutating",
    ]);
    expect(facts(todoRead)).toEqual([
      "self.tools.todo.read",
      "Read checklist",
      ["READS(session)"],
      "L0",
      "read-only",
    ]);
  });
});

describe("a todo store", () => {
  it("R196: reads, replaces and resets, and a session's list can be emptied from outside", async () => {
    const { state } = makeContext();
    const store = createTodoStore(state.checklist);
    await store.replace(LIST);
    expect(await store.read()).toEqual(LIST);
    await store.reset();
    expect(await store.read()).toEqual([]);
    await store.replace(LIST);
    await resetTodos(state);
    expect(await store.read()).toEqual([]);
    const given = [...LIST];
    await store.replace(given);
    given.pop();
    expect(await store.read()).toEqual(LIST);
  });

  it("R337: whatever it is given, it holds either that or what it held", async () => {
    const item = fc.record({
      id: fc.constantFrom("", " ", "a", "b", "c", "__proto__"),
      text: fc.constantFrom("", "x", "y"),
      status: fc.constantFrom<ChecklistItem["status"]>("pending", "active", "done"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 4 }), async (items) => {
        const store = createTodoStore(makeContext().state.checklist);
        await store.replace(LIST);
        const isGood =
          items.every(({ id, text }) => id.trim() !== "" && text !== "") &&
          new Set(items.map(({ id }) => id)).size === items.length;
        await store.replace(items).catch(() => undefined);
        expect(await store.read()).toEqual(isGood ? items : LIST);
      }),
    );
  });
});

describe("what was dropped", () => {
  const DROPPED: ChecklistItem = { id: "2", text: "Never mind", status: "dropped", weight: "low" };
  const KEPT: ChecklistItem = { id: "1", text: "Mind", status: "pending", weight: "high" };

  it("R337: is neither shown nor accepted, and stays when the list is replaced", async () => {
    const ctx = makeContext();
    await ctx.state.checklist.replace([DROPPED, KEPT]);
    expect(await read(ctx)).toBe("[ ] 1: Mind\n0 of 1 done, 0 active, 1 pending.");
    expect((await set(ctx, [{ ...LIST[0], status: "dropped" }])).isError).toBe(true);
    await set(ctx, [{ id: "1", text: "Mind", status: "done" }]);
    expect(await ctx.state.checklist.read()).toEqual([{ ...KEPT, status: "done" }, DROPPED]);
    expect((await set(ctx, [])).output).toBe("The checklist is empty.");
    expect(await ctx.state.checklist.read()).toEqual([DROPPED]);
  });

  it("makes way for something new that was given its id", async () => {
    const ctx = makeContext();
    await ctx.state.checklist.replace([KEPT, DROPPED]);
    await set(ctx, [{ id: "2", text: "Something else", status: "active" }]);
    expect(await ctx.state.checklist.read()).toEqual([
      { id: "2", text: "Something else", status: "active" },
      { ...DROPPED, id: "3" },
    ]);
  });

  it("is taken up again by its id and its words", async () => {
    const ctx = makeContext();
    await ctx.state.checklist.replace([DROPPED]);
    await set(ctx, [{ id: "2", text: "Never mind", status: "active" }]);
    expect(await ctx.state.checklist.read()).toEqual([{ ...DROPPED, status: "active" }]);
  });
});

describe("a todo ledger", () => {
  const item = fc.record({
    task: fc.constantFrom("a", "b", "c", "__proto__"),
    state: fc.constantFrom<LedgerItem["state"]>("pending", "active", "done", "dropped"),
    weight: fc.constantFrom<LedgerItem["weight"]>("low", "normal", "high"),
  });
  const list = fc.array(item, { maxLength: 6 });

  it("R44: holds what it was given last, under ids of which no two are the same", async () => {
    await fc.assert(
      fc.asyncProperty(list, list, async (first, second) => {
        const { checklist } = makeContext().state;
        const ledger = createTodoLedger(checklist);
        await ledger.set(first);
        await ledger.set(second);
        expect(await ledger.read()).toEqual(second);
        expect(new Set((await checklist.read()).map(({ id }) => id)).size).toBe(second.length);
      }),
    );
  });

  it("R337: whatever it holds, replacing the rest of the list loses nothing that was dropped", async () => {
    const plain = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom("1", "2", "3", "x"),
        text: fc.constantFrom("a", "z"),
        status: fc.constant<ChecklistItem["status"]>("pending"),
      }),
      { selector: ({ id }) => id },
    );
    await fc.assert(
      fc.asyncProperty(list, plain, async (before, items) => {
        const { checklist } = makeContext().state;
        await createTodoLedger(checklist).set(before);
        const old = await checklist.read();
        const store = createTodoStore(checklist);
        await store.replace(items);
        expect((await store.read()).map(({ id, text, status }) => ({ id, text, status }))).toEqual(items);
        const after = await checklist.read();
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
        const takenUp = (each: ChecklistItem) =>
          items.some(({ id, text }) => id === each.id && text === each.text);
        expect(droppedIn(after)).toEqual(droppedIn(old.filter((each) => !takenUp(each))));
      }),
    );
  });
});

function droppedIn(items: readonly ChecklistItem[]): string[] {
  return items.filter(({ status }) => status === "dropped").map(({ text }) => text);
}

function facts({ path, title, effects, trust, membership }: DefinedTool) {
  return [path, title, effects, trust, membership];
}

function set(ctx: ToolContext, items: unknown) {
  return todoSet.invoke({ id: "1", name: "todo_set", input: { items } }, ctx);
}

async function read(ctx: ToolContext) {
  return (await todoRead.invoke({ id: "2", name: "todo_read", input: {} }, ctx)).output;
}
