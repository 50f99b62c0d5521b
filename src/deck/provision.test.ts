import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeLocalContext } from "../backends/index.ts";
import { textOf, type ToolResult } from "../kernel/index.ts";
import { BUILTIN_TOOLS } from "../tools/index.ts";
import type { CapabilityCard, DeckContext, DeckProfile } from "./contract.ts";
import { capabilityId } from "./contract.ts";
import { DECK_PROFILES, profileOf } from "./profiles.ts";
import { buildBuiltin, CAPABILITY_CARDS } from "./manifest.ts";
import { cardsForDeckProfile, provisionCards, provisionDeck } from "./provision.ts";

const READ_ONLY = ["read", "ls", "grep", "find", "websearch", "webfetch", "todo_read"];
const BUILTINS = [...READ_ONLY, "write", "edit", "bash", "process", "todo_set"];
const CARDS = ["todo", "bg-process", "task", "saas-action", "memory"];

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-deck-"));
  await writeFile(join(folder, "a.txt"), "one\ntwo\n");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a profile", () => {
  it("R31, R34: authoring only reads, whatever its name says; do not mend this", () => {
    expect(names("authoring")).toEqual(READ_ONLY);
  });

  it("R32, R34: survey has every built-in, whatever its name says; do not mend this", () => {
    expect(names("survey")).toEqual(BUILTINS);
  });

  it("R33: all has the built-ins, the five app cards, then the further native tools", () => {
    expect(names("all").slice(0, 17)).toEqual([...BUILTINS, ...CARDS]);
    expect(names("all").slice(17)).toEqual([
      "glob",
      "patch",
      "notebook",
      "kill",
      "task_list",
      "task_create",
      "task_update",
      "plan_mode",
      "execute_mode",
      "clarify",
    ]);
  });

  it("R34: has a clear alias where its name is inverted", () => {
    expect(names("observe" as DeckProfile)).toEqual(READ_ONLY);
    expect(names("full" as DeckProfile)).toEqual(BUILTINS);
    expect(profileOf("observe")).toBe("authoring");
  });

  it.each(["everything", "", "toString", "__proto__", "ALL"])("R35: nobody knows one called %j", (name) => {
    expect(() => provisionDeck(name as DeckProfile, { cwd: folder })).toThrow(
      expect.objectContaining({
        name: "DeckFault",
        kind: "unknown_capability",
        hint: expect.stringContaining("authoring, observe, survey, full, all"),
      }),
    );
  });

  it("R40: names the cards that provisioning walks", () => {
    for (const profile of DECK_PROFILES) {
      expect(cardsForDeckProfile(profile).map(({ id }) => id)).toEqual(names(profile));
    }
  });
});

describe("a provisioned deck", () => {
  it("R30: is assembled from a table by one function, for every profile", () => {
    for (const profile of DECK_PROFILES) {
      const cards = cardsForDeckProfile(profile);
      const same = provisionCards(cards, { cwd: folder });
      expect(names(profile)).toEqual(same.tools().map(({ name }) => name));
    }
  });

  it("R37: builds each capability once", () => {
    let built = 0;
    const card: CapabilityCard = {
      ...CAPABILITY_CARDS[0]!,
      build: (ctx) => (built++, buildBuiltin("read", ctx)),
    };
    const deck = provisionCards([card], { cwd: folder });
    expect(deck.tools()[0]).toBe(deck.tools()[0]);
    expect(deck.box()[0]).toBe(deck.tools()[0]);
    expect(built).toBe(1);
  });

  it("R38: hands out fresh arrays", () => {
    const deck = provisionDeck("authoring", { cwd: folder });
    deck.tools().length = 0;
    deck.box().pop();
    expect(deck.tools()).toHaveLength(7);
    expect(deck.box()).toHaveLength(7);
  });

  it("R36: a card that cannot be built is named, with what it threw", () => {
    const cause = new Error("no such engine");
    const broken: CapabilityCard = {
      id: capabilityId("broken"),
      title: "Broken",
      summary: "Breaks",
      build: () => {
        throw cause;
      },
    };
    expect(() => provisionCards([...CAPABILITY_CARDS, broken], { cwd: folder })).toThrow(
      expect.objectContaining({
        kind: "build_failed",
        message: 'The card "broken" could not be built: no such engine',
        cause,
      }),
    );
  });

  it.each<[string, Partial<DeckContext>]>([
    ["an fs that is none", { fs: {} as never }],
    ["a shell without spawn", { shell: { exec: () => undefined } as never }],
    ["a shell that is a number", { shell: 7 as never }],
    ["no folder", { cwd: "" }],
    ["a memory store without append", { framework: { memoryStore: { read: () => "", replace: () => "" } } }],
    ["a delegate that cannot run", { framework: { delegate: {} } }],
    ["a gateway that is text", { framework: { saasGateway: "https://example.org" } }],
  ])("R311: refuses %s", (_what, parts) => {
    expect(() => provisionDeck("all", { cwd: folder, ...parts })).toThrow(
      expect.objectContaining({ name: "DeckFault", kind: "backend" }),
    );
  });

  it("R39: never selects another one's tools", () => {
    expect(names("all").filter((name) => name.includes("__"))).toEqual([]);
  });

  it("R19: is bound to its folder", async () => {
    await mkdir(join(folder, "inner"));
    await writeFile(join(folder, "inner", "b.txt"), "inner\n");
    const deck = provisionDeck("survey", { cwd: join(folder, "inner") });
    const run = runner(deck.tools());
    expect(await run("ls", {})).toContain("b.txt");
    expect(await run("read", { path: "b.txt" })).toContain("inner");
    expect(await run("grep", { pattern: "inner" })).toContain("b.txt:1");
    expect(await run("find", { pattern: "*.txt" })).toContain("b.txt");
    expect(await run("bash", { command: "pwd" })).toContain(`${folder}/inner`);
    await run("write", { path: "c.txt", content: "new\n" });
    await run("edit", { path: "c.txt", oldText: "new", newText: "newer" });
    expect(await readFile(join(folder, "inner", "c.txt"), "utf8")).toBe("newer\n");
    await run("process", { action: "start", command: "pwd > where.txt" });
    await deck.close();
    for (const name of ["websearch", "webfetch"])
      expect(
        Object.keys(deck.tools().find((tool) => tool.name === name)?.parameters["properties"] ?? {}),
      ).not.toContain("cwd");
  });

  it("R20: has one checklist, and shares it with no other deck", async () => {
    const items = [{ id: "1", text: "One", status: "active" }];
    const mine = runner(provisionDeck("all", { cwd: folder }).tools());
    const yours = runner(provisionDeck("all", { cwd: folder }).tools());
    await mine("todo_set", { items });
    expect(await mine("todo_read", {})).toContain("[~] 1: One");
    expect(await mine("todo", { action: "read" })).toContain("One");
    expect(await yours("todo_read", {})).toBe("The checklist is empty.");
  });

  it("R5: building again enrols nothing and changes nothing", async () => {
    const ctx = { cwd: folder };
    const before = provisionDeck("all", ctx);
    for (const card of cardsForDeckProfile("all")) {
      const [first, second] = [card.build(ctx), card.build(ctx)];
      expect(first).not.toBe(second);
      expect(first.name).toBe(second.name);
    }
    expect(before.tools().map(({ name }) => name)).toEqual(names("all"));
    expect(ctx).toEqual({ cwd: folder });
  });

  it("R313: what it builds does what the kernel's tool does", async () => {
    const run = runner(provisionDeck("survey", { cwd: folder }).tools());
    const inputs: [string, unknown][] = [
      ["read", { path: "a.txt" }],
      ["read", { path: "missing.txt" }],
      ["ls", {}],
      ["grep", { pattern: "t.o" }],
      ["find", { pattern: "a*" }],
      ["bash", { command: "cat a.txt; exit 3" }],
      ["edit", { path: "a.txt", oldText: "absent", newText: "x" }],
      ["todo_set", { items: [{ id: "1", text: "One", status: "nonsense" }] }],
      ["write", { path: 5 }],
    ];
    for (const [name, input] of inputs) {
      const tool = BUILTIN_TOOLS.find((each) => each.name === name)!;
      const direct = await tool.invoke({ id: "1", name, input }, makeLocalContext(folder));
      expect([name, await run(name, input)]).toEqual([name, shown(direct.result)]);
    }
  });
});

function names(profile: DeckProfile): string[] {
  return provisionDeck(profile, { cwd: folder })
    .tools()
    .map(({ name }) => name);
}

function runner(tools: ReturnType<ReturnType<typeof provisionDeck>["tools"]>) {
  return async (name: string, input: unknown): Promise<string> => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`no ${name}`);
    return shown(await tool.execute("1", input));
  };
}

function shown({ content }: ToolResult): string {
  return content
    .map(textOf)
    .join("\n")
    .replaceAll(/\d+ ms|\d+(?:\.\d+)? s\b/g, "T");
}
