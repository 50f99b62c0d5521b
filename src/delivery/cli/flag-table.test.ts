import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { configRequestOf } from "./config-request.ts";
import { type FlagRow, SESSION_FLAGS } from "./flag-table.ts";
import { addSessionFlags, mcpPathsOf, type SessionFlags } from "./session-flags.ts";

describe("--mcp", () => {
  it.each([
    [["--mcp", "/a.json", "--mcp", "/b.json"]],
    [["--mcp", "/a.json,/b.json"]],
    [["--mcp", " /a.json , ,/b.json,"]],
    [["--mcp=/a.json", "--mcp", "/b.json"]],
    [["--mcp-config", "/a.json", "--mcp", "/b.json"]],
  ])("R119: repeated and comma-joined values are the same list: %j", (args) => {
    expect(parsed(args).mcp).toEqual(["/a.json", "/b.json"]);
    expect(mcpPathsOf(parsed(args))).toEqual(["/a.json", "/b.json"]);
  });

  it("R120: is absent when nobody gives it, and an empty list is none where a session is opened", () => {
    expect(parsed([])).not.toHaveProperty("mcp");
    expect(parsed(["--mcp", ","]).mcp).toEqual([]);
    expect(mcpPathsOf(parsed(["--mcp", ","]))).toBeUndefined();
    expect(mcpPathsOf(parsed([]))).toBeUndefined();
  });

  it("names files from where the person is", () => {
    expect(mcpPathsOf({ mcp: ["a.json"] })).toEqual([`${process.cwd()}/a.json`]);
  });
});

describe("the table of flags", () => {
  it("R121: has --mcp as a row of kind list in the group Tools, and only --tools beside it", () => {
    expect(SESSION_FLAGS.find(({ name }) => name === "mcp")).toMatchObject({
      name: "mcp",
      aliases: ["mcp-config"],
      kind: "list",
      group: "Tools",
      describe: expect.stringContaining("MCP"),
    });
    const lists = SESSION_FLAGS.filter(({ kind }) => kind === "list").map(({ name }) => name);
    expect(lists.toSorted()).toEqual(["mcp", "tools"]);
  });

  it("R121: is all there is to the flags: each row becomes one, by its names, its kind and its group", () => {
    const program = programOf(SESSION_FLAGS);
    expect(program.options.map(({ long }) => long)).toEqual(SESSION_FLAGS.map(({ name }) => `--${name}`));
    for (const { name, group, describe: text } of SESSION_FLAGS) {
      const option = program.options.find(({ long }) => long === `--${name}`);
      expect(option).toMatchObject({ description: text, helpGroupHeading: `${group}:` });
    }
    const row: FlagRow = { name: "made-up", kind: "list", group: "Output", value: "x", describe: "a row" };
    expect(parsed(["--made-up", "a,b", "--made-up", "c"], [row])).toEqual({ madeUp: ["a", "b", "c"] });
  });

  it("R121: a repeated flag is no list: its values keep their commas", () => {
    expect(parsed(["--add-dir", "a,b", "--add-dir", "c"]).addDir).toEqual(["a,b", "c"]);
  });

  it("keeps every group together in the help", () => {
    const help = programOf(SESSION_FLAGS).helpInformation();
    const headings = [...help.matchAll(/^(Workspace|Tools|Trust|Output):$/gm)].map(([, name]) => name);
    expect(headings).toEqual(["Workspace", "Tools", "Trust", "Output"]);
  });
});

describe("--tools", () => {
  it("R119: is the same kind of list, which --no-tools takes away wherever it stands", () => {
    expect(parsed(["--tools", "a", "--tools", "b,c"]).tools).toEqual(["a", "b", "c"]);
    expect(parsed(["--no-tools", "--tools", "a"]).tools).toBe(false);
    expect(configRequestOf(parsed(["--tools", ","])).flags).toEqual({});
  });
});

function programOf(rows: readonly FlagRow[]): Command {
  const program = new Command("deckhand").exitOverride().action(() => undefined);
  addSessionFlags(program, rows);
  return program;
}

function parsed(args: readonly string[], rows: readonly FlagRow[] = SESSION_FLAGS): SessionFlags {
  const program = programOf(rows);
  program.parse([...args], { from: "user" });
  return program.opts();
}
