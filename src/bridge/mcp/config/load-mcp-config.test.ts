import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../../test/needs.ts";
import { consentsByFlag, judgeConsent } from "./consent.ts";
import { loadMcpConfig, loadSessionMcp } from "./load-mcp-config.ts";
import type { LoadedMcpConfig } from "./merge-places.ts";

let root: string;
let cwd: string;
let env: Readonly<Record<string, string>>;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-mcp-config-")));
  cwd = join(root, "project");
  env = { HOME: join(root, "home") };
  await mkdir(cwd, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = async (path: string, content: unknown): Promise<string> => {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};
const servers = (...ids: readonly string[]): object => ({
  servers: Object.fromEntries(ids.map((id) => [id, { command: "x" }])),
});
const ids = (loaded: LoadedMcpConfig): readonly string[] => loaded.servers.map(({ id }) => id);
const found = async (given: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  ids(await loadMcpConfig(cwd, { env: given }));
const kinds = ({ diagnostics }: LoadedMcpConfig): readonly string[] => diagnostics.map(({ kind }) => kind);

describe("where servers are looked for", () => {
  it("R114: a file is read, and nothing else is", async () => {
    const file = await put("elsewhere/my.json", servers("mine"));
    await put("project/.indusvx/mcp.json", servers("project"));
    await put("home/.config/indusvx/mcp.json", servers("user"));
    const loaded = await loadMcpConfig(file, { cwd, env });
    expect(ids(loaded)).toEqual(["mine"]);
    expect(loaded.files).toEqual([file]);
  });

  it("R112, R115, R116: every place of a folder counts, in order, and so do the rows of each", async () => {
    await put("project/.cursor/mcp.json", { mcpServers: { cursor: { command: "x" } } });
    await put("project/.vscode/mcp.json", servers("vscode"));
    await put("project/.mcp.json", { mcpServers: { claude: { command: "x" } } });
    await put("home/.config/deckhand/mcp.json", servers("own"));
    await put("home/.indusvx/agent/mcp-servers.json", servers("fourth"));
    await put("home/.indusvx/agent/mcp.json", servers("third"));
    await put("home/.config/indusvx/mcp.json", servers("second"));
    await put("project/.indusvx/mcp.json", servers("z", "first"));
    await put("project/.deckhand/mcp.json", servers("zero"));
    const loaded = await loadMcpConfig(cwd, { env });
    expect(ids(loaded)).toEqual([
      "zero",
      "z",
      "first",
      "second",
      "third",
      "fourth",
      "claude",
      "vscode",
      "cursor",
      "own",
    ]);
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.files).toHaveLength(9);
  });

  it("R117: the home is HOME or USERPROFILE, the folder of configurations XDG_CONFIG_HOME or below the home", async () => {
    await put("home/.config/indusvx/mcp.json", servers("usual"));
    await put("profile/.config/indusvx/mcp.json", servers("profile"));
    await put("xdg/indusvx/mcp.json", servers("xdg"));
    expect(await found(env)).toEqual(["usual"]);
    expect(await found({ USERPROFILE: join(root, "profile") })).toEqual(["profile"]);
    expect(await found({ ...env, USERPROFILE: join(root, "profile") })).toEqual(["usual"]);
    expect(await found({ ...env, XDG_CONFIG_HOME: join(root, "xdg") })).toEqual(["xdg"]);
    expect(await found({ ...env, XDG_CONFIG_HOME: "relative" })).toEqual(["usual"]);
    expect(await found({})).toEqual([]);
  });

  it("R118: of servers with the same id the earlier one wins, and that is told", async () => {
    await put("project/.indusvx/mcp.json", { servers: { a: { command: "first" } } });
    const later = await put("home/.config/indusvx/mcp.json", {
      servers: { a: { command: "second" }, b: { command: "x" } },
    });
    const loaded = await loadMcpConfig(cwd, { env });
    expect(loaded.servers).toMatchObject([{ id: "a", command: "first" }, { id: "b" }]);
    expect(loaded.diagnostics).toMatchObject([{ kind: "duplicate-id", file: later, server: "a" }]);
  });

  it("R113: files that cannot be read or parsed give no servers and throw nothing", async () => {
    await put("project/.indusvx/mcp.json", "{ not json");
    await writeFile(join(cwd, ".mcp.json"), Buffer.from([0xff, 0xfe, 0x7b]));
    await mkdir(join(cwd, ".vscode", "mcp.json"), { recursive: true });
    await put("project/.cursor", "a file where a folder is looked for");
    await mkdir(join(root, "home/.indusvx/agent"), { recursive: true });
    await symlink("mcp.json", join(root, "home/.indusvx/agent/mcp.json"));
    await put("home/.config/indusvx/mcp.json", servers("good"));
    const loaded = await loadMcpConfig(cwd, { env });
    expect(ids(loaded)).toEqual(["good"]);
    expect(kinds(loaded)).toEqual(["not-parsed", "unreadable", "unreadable", "unreadable"]);
    expect(loaded.broken).toHaveLength(4);
  });

  it("R128, R129: a session reads the usual places of its folder, or the named files only", async () => {
    await put("project/.indusvx/mcp.json", servers("project"));
    const one = await put("one.json", servers("one", "both"));
    const two = await put("project/two.json", servers("both", "two"));
    expect(ids(await loadSessionMcp(undefined, { cwd, env }))).toEqual(["project"]);
    expect(ids(await loadSessionMcp([], { cwd, env }))).toEqual(["project"]);
    const named = await loadSessionMcp([one, "two.json"], { cwd, env });
    expect(ids(named)).toEqual(["one", "both", "two"]);
    expect(named.files).toEqual([one, two]);
    expect(ids(await loadSessionMcp(["."], { cwd, env }))).toEqual(["project"]);
  });

  it("R130: a named path without usable servers is passed over, and the others count", async () => {
    await put("project/empty.json", {});
    await put("project/bad.json", "[");
    await put("project/good.json", servers("good"));
    const loaded = await loadSessionMcp(["empty.json", "missing.json", "bad.json", "good.json"], {
      cwd,
      env,
    });
    expect(ids(loaded)).toEqual(["good"]);
    expect(kinds(loaded)).toEqual(["no-servers", "unreadable", "not-parsed"]);
  });

  it("does not read a huge file", async () => {
    const file = await put("project/.mcp.json", "");
    await truncate(file, 5 * 1024 ** 3);
    expect(kinds(await loadMcpConfig(cwd, { env }))).toEqual(["too-large"]);
  });

  it("does not follow a project's link out of the workspace", async () => {
    const outside = await put("outside.json", servers("outside"));
    await symlink(outside, join(cwd, ".mcp.json"));
    const loaded = await loadMcpConfig(cwd, { env });
    expect(ids(loaded)).toEqual([]);
    expect(loaded.diagnostics).toMatchObject([
      { kind: "unreadable", message: expect.stringContaining("leads out") },
    ]);
  });

  it.skipIf(!needs("mkfifo"))("does not wait for a named pipe", async () => {
    execFileSync("mkfifo", [join(cwd, ".mcp.json")]);
    expect(kinds(await loadMcpConfig(cwd, { env }))).toEqual(["unreadable"]);
  });

  it("is not held up by links that go round and devices without end", async () => {
    await symlink(".mcp.json", join(cwd, ".mcp.json"));
    await symlink("/dev/zero", join(root, "zero.json"));
    expect(kinds(await loadMcpConfig(cwd, { env }))).toEqual(["unreadable"]);
    expect(kinds(await loadMcpConfig(join(root, "zero.json"), { cwd, env }))).toEqual(["unreadable"]);
  });
});

describe("what rows are filled in with", () => {
  it("fills in variables everywhere, and folders relative to the workspace", async () => {
    await put("project/.mcp.json", {
      mcpServers: {
        a: { command: "${BIN:-node}", args: ["${T}"], env: { K: "${T}" }, cwd: "sub" },
        b: { command: "~/bin/b", cwd: "~/c" },
        c: { url: "https://${HOST}/", headers: { A: "Bearer ${T}" } },
      },
    });
    const loaded = await loadMcpConfig(cwd, { env: { ...env, T: "tok", HOST: "a.example" } });
    expect(loaded.servers).toMatchObject([
      {
        command: "node",
        args: ["tok"],
        env: { K: "tok" },
        cwd: join(cwd, "sub"),
        declared: { args: ["${T}"] },
      },
      { command: join(root, "home/bin/b"), cwd: join(root, "home/c") },
      { url: "https://a.example/", headers: { A: "Bearer tok" } },
    ]);
    expect(loaded.diagnostics).toEqual([]);
  });

  it("switches off only the server whose variable stands for nothing, and names the field", async () => {
    await put("project/.mcp.json", {
      mcpServers: { a: { command: "x", env: { K: "${NOPE}" } }, b: { command: "x" } },
    });
    const loaded = await loadMcpConfig(cwd, { env });
    expect(ids(loaded)).toEqual(["b"]);
    expect(loaded.unusable).toMatchObject([{ id: "a", reason: expect.stringContaining("env.K") }]);
    expect(loaded.diagnostics).toMatchObject([
      {
        kind: "unresolved-variable",
        server: "a",
        field: "env.K",
        message: expect.stringContaining("${NOPE}"),
      },
    ]);
  });

  it("keeps an id for a row that cannot be used now, so that no other server takes its place", async () => {
    await put("project/.mcp.json", { mcpServers: { a: { command: "${NOPE}" } } });
    await put("home/.config/deckhand/mcp.json", servers("a"));
    const loaded = await loadMcpConfig(cwd, { env });
    expect(ids(loaded)).toEqual([]);
    expect(kinds(loaded)).toEqual(["unresolved-variable", "duplicate-id"]);
  });

  it.each([
    ["a NUL in the command", { command: "${V}" }, "a\0b", "command"],
    ["a NUL in an argument", { command: "x", args: ["${V}"] }, "a\0b", "args.0"],
    ["a NUL in a variable", { command: "x", env: { K: "${V}" } }, "a\0b", "env.K"],
    ["a variable that cannot be called so", { command: "x", env: { "A=B": "1" } }, "", "env.A=B"],
    ["an empty command", { command: "${V}" }, " ", "command"],
    ["a file as URL", { url: "${V}" }, "file:///etc/passwd", "url"],
    ["no URL", { url: "${V}" }, "a.example", "url"],
    [
      "a second header in a value",
      { url: "http://a.example", headers: { A: "${V}" } },
      "x\r\nB: 1",
      "headers.A",
    ],
    [
      "a header that cannot be called so",
      { url: "http://a.example", headers: { "A B": "1" } },
      "",
      "headers.A B",
    ],
  ])("refuses %s", async (_name, row, value, field) => {
    await put("project/.mcp.json", { mcpServers: { a: row } });
    const loaded = await loadMcpConfig(cwd, { env: { ...env, V: value } });
    expect(ids(loaded)).toEqual([]);
    expect(loaded.diagnostics).toMatchObject([{ kind: "bad-row", server: "a", field }]);
  });

  it("reads a file of variables, which the row's own win over; a missing one switches the server off", async () => {
    await put("project/.env", 'A=file # note\nexport B="file two"\n');
    await put("project/.cursor/mcp.json", {
      mcpServers: {
        a: { command: "x", envFile: "${workspaceFolder}/.env", env: { A: "row" } },
        b: { command: "x", envFile: ".nope" },
      },
    });
    const loaded = await loadMcpConfig(cwd, { env });
    expect(loaded.servers).toMatchObject([{ id: "a", env: { A: "row", B: "file two" } }]);
    expect(loaded.diagnostics).toMatchObject([{ kind: "bad-row", server: "b", field: "envFile" }]);
    expect(loaded.files).toContain(join(cwd, ".env"));
    await put("project/.env", "A=a\0b");
    expect((await loadMcpConfig(cwd, { env })).diagnostics).toHaveLength(1);
    await put("project/.env", "C=a\0b");
    expect(ids(await loadMcpConfig(cwd, { env }))).toEqual([]);
    const before = loaded.servers[0]?.hash;
    await put("project/.env", "NODE_OPTIONS=--require ./evil.js");
    expect((await loadMcpConfig(cwd, { env })).servers[0]?.hash).not.toBe(before);
  });
});

describe("whose word a row is", () => {
  const lowered = { servers: { a: { command: "x", trust: "L0", toolTrust: { t: "L1", u: "L3" } } } };

  it("lets a project's file ask for more trust and never for less", async () => {
    await put("project/.deckhand/mcp.json", lowered);
    const loaded = await loadMcpConfig(cwd, { env });
    expect(loaded.servers[0]).not.toHaveProperty("trust");
    expect(loaded.servers[0]).toMatchObject({ toolTrust: { u: "L3" } });
    expect(kinds(loaded)).toEqual(["not-allowed"]);
  });

  it("takes the user's word, and that of a named file tools cannot write, but not of one in the workspace", async () => {
    const outside = await put("outside.json", lowered);
    const inside = await put("project/inside.json", lowered);
    await put("home/.config/deckhand/mcp.json", lowered);
    expect((await loadMcpConfig(cwd, { env })).servers[0]).toMatchObject({
      trust: "L0",
      toolTrust: { t: "L1" },
    });
    expect((await loadMcpConfig(outside, { cwd, env })).servers[0]).toMatchObject({ trust: "L0" });
    expect((await loadMcpConfig(inside, { cwd, env })).servers[0]).not.toHaveProperty("trust");
  });

  it("asks for consent to a project's rows only", async () => {
    await put("project/.mcp.json", { mcpServers: { theirs: { command: "x" } } });
    await put("home/.config/deckhand/mcp.json", servers("mine"));
    const named = await put("named.json", servers("named"));
    const { servers: byFlag } = await loadMcpConfig(named, { cwd, env });
    const loaded = [...(await loadMcpConfig(cwd, { env })).servers, ...byFlag];
    const consents = consentsByFlag(byFlag, new Date());
    expect(loaded.map((server) => [server.id, judgeConsent(server, consents).verdict])).toEqual([
      ["theirs", "pending"],
      ["mine", "given"],
      ["named", "given"],
    ]);
  });

  it("knows a workspace by its own path, also through a link", async () => {
    await put("project/.mcp.json", { mcpServers: { a: { command: "x" } } });
    await symlink(cwd, join(root, "link"));
    const [direct, linked] = await Promise.all(
      [cwd, join(root, "link")].map((path) => loadMcpConfig(path, { env })),
    );
    expect(linked?.servers[0]?.source.workspace).toBe(direct?.servers[0]?.source.workspace);
  });
});
