import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "../../../test/run-command-line.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-mcp-commands-"));
  vi.stubEnv("HOME", folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const deckhand = (...args: readonly string[]) => runCommandLine(folder, args);

describe("deckhand mcp", () => {
  it("R341: is status when nothing else is said, and has every verb", async () => {
    expect((await deckhand("mcp", "--json")).json()).toEqual({ servers: [], diagnostics: [] });
    expect((await deckhand("mcp", "status", "--json")).json()).toEqual({ servers: [], diagnostics: [] });
    expect(await deckhand("mcp", "-v")).toMatchObject({
      code: 0,
      out: expect.stringContaining("no MCP servers"),
    });
    const { out } = await deckhand("mcp", "--help");
    for (const verb of [
      "status",
      "connect",
      "reconnect",
      "disconnect",
      "tools",
      "approve",
      "diff",
      "import",
      "resources",
      "prompts",
    ]) {
      expect(out).toMatch(new RegExp(`^  ${verb}\\b`, "m"));
    }
  });

  it.each(["frobnicate", "Status", "list"])(
    "R341: warns of %s, which is no verb, and ends as wrong usage",
    async (verb) => {
      const { code, out, err } = await deckhand("mcp", verb);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(`Unknown mcp command "${verb}"`);
      expect(err).toMatch(
        /Use status, tools, connect, reconnect, disconnect, approve, diff, import, resources, prompts/,
      );
      expect((await deckhand("mcp", verb, "--json")).json()).toMatchObject({
        status: "error",
        error: { code: "invalid_input" },
      });
    },
  );

  it("R341: guesses which verb was meant", async () => {
    expect((await deckhand("mcp", "reconect")).err).toContain('Did you mean "reconnect"?');
  });

  it.each([
    ["status", "x"],
    ["tools", "x"],
    ["connect", "x"],
    ["reconnect", "x"],
    ["disconnect", "x"],
    ["approve", "x"],
    ["diff", "x__y"],
    ["resources", "x"],
    ["resources", "x", "demo://a"],
    ["prompts", "x"],
    ["prompts", "x", "name"],
  ])("is wrong usage where there is no such server: %s %s", async (...args) => {
    const { code, err } = await deckhand("mcp", ...args);
    expect(code).toBe(2);
    expect(err).toContain("No MCP server is configured here.");
  });

  it.each([
    ["connect"],
    ["disconnect"],
    ["approve"],
    ["diff"],
    ["tools", "a", "b"],
    ["tools", "x", "--at", "1h"],
    ["tools", "x", "--since", "1h"],
    ["tools", "--at", "1h", "--since", "1h"],
    ["status", "--nonsense"],
  ])("is wrong usage: %s %s", async (...args) => {
    expect((await deckhand("mcp", ...args)).code).toBe(2);
  });

  it("has nothing to tell where no server is configured", async () => {
    expect((await deckhand("mcp", "tools", "--json")).json()).toEqual({ tools: [] });
    expect((await deckhand("mcp", "resources", "--json")).json()).toEqual({ resources: [], faults: [] });
    expect((await deckhand("mcp", "prompts", "--json")).json()).toEqual({ prompts: [], faults: [] });
    expect(await deckhand("mcp", "reconnect")).toMatchObject({ code: 0 });
  });
});
