import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServerMemory, ServerMemoryStore } from "../../bridge/index.ts";
import { ODD_NAMES } from "../conformance/conformance-case.ts";
import { createFileServerMemory } from "./file-server-memory.ts";

let state = "";
let memories: ServerMemoryStore;

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "deckhand-memory-"));
  memories = createFileServerMemory(state);
});

afterEach(() => rm(state, { recursive: true, force: true }));

describe("memories of servers in files", () => {
  it("come back whole in another process, by workspace and server", async () => {
    expect(await memories.get("/w", "a")).toBeUndefined();
    await memories.set("/w", "a", aMemory());
    await memories.set("", "a", aMemory({ hash: "2", remembered: { era: "modern", discover: { x: [1] } } }));
    const other = createFileServerMemory(state);
    expect(await other.get("/w", "a")).toEqual(aMemory());
    expect(await other.get("", "a")).toEqual(
      aMemory({ hash: "2", remembered: { era: "modern", discover: { x: [1] } } }),
    );
    expect(await other.get("/w", "b")).toBeUndefined();
    await other.set("/w", "a", aMemory({ isOff: true, instructions: "Be kind." }));
    expect(await memories.get("/w", "a")).toEqual(aMemory({ isOff: true, instructions: "Be kind." }));
  });

  it("are forgotten one at a time", async () => {
    await memories.set("/w", "a", aMemory());
    await memories.set("/w", "b", aMemory());
    await memories.forget("/w", "a");
    await memories.forget("/w", "a");
    expect(await memories.get("/w", "a")).toBeUndefined();
    expect(await memories.get("/w", "b")).toEqual(aMemory());
  });

  it("keep servers of any name apart, inside their folder, for this user only", async () => {
    const names = [...ODD_NAMES, "../up", "/etc/passwd"];
    for (const name of names) await memories.set(name, name, aMemory({ hash: name }));
    for (const name of names) expect(await memories.get(name, name)).toEqual(aMemory({ hash: name }));
    expect(await readdir(state)).toEqual(["mcp"]);
    const files = await readdir(join(state, "mcp/memory"));
    expect(files).toHaveLength(names.length);
    for (const file of files) {
      expect(file).toMatch(/^[0-9a-f]{64}\.json$/);
      expect((await stat(join(state, "mcp/memory", file))).mode & 0o777).toBe(0o600);
    }
  });

  it.each([
    ["cut short", (text: string) => text.slice(0, -10)],
    ["empty", () => ""],
    ["another server's", (text: string) => text.replace('["/w","a"]', '["/w","b"]')],
    ["tools that are none", (text: string) => text.replace('"tools":[', '"tools":[7,')],
    ["no era", (text: string) => text.replace('"legacy"', '"future"')],
    ["no time", (text: string) => text.replace('"listedAt":5', '"listedAt":null')],
    ["a list", () => "[]"],
  ])("that are damaged (%s) are forgotten without a word", async (_how, damage) => {
    await memories.set("/w", "a", aMemory());
    const file = await onlyFile();
    const text = await readFile(file, "utf8");
    expect(damage(text)).not.toBe(text);
    await writeFile(file, damage(text));
    expect(await memories.get("/w", "a")).toBeUndefined();
    await memories.set("/w", "a", aMemory());
    expect(await memories.get("/w", "a")).toEqual(aMemory());
  });

  it("are forgotten where their place is taken by something else", async () => {
    await memories.set("/w", "a", aMemory());
    const file = await onlyFile();
    await rm(file);
    await mkdir(file);
    expect(await memories.get("/w", "a")).toBeUndefined();
  });
});

async function onlyFile(): Promise<string> {
  const [file = ""] = await readdir(join(state, "mcp/memory"));
  return join(state, "mcp/memory", file);
}

function aMemory(more: Partial<ServerMemory> = {}): ServerMemory {
  return {
    hash: "1",
    tools: [{ name: "read", inputSchema: { type: "object" }, "x-odd": [null, "\u0000é"] }],
    revision: "2025-11-25",
    remembered: { era: "legacy" },
    listedAt: 5,
    revisionAt: 4,
    ...more,
  };
}
