import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defineTool, textResult, writes } from "../kernel/index.ts";
import { BUILTIN_TOOLS, NATIVE_TOOLS } from "../tools/index.ts";
import { BUILTIN_DESCRIPTORS, describeTool } from "./builtin-table.ts";
import { APP_NOVEL_CARDS } from "./cards/app-novel-cards.ts";
import { createCatalogue } from "./catalogue.ts";
import { deckRows } from "./deck-rows.ts";
import {
  BUILTIN_BRIDGE,
  BUILTIN_IDS,
  BUILTIN_PROFILES,
  buildBuiltin,
  buildBuiltinsForProfile,
  builtinDescriptors,
  CAPABILITY_CARDS,
  CAPABILITY_INDEX,
  capabilityIds,
  CARD_PROFILES,
  cardsForProfile,
  findCard,
  hasCapability,
} from "./manifest.ts";
import { DECK_PROFILES } from "./profiles.ts";
import { cardsForDeckProfile } from "./provision.ts";

const READ_ONLY = ["read", "ls", "grep", "find", "websearch", "webfetch", "todo_read"];
const MUTATING = ["write", "edit", "bash", "process", "todo_set"];
const ORDER = [...READ_ONLY, ...MUTATING];
const TITLES = [
  "Read file",
  "List directory",
  "Search file contents",
  "Find files by name",
  "Web search",
  "Fetch URL",
  "Read checklist",
  "Write file",
  "Edit file",
  "Run shell command",
  "Manage background processes",
  "Update checklist",
];
const CTX = { cwd: "/" };

describe("the built-in table", () => {
  it("R15, R16: has twelve rows in this order, and nothing else of the deck names a native tool", () => {
    expect(BUILTIN_DESCRIPTORS.map(({ id }) => id)).toEqual(ORDER);
    const seams = readdirSync("src/deck", { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        file.endsWith(".ts") &&
        !file.endsWith(".test.ts") &&
        readFileSync(join("src/deck", file), "utf8").includes("BUILTIN_TOOLS"),
    );
    expect(seams).toEqual(["builtin-table.ts"]);
  });

  it("R17: keeps the titles verbatim", () => {
    expect(BUILTIN_DESCRIPTORS.map(({ title }) => title)).toEqual(TITLES);
  });

  it("R18: says who only reads", () => {
    expect(idsOf("read-only")).toEqual(READ_ONLY);
    expect(idsOf("mutating")).toEqual(MUTATING);
  });

  it("R21, R312: each row has an id, prose, a membership and one builder; what it builds keeps the wire name", () => {
    for (const row of BUILTIN_DESCRIPTORS) {
      expect(Object.keys(row).toSorted()).toEqual(["build", "id", "membership", "summary", "title"]);
      expect(row.summary).not.toBe("");
      expect(row.build(CTX).name).toBe(row.id);
    }
  });

  it("R306: membership agrees with effects, in the tools and in the table that knows them before they are loaded", async () => {
    for (const { membership, effects } of BUILTIN_TOOLS) {
      const isWriter = effects.some((effect) => effect.startsWith("WRITES"));
      expect([membership, isWriter]).not.toEqual(["read-only", true]);
      expect([membership, effects.some(isChange)]).not.toEqual(["mutating", false]);
    }
    for (const row of NATIVE_TOOLS) expect((await row.load()).membership).toBe(row.membership);
  });
});

describe("what is derived from it", () => {
  it("R22: is keyed by id, and read-only", () => {
    expect([...BUILTIN_BRIDGE.keys()]).toEqual(ORDER);
    expect(BUILTIN_IDS).toEqual(ORDER);
    expect([...BUILTIN_PROFILES]).toEqual(BUILTIN_DESCRIPTORS.map(({ id, membership }) => [id, membership]));
    expect(() => (BUILTIN_BRIDGE as Map<unknown, unknown>).clear()).toThrow(TypeError);
    expect(() => (BUILTIN_PROFILES as Map<unknown, unknown>).set("read", "mutating")).toThrow(TypeError);
    expect(() => (BUILTIN_IDS as unknown[]).push("x")).toThrow(TypeError);
  });

  it("R23: builds one by id, and says what exists when there is no such id", () => {
    expect(buildBuiltin("grep", CTX).name).toBe("grep");
    expect(() => buildBuiltin("grpe", CTX)).toThrow(
      expect.objectContaining({
        name: "DeckFault",
        kind: "unknown_capability",
        hint: expect.stringContaining('Did you mean "grep"?'),
      }),
    );
    expect(() => buildBuiltin("__proto__", CTX)).toThrow(
      expect.objectContaining({ kind: "unknown_capability" }),
    );
  });

  it("R24: builds every built-in of a profile, in table order", () => {
    expect(buildBuiltinsForProfile("authoring", CTX).map(({ name }) => name)).toEqual(READ_ONLY);
    expect(buildBuiltinsForProfile("survey", CTX).map(({ name }) => name)).toEqual(ORDER);
    expect(buildBuiltinsForProfile("all", CTX).map(({ name }) => name)).toEqual(ORDER);
  });

  it("R25: hands out its rows as a copy", () => {
    const rows = builtinDescriptors();
    expect(rows).toEqual(BUILTIN_DESCRIPTORS);
    rows.length = 0;
    expect(builtinDescriptors()).toHaveLength(12);
  });

  it("R4, R26: cards stand in catalogue order, frozen, and so do their indexes", () => {
    expect(CAPABILITY_CARDS.map(({ id }) => id)).toEqual(ORDER);
    for (const card of CAPABILITY_CARDS) {
      expect(CAPABILITY_INDEX.get(card.id)).toBe(card);
      const { title, summary, build } = BUILTIN_BRIDGE.get(card.id)!;
      expect(card).toEqual({ id: card.id, title, summary, build });
    }
    for (const card of [...CAPABILITY_CARDS, ...APP_NOVEL_CARDS]) expect(Object.isFrozen(card)).toBe(true);
    expect(Object.isFrozen(CAPABILITY_CARDS)).toBe(true);
    expect(() => (CAPABILITY_INDEX as Map<unknown, unknown>).delete("read")).toThrow(TypeError);
    expect(() => (CARD_PROFILES as Map<unknown, unknown>).set("read", [])).toThrow(TypeError);
    expect([...CARD_PROFILES]).toEqual([
      ...READ_ONLY.map((id) => [id, ["authoring", "survey", "all"]]),
      ...MUTATING.map((id) => [id, ["survey", "all"]]),
    ]);
  });

  it("R27: finds a card by id", () => {
    expect(capabilityIds()).toEqual(ORDER);
    expect(hasCapability("bash")).toBe(true);
    for (const id of ["todo", "ids", "toString", "ba", ""]) {
      expect([id, hasCapability(id), findCard(id)]).toEqual([id, false, undefined]);
    }
    expect(findCard("bash")?.title).toBe("Run shell command");
  });

  it("R28: the built-ins of a profile are selected in one place", () => {
    expect(cardsForProfile("authoring").map(({ id }) => id)).toEqual(READ_ONLY);
    expect(cardsForProfile("survey")).toEqual(CAPABILITY_CARDS);
    expect(CAPABILITY_INDEX).toBeInstanceOf(Map);
    for (const profile of DECK_PROFILES) {
      const rows = deckRows(profile, CTX).map(({ name }) => name);
      expect(rows).toEqual(cardsForDeckProfile(profile).map(({ id }) => id));
    }
  });

  it("R29: a row that is added to the table appears everywhere", () => {
    const extra = defineTool({
      name: "extra",
      title: "Extra",
      description: "More.",
      parameters: { type: "object" },
      effects: [writes("session")],
      run: () => textResult("more"),
    });
    const { bridge, ids, memberships, cards, index, profiles, descriptors, cardsFor, build } =
      createCatalogue([...BUILTIN_DESCRIPTORS, describeTool(extra)]);
    const id = ids[12]!;
    expect(id).toBe("extra");
    expect(bridge.get(id)?.title).toBe("Extra");
    expect(memberships.get(id)).toBe("mutating");
    expect(cards[12]).toBe(index.get(id));
    expect(profiles.get(id)).toEqual(["survey", "all"]);
    expect(descriptors()).toHaveLength(13);
    expect(cardsFor("authoring").map((card) => card.id)).not.toContain("extra");
    expect(cardsFor("survey").map((card) => card.id)).toContain("extra");
    expect(build("extra", CTX).name).toBe("extra");
  });
});

function idsOf(membership: string): string[] {
  return BUILTIN_DESCRIPTORS.filter((row) => row.membership === membership).map(({ id }) => id);
}

function isChange(effect: string): boolean {
  return effect.startsWith("WRITES") || effect.startsWith("CALLS");
}
