import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeclaredServer } from "./declared-server.ts";
import { mcpDiagnosticLine } from "./mcp-diagnostic.ts";
import type { McpHost } from "./mcp-host.ts";
import { type ParsedMcpConfig, parseMcpConfig } from "./parse-mcp-config.ts";

const parse = (text: string, host: McpHost = "deckhand"): Promise<ParsedMcpConfig> =>
  parseMcpConfig({ file: "/p/mcp.json", text, host });
const parseRows = (servers: unknown, host?: McpHost): Promise<ParsedMcpConfig> =>
  parse(JSON.stringify({ servers }), host);
const parseRow = async (row: unknown, host?: McpHost): Promise<DeclaredServer | undefined> =>
  (await parseRows({ a: row }, host)).servers[0];
const kinds = ({ diagnostics }: ParsedMcpConfig): readonly string[] => diagnostics.map(({ kind }) => kind);

const stdio = (id: string, more: object = {}): object => ({
  id,
  transport: "stdio",
  command: "x",
  args: [],
  env: {},
  ...more,
});

describe("the forms of a file", () => {
  it("R106: a list of rows with names and an object keyed by name are the same", async () => {
    const rows = [
      ["b", { command: "x", args: ["1"] }],
      ["a", { url: "http://a.example/" }],
      ["10", { command: "x" }],
      ["2", { command: "x" }],
    ] as const;
    const listed = await parseRows(rows.map(([name, row]) => ({ name, ...row })));
    const text = `{"servers":{${rows.map(([name, row]) => `"${name}":${JSON.stringify(row)}`).join()}}}`;
    expect((await parse(text)).servers).toEqual(listed.servers);
    expect(listed.servers).toHaveLength(4);
    expect(listed.diagnostics).toEqual([]);
  });

  it("R112: rows stay in the order of the file, numbers as names too", async () => {
    const { servers } = await parse(
      '{"servers":{"z":{"command":"x"},"10":{"command":"x"},"2":{"command":"x"},"a":{"command":"x"}}}',
    );
    expect(servers.map(({ id }) => id)).toEqual(["z", "10", "2", "a"]);
  });

  it("reads mcpServers, and both when a file has both", async () => {
    const both = {
      servers: { a: { command: "x" } },
      mcpServers: { b: { command: "x" }, a: { command: "y" } },
    };
    const parsed = await parse(JSON.stringify(both));
    expect(parsed.servers.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(kinds(parsed)).toEqual(["duplicate-id"]);
  });

  it("reads comments, trailing commas and a byte order mark", async () => {
    const text = '\uFEFF{ // mine\n "mcpServers": { /* one */ "a": { "command": "x", }, }, }';
    expect((await parse(text)).servers).toEqual([stdio("a")]);
  });

  it.each([
    ["half a file", "{", "not-parsed"],
    ["an empty file", "", "not-parsed"],
    ["a list", "[]", "not-parsed"],
    ["null", "null", "not-parsed"],
    ["a text", '"servers"', "not-parsed"],
    ["no servers", "{}", "no-servers"],
    ["a number of servers", '{"servers": 5}', "no-servers"],
    ["servers as a text", '{"servers": "a"}', "no-servers"],
    ["servers as null", '{"servers": null}', "no-servers"],
    ["brackets without end", "[".repeat(100_000), "not-parsed"],
    ["objects without end", `{"servers":${'{"a":'.repeat(50_000)}`, "not-parsed"],
  ])("R113: %s gives no servers and a diagnostic, and throws nothing", async (_name, text, kind) => {
    const parsed = await parse(text);
    expect(parsed.servers).toEqual([]);
    expect(kinds(parsed)).toEqual([kind]);
  });

  it("says where a file stops being JSON, without quoting it", async () => {
    const { diagnostics, isWhole } = await parse('{\n  "servers": {\n    "a" "hunter2"\n');
    expect(isWhole).toBe(false);
    expect(diagnostics[0]).toMatchObject({ kind: "not-parsed", line: 3, column: 9 });
    expect(mcpDiagnosticLine(diagnostics[0]!)).toMatch(/^\/p\/mcp\.json:3:9: it is not valid JSON/);
    expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
  });
});

describe("the rows of a file", () => {
  it("R107: a url is a remote server with headers, a command a child process, and a url wins", async () => {
    expect(await parseRow({ url: "http://a.example/", headers: { A: "1" } })).toEqual({
      id: "a",
      transport: "auto",
      url: "http://a.example/",
      headers: { A: "1" },
    });
    expect(await parseRow({ command: "x", args: ["y"], env: { K: "v" } })).toEqual(
      stdio("a", { args: ["y"], env: { K: "v" } }),
    );
    const both = await parseRows({ a: { command: "x", url: "http://a.example/" } });
    expect(both.servers[0]?.transport).toBe("auto");
    expect(both.diagnostics).toMatchObject([{ kind: "bad-field", field: "command" }]);
  });

  it.each([
    [{ type: "http" }, "http"],
    [{ transport: "streamable-http" }, "http"],
    [{ type: "streamableHttp" }, "http"],
    [{ type: "SSE" }, "sse"],
    [{ type: "remote" }, "auto"],
    [{ type: "stdio", command: "x" }, "stdio"],
  ])("R107: %o pins the transport", async (row, transport) => {
    expect((await parseRow({ url: "http://a.example/", ...row }))?.transport).toBe(transport);
  });

  it.each([
    { type: "stdio", url: "http://a.example/" },
    { type: "http", command: "x" },
    { type: "websocket", url: "http://a.example/" },
  ])("refuses %o, which contradicts itself", async (row) => {
    expect(kinds(await parseRows({ a: row, b: { command: "x" } }))).toEqual(["bad-row"]);
  });

  it("knows every spelling of a field, also where a row has two of them", async () => {
    const parsed = await parseRows({
      a: { type: "sse", transport: "http", url: "http://a.example/", httpUrl: "http://b.example/" },
    });
    expect(parsed.servers).toMatchObject([{ transport: "sse", url: "http://b.example/" }]);
    expect(parsed.diagnostics).toEqual([]);
  });

  it("R108: a row that is switched off is dropped without a word", async () => {
    const parsed = await parseRows({
      a: { command: "x", enabled: false },
      b: { command: "x", disabled: true },
      c: { command: "x", enabled: true, disabled: false },
    });
    expect(parsed.servers.map(({ id }) => id)).toEqual(["c"]);
    expect(parsed.diagnostics).toEqual([]);
  });

  it.each([{ enabled: "false" }, { enabled: 0 }, { disabled: "true" }])(
    "R108: %o is not started, since it may mean off",
    async (row) => {
      const parsed = await parseRows({ a: { command: "x", ...row } });
      expect(parsed.servers).toEqual([]);
      expect(kinds(parsed)).toEqual(["bad-row"]);
    },
  );

  it("R109: a row without a name, or without a way to its server, costs only itself", async () => {
    const bad = [
      { command: "x" },
      { name: "", command: "x" },
      { name: "  ", command: "x" },
      { name: 5, command: "x" },
      { name: "n" },
      { name: "e", command: "" },
      { name: "f", command: 5 },
      { name: "h", command: " " },
      { name: "i", url: "\t" },
      { name: "g", url: {} },
      null,
      "row",
      [],
    ];
    const parsed = await parseRows([...bad, { name: "good", command: "x" }]);
    expect(parsed.servers).toEqual([stdio("good")]);
    expect(kinds(parsed).filter((kind) => kind === "bad-row" || kind === "bad-id")).toHaveLength(bad.length);
    const keyed = await parseRows({
      "": { command: "x" },
      a: null,
      b: "row",
      c: [],
      d: {},
      good: { command: "x" },
    });
    expect(keyed.servers).toEqual([stdio("good")]);
    expect(kinds(keyed)).toEqual(["bad-id", "bad-row", "bad-row", "bad-row", "bad-row"]);
  });

  it("R110: arguments that are no texts are dropped, and named", async () => {
    const parsed = await parseRows({ a: { command: "x", args: ["1", 2, null, "3", {}, ["4"]] } });
    expect(parsed.servers[0]).toMatchObject({ args: ["1", "3"] });
    expect(parsed.diagnostics.map(({ field }) => field)).toEqual(["args.1", "args.2", "args.4", "args.5"]);
  });

  it("R111: env and headers become texts, in the order of the file", async () => {
    const parsed = await parseRows({
      a: { command: "x", env: { Z: "1", B: 2, A: true, N: null, O: {} } },
      b: { url: "http://a.example/", headers: { Z: 1.5, A: false } },
    });
    const [a, b] = parsed.servers as [DeclaredServer & { env: object }, DeclaredServer & { headers: object }];
    expect(Object.entries(a.env)).toEqual([
      ["Z", "1"],
      ["B", "2"],
      ["A", "true"],
    ]);
    expect(Object.entries(b.headers)).toEqual([
      ["Z", "1.5"],
      ["A", "false"],
    ]);
    expect(parsed.diagnostics.map(({ field }) => field)).toEqual(["env.N", "env.O"]);
  });

  it("of two rows with one id the first counts, in both forms", async () => {
    const object = await parse('{"servers":{"a":{"command":"x"},"a":{"command":"evil"}}}');
    const list = await parseRows([
      { name: "a", command: "x" },
      { name: "a", command: "evil" },
    ]);
    for (const parsed of [object, list]) {
      expect(parsed.servers).toEqual([stdio("a")]);
      expect(kinds(parsed)).toEqual(["duplicate-id"]);
    }
  });

  it("of a key that is given twice the first counts, and that is said", async () => {
    const parsed = await parse('{"servers":{"a":{"command":"x","command":"evil"}}}');
    expect(parsed.servers).toEqual([stdio("a")]);
    expect(parsed.diagnostics).toMatchObject([{ kind: "repeated-key", server: "a", field: "command" }]);
  });

  it.each(["a__b", "a_", " a", "a\n", "a\u200Bb", "a\u001B[31m", "\u202Ea", "x".repeat(101)])(
    "refuses an id that cannot be shown or told from a tool's name, number %#",
    async (id) => {
      const parsed = await parseRows([
        { name: id, command: "x" },
        { name: "ok", command: "x" },
      ]);
      expect(parsed.servers).toEqual([stdio("ok")]);
      expect(kinds(parsed)).toEqual(["bad-id"]);
      const told = JSON.stringify(parsed.diagnostics);
      for (const unseen of ["\u200B", "\u202E", "\u001B"]) expect(told).not.toContain(unseen);
    },
  );

  it("takes names that objects inherit for what they are", async () => {
    const text =
      '{"servers":{"__proto__":{"command":"x"},"constructor":{"command":"x","env":{"__proto__":"1","toString":"2"}}}}';
    const parsed = await parse(text);
    expect(parsed.servers.map(({ id }) => id)).toEqual(["constructor"]);
    expect(Object.entries((parsed.servers[0] as { env: object }).env)).toEqual([
      ["__proto__", "1"],
      ["toString", "2"],
    ]);
    expect(kinds(parsed)).toEqual(["bad-id"]);
  });

  it("names unknown keys, where they are and what was perhaps meant", async () => {
    const parsed = await parse(
      '{"servers":{\n"a":{"command":"x",\n"agrs":["1"], "zzzzz": 1, "description": "d"}}}',
    );
    expect(parsed.servers).toEqual([stdio("a")]);
    expect(parsed.diagnostics).toMatchObject([
      {
        kind: "unknown-key",
        server: "a",
        field: "agrs",
        line: 3,
        message: expect.stringContaining('did you mean "args"?'),
      },
      { kind: "unknown-key", server: "a", field: "zzzzz" },
    ]);
  });

  it("reads limits, tools and trust, and passes over what they cannot be", async () => {
    const settings = {
      startupTimeoutMs: 5,
      callTimeoutMs: 7,
      includeTools: ["t"],
      excludeTools: [],
      trust: "L1",
      toolTrust: { t: "L3" },
    };
    expect(await parseRow({ command: "x", ...settings })).toEqual(stdio("a", settings));
    const parsed = await parseRows({
      a: {
        command: "x",
        startupTimeoutMs: 0,
        callTimeoutMs: "5",
        timeout: -1,
        includeTools: "t",
        trust: true,
        toolTrust: { t: "L9", u: "L2" },
      },
    });
    expect(parsed.servers).toEqual([stdio("a", { toolTrust: { u: "L2" } })]);
    expect(parsed.diagnostics.map(({ field }) => field ?? "").toSorted()).toEqual([
      "callTimeoutMs",
      "includeTools",
      "startupTimeoutMs",
      "timeout",
      "toolTrust.t",
      "trust",
    ]);
  });

  it("never puts a value into a diagnostic", async () => {
    const secret = "hunter2";
    const parsed = await parseRows({
      a: {
        command: 5,
        url: [secret],
        args: { secret },
        env: secret,
        headers: [secret],
        trust: secret,
        enabled: true,
        cwd: [secret],
      },
      b: { command: "x", env: { T: [secret] }, toolTrust: { t: secret }, unknown: secret },
      c: { command: "x", type: secret },
      d: { command: "npx", args: [`git+https://${secret}@a.example/x`] },
    });
    expect(parsed.diagnostics.length).toBeGreaterThan(8);
    expect(JSON.stringify(parsed.diagnostics)).not.toContain(secret);
  });

  it("bounds servers and diagnostics of a file that is full of them", async () => {
    const rows = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`s${at}`, { command: "x", bad: 1 }]),
    );
    const parsed = await parseRows(rows);
    expect(parsed.servers).toHaveLength(200);
    expect(parsed.diagnostics).toHaveLength(51);
    expect(parsed.diagnostics.at(-1)).toMatchObject({ kind: "more" });
  });

  it("flags a package that is downloaded without a version", async () => {
    const parsed = await parseRows({
      a: { command: "npx", args: ["-y", "@scope/server"] },
      b: { command: "npx", args: ["-y", "@scope/server@1.2.3"] },
    });
    expect(parsed.servers).toHaveLength(2);
    expect(parsed.diagnostics).toMatchObject([{ kind: "unpinned-package", server: "a" }]);
  });

  it("gives servers and diagnostics for whatever a file holds", async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom("x", "http://a.example/", true, false, [], {}, ["a", 1], { A: "1" }, "L1", "${X}"),
    );
    const keys =
      "name command args env url httpUrl headers type transport enabled disabled cwd envFile timeout startup_timeout_sec trust toolTrust includeTools env_vars bearer_token_env_var __proto__ x";
    const key = fc.constantFrom(...keys.split(" "));
    const row = fc.oneof(
      { weight: 4, arbitrary: fc.dictionary(key, value, { maxKeys: 6 }) },
      { weight: 1, arbitrary: value },
    );
    const servers = fc.oneof(
      fc.array(row, { maxLength: 4 }),
      fc.dictionary(fc.string(), row, { maxKeys: 4 }),
    );
    const host = fc.constantFrom<McpHost>("deckhand", "gemini", "opencode", "claude-desktop");
    await fc.assert(
      fc.asyncProperty(servers, host, async (found, whose) => {
        const parsed = await parse(JSON.stringify({ mcpServers: found, mcp: found }), whose);
        const ids = parsed.servers.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const server of parsed.servers) {
          expect(server.transport === "stdio" ? server.command : server.url).toMatch(/\S/);
          expect(server.id).not.toContain("__");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives no more than diagnostics for texts that are no files", async () => {
    const broken = fc.string({
      unit: fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        '"',
        ":",
        ",",
        "servers",
        "a",
        "\\",
        "/*",
        "//",
        "\n",
        "1",
        "=",
      ),
    });
    await fc.assert(
      fc.asyncProperty(broken, fc.constantFrom<McpHost>("deckhand", "codex"), async (text, host) => {
        const parsed = await parse(text, host);
        expect(parsed.servers.length + parsed.diagnostics.length + (parsed.isWhole ? 1 : 0)).toBeGreaterThan(
          0,
        );
      }),
    );
  });
});
