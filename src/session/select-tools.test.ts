import { describe, expect, it } from "vitest";
import { provisionDeck } from "../deck/index.ts";
import { selectTools } from "./select-tools.ts";

const ALL = provisionDeck("all", { cwd: "/" })
  .tools()
  .map(({ name }) => name);

describe("selectTools", () => {
  it("R122: --no-tools leaves nothing, whatever --tools says", () => {
    expect(selectTools("/", { noTools: true })).toEqual([]);
    expect(selectTools("/", { noTools: true, tools: ["read"] })).toEqual([]);
  });

  it("R123: without --tools, or with an empty one, everything is there", () => {
    expect(names()).toEqual(ALL);
    expect(names([])).toEqual(ALL);
  });

  it.each(["web_fetch", "web-fetch", "WebFetch", "WEBFETCH", "w-e_b-fetch"])(
    "R124: %s is webfetch",
    (name) => {
      expect(names([name])).toEqual(["webfetch"]);
    },
  );

  it("R124: names with signs of their own are found without them, in deck order", () => {
    expect(names(["SaasAction", "todoSet", "bgprocess", "todo-read"])).toEqual([
      "todo_read",
      "todo_set",
      "bg-process",
      "saas-action",
    ]);
  });

  it("R122: what it hands out starts no job that nobody could end", async () => {
    const [process] = selectTools("/", { tools: ["process"] });
    expect(await process?.execute("1", { action: "start", command: "true" })).toMatchObject({
      error: { code: "unavailable" },
    });
  });

  it("R124: an unknown name is a fault that suggests another", () => {
    expect(() => selectTools("/", { tools: ["read", "web-fecth"] })).toThrow(
      expect.objectContaining({
        kind: "unknown_capability",
        message: 'There is no tool called "web-fecth".',
        hint: expect.stringContaining('Did you mean "webfetch"?'),
      }),
    );
  });
});

function names(tools?: readonly string[]): string[] {
  return selectTools("/", { tools }).map(({ name }) => name);
}
