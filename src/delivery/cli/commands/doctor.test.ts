import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { damageLastPages } from "../../../../test/damage-last-pages.ts";
import {
  type MemoryMcp,
  memorySessionMcp,
  remoteToolFacts,
  serverFacts,
} from "../../../../test/memory-session-mcp.ts";
import { type RecordedWorkspace, recordedWorkspace } from "../../../../test/recorded-workspace.ts";
import type { McpServerFacts } from "../../../session/index.ts";
import { checkFleet } from "../doctor/check-fleet.ts";
import { checkGit, checkNode, checkRipgrep } from "../doctor/check-programs.ts";
import { checkSandbox } from "../doctor/check-sandbox.ts";
import { checkStateFolder } from "../doctor/check-state.ts";

let workspace: RecordedWorkspace;

beforeEach(async () => {
  workspace = await recordedWorkspace();
});

afterEach(() => workspace.close());

describe("deckhand doctor", () => {
  it("looks at every part, in a stable shape for machines", async () => {
    const { json } = await workspace.deckhand("doctor", "--json");
    const { checks } = json() as { checks: { check: string; state: string; message: string }[] };
    expect(checks.map(({ check }) => check)).toEqual([
      "node",
      "git",
      "ripgrep",
      "sandbox",
      "state folder",
      "store",
      "audit trail",
      "configuration",
      "mcp",
    ]);
    for (const { state, message } of checks) {
      expect(["ok", "warn", "fail"]).toContain(state);
      expect(message).not.toBe("");
    }
  });

  it("ends with 0 when nothing fails, whatever it warns of", async () => {
    await configured({ sandbox: { enabled: false } });
    await workspace.call("write", { path: "a.txt", content: "x" });
    const { code, out } = await doctor();
    expect(out).not.toMatch(/^fail/m);
    expect(code).toBe(0);
    expect(out).toMatch(/^warn +sandbox +your configuration switches it off/m);
    expect(out).toMatch(/^ok +store +.*deckhand\.db is whole/m);
    expect(out).toMatch(/^ok +audit trail +2 records/m);
    expect(out).toMatch(/^ok +mcp +no server is configured/m);
  });

  it("makes nothing where nothing is", async () => {
    await configured({ sandbox: { enabled: false } });
    expect((await doctor()).out).toMatch(/^ok +store +nothing is recorded/m);
    await expect(readFile(workspace.place.database)).rejects.toThrow("ENOENT");
  });

  it("fails where the configuration cannot be used, names the place, and leaves the fleet alone", async () => {
    const file = await configured('{\n  "tolls": 1\n}');
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`^fail +configuration +${file}:2:3: tolls: `, "m"));
    expect(out).toMatch(/^ +mend: deckhand config schema/m);
    expect(out).toMatch(/^warn +mcp +servers cannot be looked at/m);
  });

  it("warns of what a workspace's file asks for in vain, and of addons that are not there", async () => {
    await mkdir(join(workspace.folder, ".deckhand"));
    await writeFile(join(workspace.folder, ".deckhand", "config.json"), '{ "addDirs": ["/etc"] }');
    await configured({ sandbox: { enabled: false }, addons: ["./missing.mjs"] });
    const { code, out } = await doctor();
    expect(code).toBe(0);
    expect(out).toMatch(/^warn +configuration +.*addDirs/m);
    expect(out).toMatch(/^warn +configuration +.*missing\.mjs was left out/m);
  });

  it("fails on a store that is no store", async () => {
    await mkdir(join(workspace.place.database, ".."), { recursive: true });
    await writeFile(
      workspace.place.database,
      "this is no database, and long enough to be taken for one ".repeat(50),
    );
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toMatch(/^fail +store +.*is damaged, or is no store at all/m);
    expect(out).toMatch(/^ +mend: It was left as it is/m);
  });

  it("fails on a store whose pages are damaged", async () => {
    for (const path of ["a.txt", "b.txt"]) await workspace.call("write", { path, content: "x".repeat(3000) });
    await damageLastPages(workspace.place.database, 3);
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toMatch(/^fail +store +.*damaged/m);
  });

  it("fails on a trail that was altered", async () => {
    await workspace.call("write", { path: "a.txt", content: "x" });
    await rm(join(workspace.stateFolder, "audit.key"));
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toMatch(/^fail +audit trail +record 1 is bad: .*key is gone/m);
  });

  it("is wrong usage in a folder that does not exist", async () => {
    expect(await workspace.deckhand("doctor", "--add-dir", "/nonexistent/folder")).toMatchObject({ code: 2 });
  });
});

describe("the checks", () => {
  it.each([
    ["20.19.0", "ok"],
    ["22.1.0", "ok"],
    ["20.18.9", "fail"],
    ["18.20.0", "fail"],
  ])("Node %s: %s", async (running, state) => {
    expect(await checkNode(running, "20.19")).toMatchObject([{ state }]);
  });

  it("read the oldest Node from the package itself", async () => {
    expect(await checkNode("20.19.0")).toMatchObject([{ state: "ok" }]);
    expect(await checkNode("20.18.0")).toMatchObject([
      { state: "fail", mend: "install Node 20.19 or later" },
    ]);
  });

  it("warn where git or ripgrep cannot be run", async () => {
    expect(await checkGit(workspace.folder, { PATH: workspace.folder })).toMatchObject([{ state: "warn" }]);
    expect(await checkRipgrep(async () => undefined)).toMatchObject([{ state: "warn" }]);
    expect(await checkRipgrep(async () => "/nonexistent/rg")).toMatchObject([{ state: "warn" }]);
    expect(await checkRipgrep()).toMatchObject([{ state: "ok", says: expect.stringMatching(/^ripgrep \d/) }]);
  });

  it("try the sandbox, and leave nothing in the workspace", async () => {
    const [check] = await checkSandbox(workspace.folder, true);
    expect(check?.state).toBe(check?.mend === undefined ? "ok" : "fail");
    await expect(readFile(join(workspace.folder, ".deckhand"))).rejects.toThrow("ENOENT");
  });

  it("look who else may look at what is remembered", async () => {
    const folder = join(workspace.folder, "state");
    expect(await checkStateFolder(join(folder, "deep"))).toMatchObject([
      { state: "ok", says: expect.stringContaining("first needed") },
    ]);
    await mkdir(folder, { mode: 0o700 });
    expect(await checkStateFolder(folder)).toMatchObject([{ state: "ok" }]);
    await chmod(folder, 0o755);
    expect(await checkStateFolder(folder)).toMatchObject([
      { state: "warn", mend: expect.stringContaining("chmod 700") },
    ]);
    await writeFile(join(folder, "file"), "");
    expect(await checkStateFolder(join(folder, "file", "deep"))).toMatchObject([{ state: "fail" }]);
  });

  it.each<[McpServerFacts["state"], string, string]>([
    ["live", "ok", ""],
    ["pending approval", "warn", "deckhand mcp approve files"],
    ["needs sign-in", "warn", "deckhand mcp connect files"],
    ["disconnected", "warn", "deckhand mcp connect files"],
    ["connecting", "warn", "deckhand mcp status files"],
    ["suspended", "fail", "deckhand mcp reconnect files"],
    ["waiting to retry", "fail", "deckhand mcp reconnect files"],
    ["unusable", "fail", "mend its row in /p/mcp.json"],
  ])("a server that is %s: %s", async (state, verdict, mend) => {
    const [check] = await fleet({ servers: [serverFacts({ state, fault: "because" })] });
    expect(check).toMatchObject({ name: "mcp files", state: verdict });
    expect(check?.mend ?? "").toContain(mend);
  });

  it("warn of tools that a person should look at, and of a file with servers that has mistakes", async () => {
    expect(await fleet({ servers: [serverFacts({ quarantined: ["files__a"] })] })).toMatchObject([
      { state: "warn", mend: "deckhand mcp diff files" },
    ]);
    expect(
      await fleet({ servers: [serverFacts()], tools: [remoteToolFacts({ flags: ["x"] })] }),
    ).toMatchObject([{ state: "warn", mend: "deckhand mcp tools files" }]);
    const diagnostics = [
      { kind: "unknown-key", file: "/f", message: "m" },
      { kind: "not-parsed", file: "/f", message: "m" },
    ] as const;
    expect(await fleet({ diagnostics })).toMatchObject([{ state: "warn" }, { state: "fail" }]);
  });
});

function fleet(given: MemoryMcp) {
  return checkFleet(memorySessionMcp(given));
}

function doctor() {
  return workspace.deckhand("doctor");
}

/** Writes the user's own configuration. */
async function configured(config: unknown): Promise<string> {
  const home = join(workspace.stateFolder, "..", "config");
  vi.stubEnv("XDG_CONFIG_HOME", home);
  const file = join(home, "deckhand", "config.json");
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, typeof config === "string" ? config : JSON.stringify(config));
  return file;
}
