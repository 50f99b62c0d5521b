import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordingTerminal } from "../../../../test/run-command-line.ts";
import { ConfigFault } from "../../../session/index.ts";
import type { SessionFlags } from "../session-flags.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";
import { configPath, configSchema, configShow } from "./config.ts";

let top = "";

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "deckhand-config-command-")));
  await mkdir(join(top, "home/.config/deckhand"), { recursive: true });
  await mkdir(join(top, "work/.deckhand"), { recursive: true });
  vi.stubEnv("HOME", join(top, "home"));
  vi.stubEnv("XDG_CONFIG_HOME", undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(top, { recursive: true, force: true });
});

const userFile = () => join(top, "home/.config/deckhand/config.json");
const workspaceFile = () => join(top, "work/.deckhand/config.json");

type Command = (flags: SessionFlags, terminal: Terminal) => Promise<number>;

async function run(command: Command, flags: SessionFlags = {}) {
  const { terminal, printed } = recordingTerminal();
  const code = await command({ cwd: join(top, "work"), ...flags }, terminal);
  return { code, ...printed };
}

describe("deckhand config show", () => {
  it("prints where each value comes from, and on the other side what was ignored", async () => {
    await writeFile(userFile(), `{\n  "profile": "survey",\n  "tools": ["read", "bash"]\n}`);
    await writeFile(
      workspaceFile(),
      `{ "tools": ["read"], "addons": ["./a.mjs"], "pinned": ["\\u001b[31mread"] }`,
    );
    const { code, out, err } = await run(configShow, { addDir: [top] });
    expect(code).toBe(0);
    expect(out).toMatch(/^KEY +VALUE +FROM$/m);
    expect(out).toMatch(new RegExp(`^profile +survey +${userFile()}:2$`, "m"));
    expect(out).toMatch(new RegExp(`^tools +read +${userFile()}:3, tightened by ${workspaceFile()}:1$`, "m"));
    expect(out).toMatch(new RegExp(`^pinned +read +${workspaceFile()}:1$`, "m"));
    expect(out).toMatch(new RegExp(`^addDirs +${top} +flag$`, "m"));
    expect(out).toMatch(/^withoutTools +none +default$/m);
    expect(out).toMatch(/^web\.allowHosts +any +default$/m);
    expect(out).toMatch(/^web\.search +\{"provider":"duckduckgo"\} +default$/m);
    expect(err).toMatch(new RegExp(`^ignored: ${workspaceFile()}:1: addons: only the user's own file`));
  });

  it("prints JSON for machines, with nothing beside it", async () => {
    await writeFile(workspaceFile(), `{ "addons": ["./a.mjs"] }`);
    const { out, err } = await run(configShow, { json: true, tools: false, profile: "observe" });
    const shown = JSON.parse(out) as { config: object; origins: object[]; diagnostics: object[] };
    expect(Object.keys(shown)).toEqual(["config", "origins", "diagnostics"]);
    expect(shown.config).toMatchObject({ tools: false, profile: "observe" });
    expect(shown.origins).toContainEqual({ key: "tools", value: false, from: "flag" });
    expect(shown.diagnostics).toHaveLength(1);
    expect(err).toBe("");
  });

  it("says that no tool is offered, rather than that something is false", async () => {
    expect((await run(configShow, { tools: false })).out).toMatch(/^tools +none +flag$/m);
  });

  it("fails on bad configuration, an unknown profile and a folder that does not exist", async () => {
    await expect(run(configShow, { profile: "al" })).rejects.toThrow(ConfigFault);
    await expect(run(configShow, { config: join(top, "gone.json") })).rejects.toThrow(ConfigFault);
    await expect(run(configShow, { cwd: join(top, "gone") })).rejects.toThrow(UsageFault);
    await writeFile(workspaceFile(), "{");
    await expect(run(configShow)).rejects.toThrow("config.json:1:2: this is not valid JSON");
  });
});

describe("deckhand config schema", () => {
  it("prints a JSON Schema", async () => {
    const { code, out } = await run(configSchema);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ $schema: expect.stringContaining("draft-07"), type: "object" });
  });
});

describe("deckhand config path", () => {
  it("prints both files and whether they exist, for people and machines", async () => {
    await writeFile(userFile(), "{}");
    const { out } = await run(configPath);
    expect(out).toBe(`user       exists  ${userFile()}\nworkspace  absent  ${workspaceFile()}\n`);
    const { out: json } = await run(configPath, { json: true, config: join(top, "mine.json") });
    expect(JSON.parse(json)).toEqual({
      files: [
        { layer: "user", file: join(top, "mine.json"), exists: false },
        { layer: "workspace", file: workspaceFile(), exists: false },
      ],
    });
  });
});
