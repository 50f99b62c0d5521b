import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { ConfigFault } from "./config-fault.ts";
import { findConfigFiles } from "./find-config-files.ts";
import { type ConfigRequest, loadConfig } from "./load-config.ts";

let top = "";

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "deckhand-config-")));
  await mkdir(join(top, "work"));
});

afterEach(async () => {
  await rm(top, { recursive: true, force: true });
});

const at = (...parts: readonly string[]) => join(top, ...parts);
const userFile = () => at("home", ".config", "deckhand", "config.json");
const workspaceFile = () => at("work", ".deckhand", "config.json");

async function put(file: string, content: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
}

function load(more: Partial<ConfigRequest> = {}) {
  return loadConfig({ cwd: at("work"), env: { HOME: at("home") }, ...more });
}

async function profileWith(env: Record<string, string>): Promise<string> {
  return (await load({ env })).config.profile;
}

async function faultOf(more: Partial<ConfigRequest> = {}): Promise<ConfigFault> {
  const error: unknown = await load(more).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigFault);
  return error as ConfigFault;
}

describe("loadConfig", () => {
  it("holds the defaults where no file is, in a workspace that is no folder too", async () => {
    expect((await load()).config.profile).toBe("all");
    expect((await load({ cwd: at("gone"), env: {} })).diagnostics).toEqual([]);
    await put(at("work", ".deckhand"), "a file");
    expect((await load()).config.profile).toBe("all");
  });

  it("merges the user's file and the workspace's, and knows the line of each value", async () => {
    await put(userFile(), `{\n  // mine\n  "profile": "survey",\n  "task": {\n    "maxDepth": 1 } }`);
    await put(workspaceFile(), `{ "profile": "observe",\n "addDirs": ["/"] }`);
    const { config, origins, diagnostics } = await load();
    expect(config).toMatchObject({ profile: "observe", addDirs: [], task: { maxDepth: 1 } });
    expect(origins).toContainEqual({
      key: "profile",
      value: "observe",
      from: "user",
      file: userFile(),
      line: 3,
      also: { from: "workspace", file: workspaceFile(), line: 1 },
    });
    expect(origins).toContainEqual({
      key: "task.maxDepth",
      value: 1,
      from: "user",
      file: userFile(),
      line: 5,
    });
    expect(diagnostics).toEqual([
      {
        file: workspaceFile(),
        line: 2,
        key: "addDirs",
        message: expect.stringContaining("only the user's own file"),
      },
    ]);
  });

  it("looks for the user's file where XDG says, and passes over a relative folder", async () => {
    await put(userFile(), { profile: "survey" });
    await put(at("xdg", "deckhand", "config.json"), { profile: "observe" });
    expect(await profileWith({ HOME: at("home"), XDG_CONFIG_HOME: at("xdg") })).toBe("observe");
    expect(await profileWith({ HOME: at("home"), XDG_CONFIG_HOME: "xdg" })).toBe("survey");
    expect(await profileWith({ HOME: "", USERPROFILE: at("home") })).toBe("survey");
    expect(await profileWith({})).toBe("all");
  });

  it("takes --config in place of the user's file, which must then exist", async () => {
    await put(userFile(), { profile: "survey" });
    await put(at("work", "ci", "deckhand.json"), { deferred: true });
    const { config } = await load({ configFile: "ci/deckhand.json" });
    expect(config).toMatchObject({ profile: "all", deferred: true });
    expect((await faultOf({ configFile: "ci/gone.json" })).message).toContain("there is no such file");
  });

  it("believes a person who names the workspace's file as theirs", async () => {
    await put(workspaceFile(), { addDirs: [".."] });
    const { config, diagnostics } = await load({ configFile: ".deckhand/config.json" });
    expect(config.addDirs).toEqual([at("work")]);
    expect(diagnostics).toEqual([]);
  });

  it("starts relative paths at the file and ~/ at the home; URLs stay as they are", async () => {
    await mkdir(at("home", "library"), { recursive: true });
    await put(userFile(), {
      addDirs: ["~/library", ".", "~"],
      addons: ["addons/a.mjs", "/b.mjs", "~c.mjs"],
      openapi: [{ document: "~/api.yaml" }, { document: "https://api.example.com/openapi.json" }],
    });
    const { config } = await load();
    const folder = dirname(userFile());
    expect(config.addDirs).toEqual([at("home", "library"), folder, at("home")]);
    expect(config.addons).toEqual([join(folder, "addons/a.mjs"), "/b.mjs", join(folder, "~c.mjs")]);
    expect(config.openapi.map(({ document }) => document)).toEqual([
      at("home", "api.yaml"),
      "https://api.example.com/openapi.json",
    ]);
  });

  it("leaves out a folder that is not there, and says so", async () => {
    await mkdir(at("home"), { recursive: true });
    await put(userFile(), `{ "addDirs": [\n "~/gone",\n "~" ] }`);
    const { config, diagnostics } = await load();
    expect(config.addDirs).toEqual([at("home")]);
    expect(diagnostics).toEqual([
      {
        file: userFile(),
        line: 2,
        key: "addDirs",
        message: `there is no folder ${at("home", "gone")}; it is left out`,
      },
    ]);
  });

  it("lets flags win over both files, and checks them like a file", async () => {
    await put(userFile(), { profile: "survey" });
    await put(workspaceFile(), { profile: "observe" });
    const { config, origins } = await load({ flags: { profile: "all", addDirs: ["."] } });
    expect(config).toMatchObject({ profile: "all", addDirs: [at("work")] });
    expect(origins[0]).toEqual({ key: "profile", value: "all", from: "flag" });
    const fault = await faultOf({
      flags: { profile: "everything" } as unknown as NonNullable<ConfigRequest["flags"]>,
    });
    expect(fault.problems).toEqual([{ key: "profile", message: expect.stringContaining("expected one of") }]);
  });

  it("tells the problems of both files at once", async () => {
    await put(userFile(), `{ "profil": "all" }`);
    await put(workspaceFile(), `{\n  "tools": 1\n}`);
    const fault = await faultOf();
    expect(fault.code).toBe("invalid_input");
    expect(fault.message).toContain(
      `${userFile()}:1:3: profil: unknown key "profil", did you mean "profile"?`,
    );
    expect(fault.message).toContain(`${workspaceFile()}:2:3: tools: expected a list of tool names`);
  });

  it("reads a file that starts with a byte order mark", async () => {
    await put(userFile(), `\uFEFF{ "profile": "observe" }`);
    expect((await load()).config.profile).toBe("observe");
  });
});

describe("a file that cannot be used", () => {
  it.each([
    ["is too large", `{}${" ".repeat(1024 * 1024)}`, "over 1048576"],
    ["is no text", Buffer.from([0xff, 0xfe, 0x7b, 0x00]), "it is not UTF-8"],
    ["is nested too deep", "[".repeat(500_000), "more than 32 brackets"],
    ["reaches for prototypes", `{ "__proto__": { "profile": "all" }, "constructor": {} }`, "__proto__"],
  ])("is a fault when it %s", async (_what, content, words) => {
    for (const file of [userFile(), workspaceFile()]) {
      await put(file, content);
      const fault = await faultOf();
      expect(fault.message).toContain(words);
      expect(fault.message).toContain(file);
      await rm(file);
    }
    expect(({} as Record<string, unknown>)["profile"]).toBeUndefined();
  });

  it("is a fault when it is a folder", async () => {
    await mkdir(workspaceFile(), { recursive: true });
    expect((await faultOf()).message).toContain("it is a folder");
  });

  it.skipIf(!needs("mkfifo"))("is a fault when it is a pipe, and nobody waits for it", async () => {
    await mkdir(dirname(workspaceFile()), { recursive: true });
    execFileSync("mkfifo", [workspaceFile()]);
    expect((await faultOf()).message).toContain("not a regular file");
  });

  it("is a fault when it cannot be opened", async () => {
    await mkdir(dirname(userFile()), { recursive: true });
    await symlink("config.json", userFile());
    expect((await faultOf()).message).toContain("ELOOP");
  });

  it("is a fault when it is a link to nothing", async () => {
    await mkdir(dirname(userFile()), { recursive: true });
    await symlink(at("gone.json"), userFile());
    expect((await faultOf()).message).toContain("it is a link to nothing");
  });
});

describe("links", () => {
  it("are followed for the user's file, and inside the workspace", async () => {
    await put(at("dotfiles", "deckhand.json"), { profile: "survey" });
    await mkdir(dirname(userFile()), { recursive: true });
    await symlink(at("dotfiles", "deckhand.json"), userFile());
    await put(at("work", "team.json"), { deferred: true });
    await mkdir(dirname(workspaceFile()));
    await symlink("../team.json", workspaceFile());
    expect((await load()).config).toMatchObject({ profile: "survey", deferred: true });
  });

  it("out of the workspace are refused, with nothing told of what lies there", async () => {
    await put(at("secret.json"), `{ "secret-key-name": 1 }`);
    await mkdir(dirname(workspaceFile()));
    await symlink(at("secret.json"), workspaceFile());
    const fault = await faultOf();
    expect(fault.message).toContain("outside the workspace");
    expect(fault.message).not.toContain("secret-key-name");
  });

  it("out of the workspace are refused for its .deckhand folder too", async () => {
    await put(at("elsewhere", "config.json"), { profile: "observe" });
    await symlink(at("elsewhere"), at("work", ".deckhand"));
    expect((await faultOf()).message).toContain("outside the workspace");
  });
});

describe("findConfigFiles", () => {
  it("tells which files are looked at, and whether they exist", async () => {
    await put(userFile(), "broken");
    expect(await findConfigFiles({ cwd: at("work"), env: { HOME: at("home") } })).toEqual([
      { layer: "user", file: userFile(), exists: true },
      { layer: "workspace", file: workspaceFile(), exists: false },
    ]);
    expect(await findConfigFiles({ cwd: at("work"), env: {} })).toHaveLength(1);
  });
});
