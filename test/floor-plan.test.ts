import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MACHINE_MODULES, ROOMS } from "./floor-plan/rooms.ts";
import { violationsOf } from "./floor-plan/violations-of.ts";

describe("the house", () => {
  const sources = new Map(
    readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => [`src/${file}`, readFileSync(join("src", file), "utf8")]),
  );

  it("R150: is built as the floor plan says, and kernel and tools never reach the machine", () => {
    expect([...sources.keys()]).toContain("src/kernel/index.ts");
    expect([...sources.keys()]).toContain("src/tools/index.ts");
    expect(violationsOf(sources)).toEqual([]);
  });
});

describe("the checker", () => {
  it.each([
    [
      "a room that is not allowed",
      "src/tools/a.ts",
      `import { b } from "../backends/index.ts";`,
      "tools may not import backends (value)",
    ],
    [
      "a type of a room that is not allowed",
      "src/kernel/a.ts",
      `import type { B } from "../tools/index.ts";`,
      "kernel may not import tools (type)",
    ],
    [
      "an inline type import",
      "src/kernel/a.ts",
      `export type A = import("../tools/index.ts").B;`,
      "kernel may not import tools (type)",
    ],
    [
      "a re-export",
      "src/control/a.ts",
      `export * from "../pipeline/index.ts";`,
      "control may not import pipeline (value)",
    ],
    [
      "a named re-export of a type",
      "src/control/a.ts",
      `export type { B } from "../pipeline/index.ts";`,
      "control may not import pipeline (type)",
    ],
    [
      "a dynamic import",
      "src/ledger/a.ts",
      `export const a = () => import("../bridge/index.ts");`,
      "ledger may not import bridge (lazy)",
    ],
    [
      "a bare import",
      "src/ledger/a.ts",
      `import "../bridge/index.ts";`,
      "ledger may not import bridge (value)",
    ],
    [
      "a room entered past its index",
      "src/tools/file/a.ts",
      `import { b } from "../../kernel/tool.ts";`,
      "kernel is entered by its index.ts",
    ],
    [
      "a value where only types are allowed",
      "src/store/a.ts",
      `import { b } from "../ledger/index.ts";`,
      "store may not import ledger (value)",
    ],
    [
      "another delivery",
      "src/delivery/http/a.ts",
      `export const a = () => import("../mcp/index.ts");`,
      "delivery/http may not import delivery/mcp (lazy)",
    ],
    [
      "another delivery, not lazily",
      "src/delivery/cli/a.ts",
      `import { b } from "../mcp/index.ts";`,
      "delivery/cli may not import delivery/mcp (value)",
    ],
    [
      "delivery from inside",
      "src/session/a.ts",
      `import { b } from "../delivery/cli/index.ts";`,
      "session may not import delivery/cli (value)",
    ],
    [
      "the front door from inside",
      "src/delivery/cli/a.ts",
      `import { b } from "../../index.ts";`,
      "delivery/cli may not import front door (value)",
    ],
    [
      "the package's own name",
      "src/session/a.ts",
      `import { b } from "deckhand/kernel";`,
      "import by relative path",
    ],
    [
      "something outside src",
      "src/session/a.ts",
      `import { b } from "../../test/needs.ts";`,
      "which is not in src",
    ],
    [
      "a computed import",
      "src/backends/a.ts",
      `export const a = (b: string) => import(b);`,
      "computes what it imports",
    ],
    ["a room without a rule", "src/utils/a.ts", `export const a = 1;`, "which the floor plan does not have"],
    [
      "a test in a room without a rule",
      "src/utils/a.test.ts",
      `export const a = 1;`,
      "which the floor plan does not have",
    ],
    ["a file in no room", "src/lib.ts", `export const a = 1;`, "which the floor plan does not have"],
    [
      "a delivery file in no delivery",
      "src/delivery/a.ts",
      `export const a = 1;`,
      "which the floor plan does not have",
    ],
    ["a default export", "src/kernel/a.ts", `export default 1;`, "has a default export"],
    [
      "a default export by name",
      "src/kernel/a.ts",
      `const a = 1; export { a as default };`,
      "has a default export",
    ],
    [
      "a module-level let",
      "src/session/a.ts",
      `let a = 1; export const next = () => (a += 1);`,
      "keeps mutable state at module level: a",
    ],
    ["an exported var", "src/session/a.ts", `export var a = 1;`, "keeps mutable state at module level: a"],
    [
      "a module-level cache",
      "src/session/a.ts",
      `const a = new Map<string, string>();`,
      "keeps mutable state at module level: a",
    ],
    [
      "a module-level list under another type",
      "src/ledger/a.ts",
      `const a = [] as string[] satisfies string[];`,
      "keeps mutable state at module level: a",
    ],
    [
      "fetch in a tool",
      "src/tools/web/a.ts",
      `export const a = () => fetch("file:///etc/passwd");`,
      "reaches the machine by fetch",
    ],
    [
      "fetch of the global object",
      "src/tools/web/a.ts",
      `export const a = globalThis.fetch;`,
      "reaches the machine by fetch",
    ],
    [
      "a way around imports",
      "src/kernel/a.ts",
      `export const a = process.getBuiltinModule("fs");`,
      "reaches the machine by getBuiltinModule",
    ],
    [
      "MCP in another room",
      "src/session/a.ts",
      `import { Client } from "@modelcontextprotocol/client";`,
      "speaks MCP",
    ],
  ])("catches %s", (_kind, file, source, says) => {
    expect(violationsOf(new Map([[file, source]]))).toEqual([expect.stringContaining(says)]);
  });

  it.each([
    `export const a = fetch("file:///etc/passwd");`,
    `export const a = globalThis.fetch;`,
    `export const a = globalThis["fetch"];`,
    `const get = fetch; export const a = get("file:///etc/passwd");`,
    `export const a = { fetch };`,
    `export function a(get = fetch) {}`,
    `export const a = new WebSocket("ws://a.example");`,
    `export const a = process["getBuiltinModule"]("fs");`,
  ])("R150: catches a tool or the kernel reaching out without an import: %s", (source) => {
    for (const room of ["kernel", "tools"])
      expect(violationsOf(new Map([[`src/${room}/a.ts`, source]]))).toEqual([
        expect.stringContaining("reaches the machine by"),
      ]);
  });

  it.each(MACHINE_MODULES)("R150: catches a tool or the kernel importing %s, in every form", (module) => {
    const forms = [
      `import * as a from "node:${module}";`,
      `import type { A } from "${module}";`,
      `export const a = () => import("node:${module}");`,
    ];
    for (const room of ["kernel", "tools"]) {
      for (const source of forms)
        expect(violationsOf(new Map([[`src/${room}/a.ts`, source]]))).toHaveLength(1);
    }
    expect(violationsOf(new Map([["src/backends/local/a.ts", forms.join("\n")]]))).toEqual([]);
  });

  it("fails when it scanned nothing", () => {
    expect(violationsOf(new Map())).toEqual(["no source file was scanned"]);
  });

  it.each([
    ["its own room, any file", "src/tools/file/a.ts", `import { b } from "../search/b.ts";`],
    ["an allowed room by its index", "src/deck/a.ts", `import { b } from "../tools/index.ts";`],
    ["a type where types are allowed", "src/store/a.ts", `import type { B } from "../ledger/index.ts";`],
    [
      "another delivery started by the command line",
      "src/delivery/cli/a.ts",
      `const a = () => import("../mcp/index.ts");`,
    ],
    [
      "packages and harmless modules",
      "src/tools/a.ts",
      `import "zod"; import "node:path"; import "node:crypto";`,
    ],
    [
      "rooms by the front door",
      "src/index.ts",
      `export * from "./kernel/index.ts"; export * from "./session/index.ts";`,
    ],
    [
      "what a comment or a string says",
      "src/kernel/a.ts",
      `// import "node:fs"\nexport const a = 'import "node:fs"';`,
    ],
    [
      "a table, and a let inside a function",
      "src/kernel/a.ts",
      `const a = new Map([[1, 2]]); export function b() { let c = 1; }`,
    ],
    [
      "a test that puts rooms together",
      "src/tools/a.test.ts",
      `import { b } from "../backends/index.ts"; let c = 1;`,
    ],
    [
      "a context's fetch",
      "src/tools/web/a.ts",
      `export const a = (ctx: Ctx) => ctx.net.fetch("https://a.example");`,
    ],
    [
      "fields and methods that are called so",
      "src/tools/web/a.ts",
      `export interface A { fetch(): void } export class B { fetch() {} } export const c = { fetch: 1 };`,
    ],
  ])("allows %s", (_kind, file, source) => {
    expect(violationsOf(new Map([[file, source]]))).toEqual([]);
  });

  it("lets every room import only rooms that exist in the plan", () => {
    const named = [...ROOMS.values()].flatMap(({ imports, types = [], lazy = [] }) => [
      ...imports,
      ...types,
      ...lazy,
    ]);
    expect(named.filter((room) => !ROOMS.has(room))).toEqual([]);
  });
});
