import { lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordingTerminal, runCommandLine } from "../../../../test/run-command-line.ts";
import { mcpImport, type McpImportFlags } from "./mcp-import.ts";

let top = "";
let folder = "";

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "deckhand-mcp-import-"));
  folder = join(top, "work");
  await mkdir(folder);
  vi.stubEnv("HOME", join(top, "home"));
  vi.stubEnv("XDG_CONFIG_HOME", join(top, "config"));
  vi.stubEnv("GIVEN_KEY", "given-s3cret");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(top, { recursive: true, force: true });
});

const own = () => join(top, "config", "deckhand", "mcp.json");
const cursor = () => join(folder, ".cursor", "mcp.json");

const run = (...args: readonly string[]) => runCommandLine(folder, ["mcp", "import", ...args]);

const ROWS = {
  mcpServers: {
    files: {
      command: "npx",
      args: ["server-files@1.0.0"],
      env: { API_KEY: "plain-s3cret", TOKEN: "${env:GIVEN_KEY}" },
    },
    web: { url: "https://web.example/mcp", headers: { Authorization: "Bearer plain-s3cret" } },
    needs: { command: "x", env: { A: "${env:NOT_SET_ANYWHERE}" } },
  },
};

describe("deckhand mcp import", () => {
  it("takes servers over into the user's own file at a person's yes, variables as names", async () => {
    await keep(cursor(), ROWS);
    const { code, out, err } = await take("cursor", "y\n");
    expect({ code, out }).toEqual({ code: 0, out: "imported files, web\n" });
    expect(err).toContain(cursor());
    expect(err).not.toContain("s3cret");
    expect(err).toMatch(/left out: needs of .*NOT_SET_ANYWHERE/);
    expect(JSON.parse(await readFile(own(), "utf8"))).toEqual({
      mcpServers: {
        files: { ...ROWS.mcpServers.files },
        web: { ...ROWS.mcpServers.web },
      },
    });
    expect((await lstat(own())).mode & 0o777).toBe(0o600);
  });

  it.each(["\n", "n\n", "\u0003"])("takes nothing over at %j", async (typed) => {
    await keep(cursor(), ROWS);
    expect(await take("cursor", typed)).toMatchObject({ code: 1, out: "" });
    await expect(readFile(own())).rejects.toThrow("ENOENT");
  });

  it("keeps comments and servers of the same id, and says which it left", async () => {
    await keep(own(), '{\n  // mine\n  "mcpServers": { "files": { "command": "own" } }\n}\n');
    await keep(cursor(), ROWS);
    const { err } = await take("cursor", "y\n");
    expect(err).toMatch(/left out: files of .*your file has a server of this id/);
    const text = await readFile(own(), "utf8");
    expect(text).toContain("// mine");
    expect(text).toContain('"command": "own"');
    expect(text).toContain("web.example");
  });

  it("writes through a link, and leaves no draft behind", async () => {
    const real = join(top, "dotfiles", "mcp.json");
    await keep(real, {});
    await mkdir(dirname(own()), { recursive: true });
    await symlink(real, own());
    await keep(cursor(), ROWS);
    await take("cursor", "y\n");
    expect((await lstat(own())).isSymbolicLink()).toBe(true);
    expect(await readFile(real, "utf8")).toContain("web.example");
  });

  it("takes a person, but none for a dry run, which writes nothing", async () => {
    await keep(cursor(), ROWS);
    expect(await run("cursor", "--yes")).toMatchObject({
      code: 3,
      err: expect.stringContaining("takes a terminal"),
    });
    expect(await run("cursor", "--yes", "--json")).toMatchObject({ code: 3 });
    const shown = await run("cursor", "--dry-run");
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("server-files@1.0.0") });
    const { code, out, json } = await run("cursor", "--dry-run", "--json");
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      host: "cursor",
      kept: false,
      file: own(),
      servers: [{ id: "files", from: cursor(), row: { command: "npx" } }, { id: "web" }],
      leftOut: [{ id: "needs" }],
    });
    for (const text of [shown.out, out]) expect(text).not.toContain("s3cret");
    await expect(readFile(own())).rejects.toThrow("ENOENT");
  });

  it("with --json asks nobody, and needs --yes", async () => {
    await keep(cursor(), ROWS);
    await expect(take("cursor", "y\n", { json: true })).rejects.toMatchObject({ code: "needs_approval" });
    const { code, out } = await take("cursor", "", { json: true, yes: true });
    expect({ code, kept: (JSON.parse(out) as { kept: boolean }).kept }).toEqual({ code: 0, kept: true });
    expect(await readFile(own(), "utf8")).toContain("web.example");
  });

  it("writes nothing into a file that is no JSON", async () => {
    await keep(own(), "{ broken");
    await keep(cursor(), ROWS);
    await expect(take("cursor", "y\n")).rejects.toMatchObject({ code: "invalid_input" });
    expect(await readFile(own(), "utf8")).toBe("{ broken");
  });

  it("makes what cannot be seen in a row visible", async () => {
    await keep(cursor(), { mcpServers: { a: { command: "x\u202e\u001b[2J" } } });
    const { err } = await take("cursor", "n\n");
    expect(err).toContain("x<U+202E>");
    for (const hidden of ["\u202e", "\u001b"]) expect(err).not.toContain(hidden);
  });

  it("has nothing to do where a host has no servers", async () => {
    expect(await run("codex")).toMatchObject({
      code: 0,
      out: "There is nothing to take over.\n",
    });
  });

  it("without a host, or with one that is none, tells which have servers here", async () => {
    await keep(cursor(), ROWS);
    await keep(join(folder, ".mcp.json"), { mcpServers: { a: { command: "x" } } });
    const list = await run();
    expect(list.code).toBe(0);
    expect(list.out).toMatch(/^cursor +3 +/m);
    expect(list.out).not.toContain("codex");
    expect((await run("--json")).json()).toEqual({
      hosts: [
        { host: "claude-code", servers: 1, files: [join(folder, ".mcp.json")] },
        { host: "cursor", servers: 3, files: [cursor()] },
      ],
    });
    const wrong = await run("cursr");
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/Did you mean "cursor"\? .*Here are servers of: claude-code, cursor\./s);
  });
});

async function keep(file: string, content: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
}

async function take(host: string, typed: string, flags: McpImportFlags = {}) {
  const { terminal, printed } = recordingTerminal();
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  input.write(typed);
  const code = await mcpImport(host, { cwd: folder, ...flags }, terminal, { input, output });
  return { code, ...printed };
}
