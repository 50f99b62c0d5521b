import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createMemoryFs, createMemoryShell } from "../backends/index.ts";
import type { AgentTool, Fs, Shell } from "../kernel/index.ts";
import type {
  AnyCapability,
  Capability,
  CapabilityCard,
  CapabilityId,
  DeckContext,
  DeckProfile,
  ToolDeck,
} from "./contract.ts";
import { capabilityId } from "./contract.ts";
import { DeckFault, deckFault, type DeckFaultKind } from "./deck-fault.ts";
import { provisionDeck } from "./provision.ts";

const SOURCES = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);

describe("the contract", () => {
  it("R1: a capability is the framework's tool itself, with its five parts", () => {
    expectTypeOf<Capability>().toEqualTypeOf<AgentTool>();
    expectTypeOf<AnyCapability>().toEqualTypeOf<AgentTool>();
    for (const tool of provisionDeck("all", { cwd: "/" }).tools()) {
      expect(tool).toMatchObject({
        name: expect.any(String),
        label: expect.any(String),
        description: expect.any(String),
        parameters: { type: "object" },
        execute: expect.any(Function),
      });
    }
  });

  it("R2: imports nothing that runs, and does nothing when imported", () => {
    const source = readFileSync("src/deck/contract.ts", "utf8");
    expect(source.match(/^import (?!type )/gm)).toBeNull();
    expect(source.match(/^(?!import type |export (?:type|interface|function) |[ }/]|$).*/gm)).toBeNull();
  });

  it("R3: ids are branded, and one function mints them", () => {
    expect(capabilityId("files__read")).toBe("files__read");
    // @ts-expect-error a bare string is no id
    const bare: CapabilityId = "read";
    expect(bare).toBe("read");
    const minters = SOURCES.filter((file) =>
      readFileSync(join("src", file), "utf8").includes("as CapabilityId"),
    );
    expect(minters).toEqual([join("deck", "contract.ts")]);
  });

  it("R6: there are three profiles and no others", () => {
    expectTypeOf<DeckProfile>().toEqualTypeOf<"authoring" | "survey" | "all">();
  });

  it("R7: a context is a folder, and whatever stands in for the machine", async () => {
    expectTypeOf<DeckContext["fs"]>().toEqualTypeOf<Fs | undefined>();
    expectTypeOf<DeckContext["shell"]>().toEqualTypeOf<Shell | undefined>();
    expectTypeOf<DeckContext["framework"]>().toEqualTypeOf<Readonly<Record<string, unknown>> | undefined>();
    const fs = createMemoryFs({ "/ws/a.txt": "one\n" });
    const shell = createMemoryShell(fs, { cwd: "/ws" });
    const tools = new Map(
      provisionDeck("all", { cwd: "/ws", fs, shell })
        .tools()
        .map((tool) => [tool.name, tool]),
    );
    expect((await tools.get("read")?.execute("1", { path: "a.txt" }))?.content[0]).toMatchObject({
      text: expect.stringContaining("one"),
    });
    expect((await tools.get("grep")?.execute("2", { pattern: "on." }))?.isError).toBe(false);
    expect((await tools.get("bash")?.execute("3", { command: "cat a.txt" }))?.content[0]).toMatchObject({
      text: expect.stringContaining("one"),
    });
  });

  it("R8: a deck has tools and a box", () => {
    expectTypeOf<ToolDeck["tools"]>().returns.toEqualTypeOf<AnyCapability[]>();
    const deck = provisionDeck("survey", { cwd: "/" });
    expect(deck.box()).toEqual(deck.tools());
  });

  it("R4: a card is frozen and holds an id, a title, a summary and a builder", () => {
    expectTypeOf<CapabilityCard["build"]>().toEqualTypeOf<(ctx: DeckContext) => Capability>();
    expectTypeOf<CapabilityCard["id"]>().toEqualTypeOf<CapabilityId>();
  });
});

describe("a deck fault", () => {
  it("R12: is an error with a kind, a message and a cause", () => {
    const cause = new Error("below");
    const fault = deckFault("build_failed", "It broke.", cause);
    expect(fault).toBeInstanceOf(Error);
    expect(fault).toBeInstanceOf(DeckFault);
    expect(fault).toMatchObject({ name: "DeckFault", kind: "build_failed", message: "It broke.", cause });
    const minters = SOURCES.filter((file) =>
      readFileSync(join("src", file), "utf8").includes("new DeckFault("),
    );
    expect(minters).toEqual([join("deck", "deck-fault.ts")]);
  });

  it("R13: has one of four kinds", () => {
    expectTypeOf<DeckFaultKind>().toEqualTypeOf<
      "unknown_capability" | "build_failed" | "bridge" | "backend"
    >();
  });
});
