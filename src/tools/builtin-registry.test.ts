import { describe, expect, it } from "vitest";
import { isMutating } from "../kernel/index.ts";
import { builtinRegistry, NATIVE_TOOLS } from "./index.ts";

/** The pinned members. */
const READ_ONLY = ["read", "ls", "grep", "find", "websearch", "webfetch"];
const CODING = [...READ_ONLY, "write", "edit", "bash", "todo_set", "todo_read", "process"];

const registry = builtinRegistry();

describe("the built-in registry", () => {
  it("R169: is fresh each time and holds every native tool and the three collections", () => {
    expect(builtinRegistry()).not.toBe(registry);
    expect(registry.names()).toEqual(NATIVE_TOOLS.map(({ name }) => name));
    for (const collection of ["read-only", "coding", "all"])
      expect(registry.namesIn(collection)).not.toEqual([]);
  });

  it("R170: read-only is read, ls, grep, find and the web tools, and nothing that changes anything", () => {
    expect(registry.namesIn("read-only")).toEqual(READ_ONLY);
    for (const name of registry.namesIn("read-only"))
      expect(isMutating(registry.get(name).effects)).toBe(false);
  });

  it("R171: coding is read-only and then write, edit and what else it takes", () => {
    expect(registry.namesIn("coding")).toEqual(CODING);
  });

  it("R172: all is every registered tool, in registration order", () => {
    expect(registry.namesIn("all")).toEqual(registry.names());
  });

  it("R174: of the twelve built-in tools only the checklist is two tools for one capability", () => {
    const builtins = NATIVE_TOOLS.filter(({ source }) => source === "builtin").map(({ name }) => name);
    expect(builtins).toHaveLength(12);
    expect(builtins.toSorted()).toEqual(CODING.toSorted());
    expect(new Set(builtins.map((name) => name.replace(/_(?:set|read)$/, ""))).size).toBe(
      builtins.length - 1,
    );
  });

  it("names each tool in its row as the tool names itself", async () => {
    for (const row of NATIVE_TOOLS) {
      const tool = await row.load();
      expect({ name: tool.name, path: tool.path }).toEqual({ name: row.name, path: row.path });
      expect(tool).toBe(registry.get(row.name));
    }
  });

  it.each(NATIVE_TOOLS.map(({ name }) => name))("%s describes every field to the model", (name) => {
    const { properties } = registry.get(name).parameters as {
      properties: Record<string, { description?: string }>;
    };
    for (const [field, schema] of Object.entries(properties)) {
      expect(schema.description, `${name}.${field}`).toMatch(/\w{3}/);
    }
  });
});
