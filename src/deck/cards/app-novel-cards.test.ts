import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import type { DefinedTool, ToolResult } from "../../kernel/index.ts";
import type { DeckProfile } from "../contract.ts";
import { DELEGATE_HANDLE_KEY, MEMORY_HANDLE_KEY, SAAS_GATEWAY_KEY } from "../handles.ts";
import { InMemoryStore } from "../memory-store.ts";
import { DECK_PROFILES } from "../profiles.ts";
import { cardsForDeckProfile } from "../provision.ts";
import { APP_NOVEL_CARDS } from "./app-novel-cards.ts";

const NAMES = ["todo", "bg-process", "task", "saas-action", "memory"];

const EMPTY = ["The checklist is empty.", "The memory is empty.", "There are no jobs."];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-cards-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the app cards", () => {
  it("R41: are exactly five, in this order, and each builds the tool it is named after", () => {
    expect(APP_NOVEL_CARDS.map(({ id }) => id)).toEqual(NAMES);
    for (const card of APP_NOVEL_CARDS) {
      const { name, title, summary } = card.build({ cwd: folder });
      expect([name, title, summary]).toEqual([card.id, card.title, card.summary]);
    }
  });

  it("R41: are only in the profile all", () => {
    expect(DECK_PROFILES.map((profile) => [profile, appCardsOf(profile).length])).toEqual([
      ["authoring", 0],
      ["survey", 0],
      ["all", 5],
    ]);
  });

  it("are what the tables say they are", () => {
    expect(
      build().map(({ name, path, effects, trust, membership }) => [name, path, effects, trust, membership]),
    ).toEqual([
      ["todo", "self.tools.todo.board", ["WRITES(session)"], "L1", "mutating"],
      ["bg-process", "world.tools.system.daemon", ["CALLS(shell)"], "L3", "mutating"],
      ["task", "self.tools.task", ["CALLS(remote)"], "L2", "mutating"],
      ["saas-action", "world.tools.saas.action", ["CALLS(remote)"], "L3", "mutating"],
      ["memory", "self.tools.memory", ["READS(session)", "WRITES(session)"], "L1", "mutating"],
    ]);
  });

  it.each([
    ["todo", "action", ["read", "set"]],
    ["bg-process", "action", ["start", "poll", "stop", "list"]],
    ["task", "objective", undefined],
    ["saas-action", "action", ["discover", "execute"]],
    ["memory", "action", ["read", "replace", "append"]],
  ])("R42: %s is a tool as agent frameworks hold them, and needs %s", (name, field, choices) => {
    const tool = named(name);
    const { parameters } = tool;
    expect([typeof tool.label, typeof tool.description, typeof tool.execute]).toEqual([
      "string",
      "string",
      "function",
    ]);
    expect(parameters).toMatchObject({ type: "object", required: [field], additionalProperties: false });
    const { properties } = parameters as { properties: Record<string, { enum?: string[] }> };
    expect(properties[field]?.enum).toEqual(choices);
  });

  it.each<[string, unknown, RegExp]>([
    ["todo", {}, /^Invalid input for todo: action: .*"read"\|"set"\nFields: action, items\?\.$/],
    ["todo", { action: "clear" }, /action: .*"read"\|"set"/],
    ["todo", { action: "set" }, /items: action=set needs it/],
    ["todo", { action: "read", items: [] }, /action=read does not take items/],
    ["todo", { action: "set", items: "[]" }, /items: .*expected array/],
    ["todo", { action: "set", items: [{ task: "a", state: "open" }] }, /items\.0\.state: .*"dropped"/],
    ["todo", { action: "set", items: [{ task: "a", state: "done", weight: 3 }] }, /items\.0\.weight/],
    ["todo", { action: "set", items: [{ text: "a", state: "done" }] }, /items\.0\.task.*"text"/],
    ["bg-process", { action: "restart" }, /"start"\|"poll"\|"stop"\|"list"/],
    ["bg-process", { action: "start" }, /command: action=start needs it/],
    ["bg-process", { action: "start", command: "" }, /command/],
    ["bg-process", { action: "start", command: "a", id: "job-1" }, /action=start does not take id/],
    ["bg-process", { action: "poll" }, /id: action=poll needs it/],
    ["bg-process", { action: "poll", id: 1 }, /id: .*expected string/],
    ["bg-process", { action: "poll", id: "job-1", sinceLast: "yes" }, /sinceLast: .*expected boolean/],
    ["bg-process", { action: "stop" }, /id: action=stop needs it/],
    [
      "bg-process",
      { action: "stop", id: "a", sinceLast: true, command: "b" },
      /does not take command, sinceLast/,
    ],
    ["bg-process", { action: "list", id: "job-1" }, /action=list does not take id/],
    ["task", {}, /objective: .*expected string/],
    ["task", { objective: " \n" }, /objective: must say what is to be achieved/],
    ["task", { action: "run", objective: "a" }, /"action"/],
    ["task", { objective: ["a"], agent: 7 }, /objective: .*agent: /],
    ["saas-action", { action: "call" }, /"discover"\|"execute"/],
    ["saas-action", { action: "execute" }, /slug: action=execute needs it/],
    ["saas-action", { action: "execute", slug: "a.b", arguments: "{}" }, /arguments: .*expected object/],
    ["saas-action", { action: "execute", slug: "a.b", query: "b" }, /action=execute does not take query/],
    ["saas-action", { action: "discover", slug: "a.b" }, /action=discover does not take slug/],
    ["saas-action", { action: "discover", limit: 51 }, /limit: .*50/],
    ["saas-action", { action: "discover", limit: 0 }, /limit/],
    ["saas-action", { action: "discover", toolkits: "crm" }, /toolkits: .*expected array/],
    ["memory", { action: "write", content: "a" }, /"read"\|"replace"\|"append"/],
    ["memory", { action: "replace" }, /content: action=replace needs it/],
    ["memory", { action: "append" }, /content: action=append needs it/],
    ["memory", { action: "append", content: " \n" }, /content: must say what to remember/],
    ["memory", { action: "read", content: "a" }, /action=read does not take content/],
    ["memory", { action: "replace", content: { a: 1 } }, /content: .*expected string/],
  ])("R43: %s answers %j with an error result", async (name, input, says) => {
    const result = await named(name).execute("1", input);
    expect(result).toMatchObject({ isError: true, error: { code: "invalid_input" } });
    expect(textOf(result)).toMatch(says);
  });

  it.each<[unknown]>([
    [null],
    [undefined],
    [""],
    ["{"],
    ["[]"],
    ['{"__proto__":{"action":"read","objective":"a"}}'],
    [7],
    [[]],
    [[null]],
    [{ action: null }],
    [{ action: ["read"] }],
  ])("R43: none of them throws for %j", async (input) => {
    for (const tool of build()) {
      expect(await tool.execute("1", input)).toMatchObject({
        isError: true,
        error: { code: "invalid_input" },
      });
    }
  });

  it("R53: all build and run with an empty bag of handles", async () => {
    const inputs: Record<string, object> = {
      todo: { action: "set", items: [{ task: "a", state: "active" }] },
      "bg-process": { action: "list" },
      task: { objective: "a" },
      "saas-action": { action: "discover" },
      memory: { action: "append", content: "a" },
    };
    const answers = await Promise.all(
      APP_NOVEL_CARDS.map((card) => card.build({ cwd: folder, framework: {} }).execute("1", inputs[card.id])),
    );
    expect(answers.map(({ isError, error }) => [isError, error?.code])).toEqual([
      [false, undefined],
      [false, undefined],
      [true, "unavailable"],
      [true, "unavailable"],
      [false, undefined],
    ]);
  });

  it("R5: building twice changes nothing that others share", async () => {
    const framework = Object.freeze({ [MEMORY_HANDLE_KEY]: Object.freeze(new InMemoryStore()) });
    const ctx = Object.freeze({ cwd: folder, framework });
    const before = JSON.stringify(APP_NOVEL_CARDS);
    const [first, second] = [
      APP_NOVEL_CARDS.map((card) => card.build(ctx)),
      APP_NOVEL_CARDS.map((card) => card.build(ctx)),
    ];
    expect(first.map((tool, at) => tool === second[at])).toEqual(NAMES.map(() => false));
    expect(first.map((tool) => tool.descriptor())).toEqual(second.map((tool) => tool.descriptor()));
    expect(JSON.stringify(APP_NOVEL_CARDS)).toBe(before);
    expect(Object.isFrozen(APP_NOVEL_CARDS) && APP_NOVEL_CARDS.every((card) => Object.isFrozen(card))).toBe(
      true,
    );
    expect(await readdir(folder)).toEqual([]);
    const [mine, yours] = [buildAlone(), buildAlone()];
    await find(mine, "todo").execute("1", { action: "set", items: [{ task: "mine", state: "done" }] });
    await find(mine, "memory").execute("2", { action: "append", content: "mine" });
    expect(await texts(yours)).toEqual(EMPTY);
  });

  it("R52: what two decks of one process remember is not shared", async () => {
    const [mine, yours] = [build(), build()];
    const set = { action: "set", items: [{ task: "mine", state: "pending" }] };
    await find(mine, "todo").execute("1", set);
    await find(mine, "memory").execute("2", { action: "append", content: "mine" });
    await find(mine, "bg-process").execute("3", { action: "start", command: "true" });
    expect(await texts(yours)).toEqual(EMPTY);
    expect(await texts(mine)).toEqual([
      "[ ] mine\n0 of 1 done, 0 active, 1 pending, 0 dropped.",
      "mine",
      expect.stringMatching(/^job-1 .*: true$/),
    ]);
  });

  it("R54: the keys of the handles are exactly these", () => {
    expect([DELEGATE_HANDLE_KEY, SAAS_GATEWAY_KEY, MEMORY_HANDLE_KEY]).toEqual([
      "delegate",
      "saasGateway",
      "memoryStore",
    ]);
  });
});

function appCardsOf(profile: DeckProfile) {
  return cardsForDeckProfile(profile).filter((card) => APP_NOVEL_CARDS.includes(card));
}

/** The cards of one deck: they share a context. */
function build(): DefinedTool[] {
  const context = makeContext();
  return APP_NOVEL_CARDS.map((card) => card.build({ cwd: "/workspace", context: () => context }));
}

/** The cards as they are built one by one, each with a context of its own. */
function buildAlone(): DefinedTool[] {
  return APP_NOVEL_CARDS.map((card) => card.build({ cwd: folder }));
}

function named(name: string): DefinedTool {
  return find(build(), name);
}

function find(tools: readonly DefinedTool[], name: string): DefinedTool {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no card ${name}`);
  return tool;
}

function textOf({ content: [block] }: ToolResult): string {
  return block?.kind === "text" ? block.text : "";
}

function texts(tools: readonly DefinedTool[]): Promise<unknown[]> {
  const looks: [string, string][] = [
    ["todo", "read"],
    ["memory", "read"],
    ["bg-process", "list"],
  ];
  return Promise.all(
    looks.map(async ([name, action]) => {
      return textOf(await find(tools, name).execute("1", { action }));
    }),
  );
}
