import { describe, expect, it } from "vitest";
import { createToolSearch, deckRows } from "../../deck/index.ts";
import { compareTrust, type Effect, type ToolRecord, TRUST_LEVELS } from "../../kernel/index.ts";
import { bash, builtinRegistry, edit, glob, grep, read, write } from "../../tools/index.ts";
import type { RemoteStanding } from "./foreign-requirement.ts";
import { requirementOf, TRUST_REQUIREMENTS } from "./trust-requirements.ts";

const remote: ToolRecord = {
  name: "github__create_issue",
  path: "world.tools.mcp.github.create_issue",
  title: "Create issue",
  summary: "Create an issue",
  description: "Create an issue",
  effects: ["CALLS(remote)"],
  membership: "mutating",
  trust: "L0",
  verbs: [],
};

describe("what tools declare", () => {
  const core: Readonly<Record<string, Effect>> = {
    read: "READS(filesystem)",
    glob: "READS(filesystem)",
    grep: "READS(filesystem)",
    write: "WRITES(filesystem)",
    edit: "WRITES(filesystem)",
    bash: "CALLS(shell)",
    webfetch: "CALLS(network)",
    websearch: "CALLS(network)",
  };

  it.each(Object.entries(core))("R205: %s declares an input and exactly %s", (name, effect) => {
    const tool = builtinRegistry().get(name);
    expect(tool?.effects).toEqual([effect]);
    expect(tool?.parameters).toMatchObject({ type: "object" });
  });
});

describe("what tools require", () => {
  it("R228: levels are ordered L0, L1, L2, L3", () => {
    expect(TRUST_LEVELS.toSorted(compareTrust)).toEqual(["L0", "L1", "L2", "L3"]);
    expect(compareTrust("L0", "L1")).toBeLessThan(0);
    expect(compareTrust("L3", "L2")).toBeGreaterThan(0);
  });

  it.each([
    ["world.tools.file.read", "L0"],
    ["world.tools.file.write", "L2"],
    ["world.tools.file.edit", "L2"],
    ["world.tools.search.grep", "L0"],
    ["world.tools.system.bash", "L3"],
    ["world.tools.web.fetch", "L1"],
    ["world.tools.web.search", "L1"],
    ["world.tools.search.lsp", "L0"],
    ["world.tools.file.notebook", "L2"],
    ["world.tools.system.kill", "L2"],
    ["self.tools.task.list", "L0"],
    ["self.tools.task.create", "L1"],
    ["self.tools.task.update", "L1"],
    ["self.tools.mode.plan", "L0"],
    ["self.tools.mode.execute", "L2"],
    ["self.tools.clarify", "L0"],
  ])("R229: %s requires %s", (path, level) => {
    expect(TRUST_REQUIREMENTS.find((row) => row.path === path)?.requires).toBe(level);
  });

  it("R318: glob is usable at L0, as read and grep are", () => {
    expect([glob, read, grep].map((tool) => requirementOf(tool))).toEqual(["L0", "L0", "L0"]);
  });

  it("every tool of the deck is in the table under its name and path, and says the same of itself", async () => {
    const tools = await Promise.all(deckRows("all", { cwd: "/ws" }).map((row) => row.load()));
    expect(tools.length).toBeGreaterThan(20);
    for (const tool of [...tools, createToolSearch(() => [])]) {
      expect({ name: tool.name, path: tool.path, requires: tool.trust }).toEqual(
        TRUST_REQUIREMENTS.find((row) => row.name === tool.name),
      );
    }
  });

  it("R230: what is not listed requires L3, whatever it says of itself", () => {
    expect(requirementOf({ ...remote, name: "calculator", path: "world.tools.calculator" })).toBe("L3");
  });

  it("R230: a borrowed name or a borrowed path alone is not listed", () => {
    expect(requirementOf({ ...read, path: "world.tools.other" })).toBe("L3");
    expect(requirementOf({ ...read, name: "reader" })).toBe("L3");
  });

  it("R239: a tool can raise its own requirement, never lower it", () => {
    expect(requirementOf({ ...bash, trust: "L0" })).toBe("L3");
    expect(requirementOf({ ...write, trust: "L1" })).toBe("L2");
    expect(requirementOf({ ...edit, trust: "L3" })).toBe("L3");
    expect(requirementOf({ ...read, trust: "L2" })).toBe("L2");
  });
});

function requiredWith(standing?: RemoteStanding): string {
  return requirementOf(remote, () => standing);
}

describe("what remote tools require", () => {
  it("needs L2 with consent and a pinned definition, L3 without either", () => {
    expect(requiredWith({ consented: true, pinned: true })).toBe("L2");
    expect(requiredWith({ consented: true, pinned: false })).toBe("L3");
    expect(requiredWith({ consented: false, pinned: true })).toBe("L3");
    expect(requiredWith()).toBe("L3");
  });

  it("follows the user's configuration once a person has agreed to what it is", () => {
    expect(requiredWith({ consented: true, pinned: true, requires: "L1" })).toBe("L1");
    expect(requiredWith({ consented: true, pinned: true, requires: "L3" })).toBe("L3");
    expect(requiredWith({ consented: true, pinned: false, requires: "L0" })).toBe("L3");
  });

  it("R239: consent does not lower what the tool itself asks for, nor a row of the table", () => {
    const agreed = { consented: true, pinned: true, requires: "L0" } as const;
    expect(requirementOf({ ...remote, trust: "L3" }, () => agreed)).toBe("L3");
    expect(requirementOf(bash, () => agreed)).toBe("L3");
  });
});
