import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolIndex } from "./create-tool-index.ts";
import type { ToolEntry } from "./tool-entry.ts";

describe("createToolIndex", () => {
  it.each([
    ["a name taken apart", "create pull request", "github__create_pull_request"],
    ["a camelCase name", "get user by id", "crm__getUserById"],
    ["a short form", "open a PR", "github__create_pull_request"],
    ["other words", "remove a folder", "disk__delete_directory"],
    ["other endings", "deleting directories", "disk__delete_directory"],
    ["words mistyped", "serach the intrenet", "brave__web_search"],
    ["two words in one", "websearch", "brave__web_search"],
    ["the beginning of a server's name", "elastic query", "elasticsearch__search"],
    ["a word of a parameter", "latitude", "maps__locate"],
    ["a word of the description's end", "geocoding provider", "maps__locate"],
    ["a script without spaces", "天气预报", "amap__weather"],
    ["accents left out", "meteo a paris", "amap__weather"],
  ])("finds a tool by %s", (_how, query, expected) => {
    expect(namesFor(query, 1)).toEqual([expected]);
  });

  it("prefers the server that a query names", () => {
    expect(namesFor("create issue in gitlab", 1)).toEqual(["gitlab__create_issue"]);
    expect(namesFor("create issue in github", 1)).toEqual(["github__create_issue"]);
  });

  it("keeps equally good tools in the order they were given", () => {
    const twins = ["b", "a", "c"].map((name) => tool(`${name}__ping`, "Ping the host"));
    expect(
      createToolIndex(twins)
        .search("ping", 9)
        .map(({ name }) => name),
    ).toEqual(["b__ping", "a__ping", "c__ping"]);
  });

  it("answers the same query in the same way", () => {
    expect(namesFor("search issue", 9)).toEqual(namesFor("search issue", 9));
  });

  it.each([
    "",
    "   ",
    "the of and",
    "🙂🙂",
    ".*+?^${}()|[]\\",
    "\u0000",
    "constructor __proto__ toString",
    "zzzzzz",
  ])("does not throw at %j", (query) => {
    expect(namesFor(query, 5).length).toBeLessThanOrEqual(5);
  });

  it("reads only the beginning of a very long query", () => {
    const long = `delete a directory ${"and then some unrelated wrods ".repeat(400)}`;
    expect(namesFor(long, 3)).toContain("disk__delete_directory");
  });

  it("never throws, and never answers with more than was asked for", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.integer({ min: 0, max: 8 }),
        (query, limit) => {
          expect(namesFor(query, limit).length).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });

  it("takes tools that say nothing of themselves", () => {
    const bare = [
      tool("", ""),
      { name: "__", description: "", parameters: { properties: { a: null, b: true } } },
    ];
    expect(createToolIndex(bare).search("anything at all", 5)).toEqual([]);
    expect(createToolIndex([]).search("anything", 5)).toEqual([]);
  });
});

const INDEX = createToolIndex([
  tool("github__create_pull_request", "Create a new pull request in a repository"),
  tool("github__create_issue", "Create a new issue in a repository"),
  tool("gitlab__create_issue", "Create a new issue in a project"),
  tool("github__search_issues", "Search for issues"),
  tool("crm__getUserById", "Retrieve one account"),
  tool("disk__delete_directory", "Delete a directory with all it holds"),
  tool("disk__list_directory", "List a directory"),
  tool("brave__web_search", "Search the web"),
  tool("elasticsearch__search", "Perform a search with the query DSL"),
  {
    ...tool("maps__locate", "Say where a point is. Uses any geocoding provider."),
    parameters: {
      type: "object",
      properties: { latitude: { type: "number", description: "Degrees north" } },
    },
  },
  tool("amap__weather", "天气预报查询 (météo)"),
]);

function tool(name: string, description: string): ToolEntry {
  return { name, description, parameters: { type: "object" } };
}

function namesFor(query: string, limit: number): string[] {
  return INDEX.search(query, limit).map(({ name }) => name);
}
