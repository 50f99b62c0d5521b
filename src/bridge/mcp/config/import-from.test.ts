import { describe, expect, it } from "vitest";
import type { ConfigFiles } from "./config-files.ts";
import { importFrom } from "./import-from.ts";
import { hostOfFile, type McpHost, OTHER_HOSTS } from "./mcp-host.ts";
import type { LoadedMcpConfig } from "./merge-places.ts";

const inMemory = (texts: Readonly<Record<string, string>>): ConfigFiles => ({
  read: async (file) => {
    const text = texts[file];
    return text === undefined ? { kind: "none" } : { kind: "text", text };
  },
  real: async (path) => path,
});
const from = (
  host: Exclude<McpHost, "deckhand">,
  texts: Readonly<Record<string, unknown>>,
  platform: NodeJS.Platform = "linux",
): Promise<LoadedMcpConfig> => {
  const files = Object.entries(texts).map(([file, value]) => [
    file,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return importFrom(host, {
    cwd: "/p",
    env: { HOME: "/h", TOKEN: "tok", APPDATA: "/roaming" },
    platform,
    files: inMemory(Object.fromEntries(files)),
  });
};

describe("importFrom", () => {
  it("reads Claude Code's project file, and its user's file with what that says for this project", async () => {
    const loaded = await from("claude-code", {
      "/h/.claude.json": {
        projects: {
          "/p": { mcpServers: { here: { type: "stdio", command: "x" } } },
          "/q": { mcpServers: { there: { command: "x" } } },
        },
        mcpServers: { all: { type: "http", url: "https://a.example/${TOKEN}" } },
      },
      "/p/.mcp.json": { mcpServers: { shared: { type: "sse", url: "https://b.example/${NOPE:-x}" } } },
    });
    expect(loaded.servers).toMatchObject([
      { id: "here", transport: "stdio", source: { file: "/h/.claude.json", origin: "user" } },
      { id: "all", transport: "http", url: "https://a.example/tok" },
      {
        id: "shared",
        transport: "sse",
        url: "https://b.example/x",
        source: { file: "/p/.mcp.json", origin: "project" },
      },
    ]);
    expect(loaded.diagnostics).toEqual([]);
  });

  it("reads a user's file of Claude Code that is larger than any list of servers", async () => {
    const history = Array.from({ length: 60_000 }, (_, at) => ({
      display: `prompt ${at} ${"x".repeat(30)}`,
    }));
    const loaded = await from("claude-code", {
      "/h/.claude.json": { history, mcpServers: { a: { command: "x" } } },
    });
    expect(loaded.servers).toMatchObject([{ id: "a" }]);
  });

  it.each<[NodeJS.Platform, string]>([
    ["linux", "/h/.config/Claude/claude_desktop_config.json"],
    ["darwin", "/h/Library/Application Support/Claude/claude_desktop_config.json"],
    ["win32", "/roaming/Claude/claude_desktop_config.json"],
  ])("finds Claude Desktop's file on %s, where variables are plain text", async (platform, file) => {
    const loaded = await from(
      "claude-desktop",
      { [file]: { mcpServers: { a: { command: "x", args: ["${TOKEN}"] } } } },
      platform,
    );
    expect(loaded.servers).toMatchObject([{ id: "a", args: ["${TOKEN}"], source: { file } }]);
  });

  it("reads Cursor's files with its variables", async () => {
    const loaded = await from("cursor", {
      "/p/.cursor/mcp.json": {
        mcpServers: {
          a: { command: "x", args: ["${workspaceFolder}/s", "${userHome}"], env: { T: "${env:TOKEN}" } },
        },
      },
      "/h/.cursor/mcp.json": { mcpServers: { b: { url: "https://b.example/" } } },
    });
    expect(loaded.servers).toMatchObject([
      { id: "a", args: ["/p/s", "/h"], env: { T: "tok" } },
      { id: "b", transport: "auto", source: { origin: "user" } },
    ]);
  });

  it("reads VS Code's files; what a person would be asked for there is named as missing", async () => {
    const loaded = await from("vscode", {
      "/p/.vscode/mcp.json": {
        inputs: [{ type: "promptString", id: "key", password: true }],
        servers: {
          a: { type: "stdio", command: "x", env: { K: "${input:key}", T: "${env:TOKEN}" } },
          b: { type: "http", url: "https://b.example/" },
        },
      },
      "/h/.config/Code/User/mcp.json": { servers: { c: { command: "x" } } },
    });
    expect(loaded.servers.map(({ id }) => id)).toEqual(["b", "c"]);
    expect(loaded.unusable).toMatchObject([{ id: "a", declared: { env: { T: "${env:TOKEN}" } } }]);
    expect(loaded.diagnostics).toMatchObject([{ kind: "unresolved-variable", server: "a", field: "env.K" }]);
  });

  it("reads Gemini's settings, where url is SSE, httpUrl Streamable HTTP and trust no level of ours", async () => {
    const loaded = await from("gemini", {
      "/p/.gemini/settings.json": {
        theme: "dark",
        mcpServers: {
          a: {
            httpUrl: "https://a.example/",
            headers: { A: "$TOKEN" },
            timeout: 5000,
            includeTools: ["t"],
            excludeTools: ["u"],
          },
          b: { url: "https://b.example/", trust: true },
        },
      },
      "/h/.gemini/settings.json": { theme: "light" },
    });
    expect(loaded.servers).toMatchObject([
      {
        id: "a",
        transport: "http",
        headers: { A: "tok" },
        callTimeoutMs: 5000,
        includeTools: ["t"],
        excludeTools: ["u"],
      },
      { id: "b", transport: "sse" },
    ]);
    expect(loaded.servers[1]).not.toHaveProperty("trust");
    expect(loaded.diagnostics).toMatchObject([{ server: "b", field: "trust" }]);
  });

  it("reads Codex's TOML, where credentials are names of variables", async () => {
    const toml = `
model = "m"
[mcp_servers.local]
command = "x"
args = ["-y", "\${TOKEN}"]
env_vars = ["TOKEN", "UNSET"]
startup_timeout_sec = 2.5
tool_timeout_sec = 60
enabled_tools = ["t"]
disabled_tools = ["u"]
[mcp_servers.local.env]
K = "v"
[mcp_servers.remote]
url = "https://r.example/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { A = "1" }
env_http_headers = { B = "TOKEN" }
[mcp_servers.off]
command = "x"
enabled = false
[mcp_servers.poor]
url = "https://p.example/mcp"
bearer_token_env_var = "UNSET"
`;
    const loaded = await from("codex", { "/h/.codex/config.toml": toml });
    expect(loaded.servers).toMatchObject([
      {
        id: "local",
        args: ["-y", "${TOKEN}"],
        env: { TOKEN: "tok", UNSET: "", K: "v" },
        startupTimeoutMs: 2500,
        callTimeoutMs: 60_000,
        includeTools: ["t"],
        excludeTools: ["u"],
      },
      { id: "remote", transport: "http", headers: { Authorization: "Bearer tok", A: "1", B: "tok" } },
    ]);
    expect(loaded.diagnostics).toMatchObject([
      { kind: "unresolved-variable", server: "poor", field: "headers.Authorization" },
    ]);
  });

  it("says that a TOML file is broken, and where, without quoting it", async () => {
    const loaded = await from("codex", {
      "/p/.codex/config.toml": '[mcp_servers.a]\nenv = { K = "hunter2" \n',
    });
    expect(loaded.servers).toEqual([]);
    expect(loaded.diagnostics).toMatchObject([{ kind: "not-parsed", line: expect.any(Number) }]);
    expect(JSON.stringify(loaded.diagnostics)).not.toContain("hunter2");
  });

  it("reads both forms of OpenCode's files", async () => {
    const loaded = await from("opencode", {
      "/p/opencode.json": {
        mcp: {
          a: {
            type: "local",
            command: ["npx", "x@1"],
            environment: { T: "{env:TOKEN}" },
            enabled: true,
            timeout: 9000,
          },
          b: { type: "remote", url: "https://b.example/", headers: { A: "Bearer {env:TOKEN}" } },
          c: { type: "local", command: ["x"], enabled: false },
        },
      },
      "/h/.config/opencode/opencode.jsonc":
        '{ "mcp": { "servers": { "d": { "type": "local", "command": ["x"], "timeout": { "startup": 1, "request": 2 } } } } } // v2',
    });
    expect(loaded.servers).toMatchObject([
      { id: "a", command: "npx", args: ["x@1"], env: { T: "tok" }, startupTimeoutMs: 9000 },
      { id: "b", transport: "auto", headers: { A: "Bearer tok" } },
      { id: "d", startupTimeoutMs: 1, callTimeoutMs: 2 },
    ]);
    expect(loaded.diagnostics).toEqual([]);
  });

  it("finds nothing, and nothing wrong, where a host is not used", async () => {
    for (const host of OTHER_HOSTS) {
      const loaded = await from(host, {});
      expect(loaded).toMatchObject({ servers: [], unusable: [], diagnostics: [], broken: [] });
      expect(loaded.files.length).toBeGreaterThan(0);
    }
  });
});

describe("hostOfFile", () => {
  it.each<[string, McpHost]>([
    ["/p/.mcp.json", "claude-code"],
    ["/p/.cursor/mcp.json", "cursor"],
    ["C:\\Users\\me\\.vscode\\mcp.json", "vscode"],
    ["/h/.gemini/settings.json", "gemini"],
    ["/h/.codex/config.toml", "codex"],
    ["/p/opencode.jsonc", "opencode"],
    ["/h/claude_desktop_config.json", "claude-desktop"],
    ["/p/mcp.json", "deckhand"],
    ["/p/xopencode.json", "deckhand"],
  ])("knows %s as %s", (file, host) => {
    expect(hostOfFile(file)).toBe(host);
  });
});
