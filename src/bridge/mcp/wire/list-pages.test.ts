import { describe, expect, it } from "vitest";
import { listPages } from "./list-pages.ts";
import type { RawResult } from "./mcp-connection.ts";

const BOUNDS = { pages: 4, items: 6, bytes: 400 };

/** Lists what these pages say, whatever cursor is asked for. */
function listed(...pages: readonly RawResult[]) {
  let asked = 0;
  return listPages(
    "acme",
    "tools",
    () => Promise.resolve(pages[Math.min(asked++, pages.length - 1)] ?? {}),
    BOUNDS,
  );
}

const page = (nextCursor?: unknown, ...names: readonly string[]): RawResult => ({
  tools: names.map((name) => ({ name })),
  ...(nextCursor === undefined ? {} : { nextCursor }),
});

describe("a list of pages", () => {
  it("is walked to its end in order, with what is odd about an item", async () => {
    const odd = { tools: [{ name: 7, "x-odd": [null] }, "no tool", null], nextCursor: "b" };
    expect(await listed(page("a", "one", "two"), odd, page(undefined, "three"))).toEqual([
      { name: "one" },
      { name: "two" },
      { name: 7, "x-odd": [null] },
      { name: "three" },
    ]);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["an empty text", ""],
    ["a number", 3],
  ])("ends where the next page is %s", async (_, cursor) =>
    expect(await listed(page(cursor, "one"))).toEqual([{ name: "one" }]),
  );

  it.each<[string, readonly RawResult[], string]>([
    ["goes in a circle", [page("a"), page("b"), page("a")], "lists its tools in a circle"],
    [
      "has no end",
      ["a", "b", "c", "d", "e"].map((cursor) => page(cursor)),
      "lists its tools on more than 4 pages",
    ],
    [
      "is too long",
      [page("a", "1", "2", "3"), page("b", "4", "5", "6", "7")],
      "lists its tools more than 6 of them",
    ],
    [
      "is too large",
      [page("a", "x".repeat(300)), page("b", "x".repeat(300))],
      "lists its tools in more than 400 bytes",
    ],
    ["is no list", [{ tools: "many" }], "lists its tools in a way that is no list"],
  ])("is a fault when it %s", async (_, pages, words) => {
    await expect(listed(...pages)).rejects.toMatchObject({
      code: "tool_error",
      message: `The server "acme" ${words}.`,
    });
  });
});
