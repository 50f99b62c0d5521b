import { describe, expect, it } from "vitest";
import { readCatalogue, readQueries } from "../../../bench/catalogue/read-catalogue.mjs";
import { NATIVE_TOOLS } from "../../tools/index.ts";
import { createToolIndex } from "./create-tool-index.ts";
import type { ToolEntry } from "./tool-entry.ts";

const FIRST = 5;
const LEAST = 0.95;

describe("tool search over real servers", async () => {
  const entries = await wholeDeck();
  const index = createToolIndex(entries);

  it.each(["tuned", "held-out"] as const)(
    "finds the right tool among the first five, %s queries",
    async (half) => {
      const queries = await readQueries(half);
      const missed = queries.filter(({ query, tools }) => {
        return !index.search(query, FIRST).some(({ name }) => tools.includes(name));
      });
      expect(1 - missed.length / queries.length).toBeGreaterThanOrEqual(LEAST);
    },
  );

  it("is measured on enough tools, servers and queries, and every label is a tool", async () => {
    const names = new Set(entries.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(500);
    expect(new Set(entries.map(({ name }) => name.split("__")[0])).size).toBeGreaterThan(25);
    const queries = [...(await readQueries("tuned")), ...(await readQueries("held-out"))];
    expect(queries.length).toBeGreaterThan(100);
    expect(queries.flatMap(({ tools }) => tools).filter((tool) => !names.has(tool))).toEqual([]);
  });
});

async function wholeDeck(): Promise<ToolEntry[]> {
  const native = await Promise.all(NATIVE_TOOLS.map((row) => row.load()));
  return [...native, ...(await readCatalogue())];
}
