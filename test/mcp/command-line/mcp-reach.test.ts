import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as PrepareMcp from "../../../src/session/mcp/prepare-mcp.ts";
import { processesIn } from "../../processes-in.ts";
import { type Ran, runCommandLine } from "../../run-command-line.ts";
import { definition, type ScriptedWorkspace, scriptedWorkspace } from "../session/scripted-workspace.ts";

/** Every time that servers were looked for; whatever is off or unwanted does not get as far. */
const sought = vi.hoisted((): string[] => []);

vi.mock("../../../src/session/mcp/prepare-mcp.ts", async (original) => {
  const real = await original<typeof PrepareMcp>();
  const prepareMcp: typeof real.prepareMcp = (request) => {
    sought.push(request.cwd);
    return real.prepareMcp(request);
  };
  return { ...real, prepareMcp };
});

let workspace: ScriptedWorkspace;

beforeEach(() => {
  sought.length = 0;
  workspace = scriptedWorkspace();
  vi.stubEnv("HOME", workspace.home);
  vi.stubEnv("XDG_CONFIG_HOME", undefined);
  vi.stubEnv("XDG_STATE_HOME", workspace.stateFolder);
  workspace.script("own", { tools: [definition("add", "Adds to the book")] });
  userFolder("mcp.json", (file) => workspace.configure(["own"], file));
});

afterEach(() => vi.unstubAllEnvs());

describe("a session of the command line", () => {
  it("R128, R315: has the servers of the usual places, unless somebody says otherwise", async () => {
    expect(await remoteTools()).toEqual(["own__add"]);
    expect(sought).toEqual([workspace.cwd]);
    expect(await deckhand("call", "own__add", "text=x", "--trust", "L3")).toMatchObject({
      code: 0,
      out: expect.stringContaining('add was given {"text":"x"}'),
    });
  });

  it.each(["user", "workspace"])(
    "R315: with `mcp.enabled: false` in the file of the %s no server is looked for, told of or started",
    async (whose) => {
      const off = JSON.stringify({ mcp: { enabled: false } });
      if (whose === "user") userFolder("config.json", (file) => writeFileSync(file, off));
      else {
        mkdirSync(join(workspace.cwd, ".deckhand"));
        writeFileSync(join(workspace.cwd, ".deckhand", "config.json"), off);
      }
      await expectNothing("--mcp", workspace.configure(["own"], join(workspace.cwd, "named.json")));
      await expectNothing();
      expect((await deckhand("tools", "--json")).json()).toMatchObject({
        tools: expect.arrayContaining([expect.objectContaining({ id: "read" })]),
      });
    },
  );

  it("R315: where no file could hold servers, none is looked for", async () => {
    rmSync(join(workspace.home, ".config"), { recursive: true });
    await expectNothing();
    expect(existsSync(join(workspace.stateFolder, "deckhand", "mcp"))).toBe(false);
  });

  it("R126: with --no-tools no server is looked for, told of or started, whether found or named", async () => {
    const named = workspace.configure(["own"], join(workspace.cwd, "named.json"));
    await expectNothing("--no-tools");
    await expectNothing("--no-tools", "--mcp", named);
    expect((await deckhand("tools", "--json", "--no-tools")).json()).toMatchObject({ tools: [] });
  });

  it("R129: of named files alone, and nothing of the usual places is started", async () => {
    workspace.script("other", { tools: [definition("drop")] });
    const file = workspace.configure(["other"], join(workspace.cwd, "named.json"));
    expect(await remoteTools("--mcp", file)).toEqual(["other__drop"]);
    expect(await deckhand("call", "own__add", "--mcp", file, "--trust", "L3")).not.toMatchObject({ code: 0 });
    expect(workspace.noted("own")).toEqual([]);
  });

  it("R130: passes over named paths without usable servers, and goes on", async () => {
    const empty = written("empty.json", "{}");
    const broken = written("broken.json", "[");
    const unusable = written("unusable.json", JSON.stringify({ mcpServers: { x: {} } }));
    const good = workspace.configure(["own"], join(workspace.cwd, "good.json"));
    const paths = [empty, broken, join(workspace.cwd, "missing.json"), unusable];
    expect(await remoteTools("--mcp", [...paths, good].join(","))).toEqual(["own__add"]);
    const { code, json } = await deckhand("tools", "--json", "--mcp", paths.join(","));
    expect({ code, tools: (json()["tools"] as unknown[]).length > 0 }).toEqual({ code: 0, tools: true });
    expect(await deckhand("call", "ls", "--mcp", paths.join(","))).toMatchObject({ code: 0, err: "" });
  });

  it("R131: tells a model of remote tools from its first word on", async () => {
    const { code, out } = await deckhand("briefing");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("own__add: Adds to the book") });
  });

  it.each([
    "tools",
    "tools own__add",
    "--deferred",
    "briefing",
    "call own__add --trust L3",
    "call own__add --trust L0",
    "mcp status",
    "mcp tools",
    "mcp connect own",
    "doctor",
  ])("R135: ends its servers when the command is over: %s", async (line) => {
    await deckhand(...line.split(" "));
    expect(workspace.noted("own")).toContainEqual(expect.objectContaining({ started: expect.any(Number) }));
    expect(processesIn(workspace.cwd)).toEqual([]);
  });
});

/** Whatever is asked, the answer knows no server and none was started. */
async function expectNothing(...flags: readonly string[]): Promise<void> {
  expect(await remoteTools(...flags)).toEqual([]);
  expect((await deckhand("mcp", "status", "--json", ...flags)).json()).toEqual({
    servers: [],
    diagnostics: [],
  });
  expect((await deckhand("briefing", ...flags)).out).not.toContain("own__");
  expect(await deckhand("call", "own__add", "--trust", "L3", ...flags)).toMatchObject({ code: 2 });
  expect((await deckhand("mcp", "connect", "own", ...flags)).code).toBe(2);
  expect(sought).toEqual([]);
  expect(workspace.noted("own")).toEqual([]);
}

function deckhand(...args: readonly string[]): Promise<Ran> {
  return runCommandLine(workspace.cwd, args);
}

async function remoteTools(...flags: readonly string[]): Promise<readonly string[]> {
  const { tools } = (await deckhand("tools", "--json", ...flags)).json() as {
    tools: { id: string; source: string }[];
  };
  return tools.filter(({ source }) => source.startsWith("mcp:")).map(({ id }) => id);
}

function userFolder(name: string, write: (file: string) => void): void {
  const folder = join(workspace.home, ".config", "deckhand");
  mkdirSync(folder, { recursive: true });
  write(join(folder, name));
}

function written(name: string, text: string): string {
  const file = join(workspace.cwd, name);
  writeFileSync(file, text);
  return file;
}
