import { describe, expect, it } from "vitest";
import {
  type MemoryMcp,
  memorySessionMcp,
  remoteToolFacts,
  serverFacts,
} from "../../../../test/memory-session-mcp.ts";
import { recordingTerminal } from "../../../../test/run-command-line.ts";
import type { McpServerFacts } from "../../../session/index.ts";
import { NO_MCP } from "../no-mcp.ts";
import { type McpStatusFlags, mcpStatus } from "./mcp-status.ts";
import { mcpTools } from "./mcp-tools.ts";

describe("deckhand mcp status", () => {
  it("R341: connects, and prints a row for each server in stable fields", async () => {
    const { code, out, did } = await status({
      servers: [serverFacts(), serverFacts({ id: "web", transport: "http" })],
    });
    expect({ code, did }).toEqual({ code: 0, did: ["status"] });
    expect(out).toMatch(/^SERVER +STATE +TRANSPORT +REVISION +TOOLS +FAULT$/m);
    expect(out).toMatch(/^files +live +stdio +2025-11-25 +2$/m);
    expect(out).toMatch(/^web +live +http /m);
  });

  it("prints JSON of the shape the contract names", async () => {
    const {
      revision: _revision,
      tools: _tools,
      ...pending
    } = serverFacts({ id: "p", state: "pending approval", fault: "no" });
    const diagnostic = {
      kind: "unknown-key",
      file: "/p/mcp.json",
      server: "p",
      field: "x",
      message: "m",
    } as const;
    const { code, json } = await status(
      {
        servers: [serverFacts({ retryAt: 0 }), pending],
        tools: [
          remoteToolFacts({ flags: ["hidden text at description"] }),
          remoteToolFacts({ name: "files__n", standing: "new" }),
        ],
        diagnostics: [diagnostic],
      },
      { json: true },
    );
    expect(code).toBe(0);
    expect(json()).toEqual({
      servers: [
        expect.objectContaining({
          id: "files",
          state: "live",
          transport: "stdio",
          revision: "2025-11-25",
          tools: 2,
          retryAt: "1970-01-01T00:00:00.000Z",
          new: ["files__n"],
          flagged: [{ name: "files__read", flags: ["hidden text at description"] }],
        }),
        expect.objectContaining({
          id: "p",
          state: "pending approval",
          revision: null,
          tools: 0,
          fault: "no",
        }),
      ],
      diagnostics: [diagnostic],
    });
  });

  it.each<[McpServerFacts["state"], RegExp]>([
    ["pending approval", /deckhand mcp approve files/],
    ["needs sign-in", /deckhand mcp connect files/],
    ["suspended", /deckhand mcp reconnect files/],
    ["connecting", /startupTimeoutMs.* deckhand mcp status files -v/],
    ["waiting to retry", /deckhand mcp reconnect files/],
    ["disconnected", /deckhand mcp connect files/],
    ["unusable", /mend its row in \/p\/mcp\.json/],
  ])("says what to do about a server that is %s", async (state, says) => {
    expect((await status({ servers: [serverFacts({ state })] })).out).toMatch(says);
    expect((await status({ servers: [serverFacts()] })).out).not.toMatch(says);
  });

  it("says what became of tools, and what is suspicious about them", async () => {
    const { out } = await status({
      servers: [serverFacts({ quarantined: ["files__a"], suspicious: ["order-to-model at its root: x"] })],
      tools: [
        remoteToolFacts({ name: "files__a", standing: "changed", state: "quarantined" }),
        remoteToolFacts({ name: "files__b", standing: "new" }),
        remoteToolFacts({ name: "files__c", standing: "unusable", state: "quarantined" }),
        remoteToolFacts({ name: "files__d", flags: ["orders to the model at description: <IMPORTANT>"] }),
        remoteToolFacts({ name: "files__e", noted: ["title changed"] }),
      ],
    });
    expect(out).toMatch(/a title or an icon changed, .*: files__e; see deckhand mcp tools files/);
    expect(out).toMatch(
      /switched off: files__a; see deckhand mcp diff files, agree with deckhand mcp approve files/,
    );
    expect(out).toMatch(/new since it was approved: files__b; agree with deckhand mcp approve files/);
    expect(out).toMatch(/not usable as defined: files__c; see deckhand mcp tools files/);
    expect(out).toMatch(/^suspicious: files, in what it tells models: order-to-model at its root: x$/m);
    expect(out).toMatch(/^suspicious: files__d: orders to the model/m);
  });

  it("bounds what it tells of a server whose tools are all suspicious", async () => {
    const tools = Array.from({ length: 300 }, (_, at) =>
      remoteToolFacts({ name: `files__${at}`, flags: ["x"] }),
    );
    const { out } = await status({ servers: [serverFacts()], tools });
    expect(out.split("\n").length).toBeLessThan(40);
    expect(out).toMatch(/280 more: deckhand mcp tools files/);
  });

  it("with -v tells file, consent, restarts and the last lines of standard error", async () => {
    const server = serverFacts({ errorLines: ["first line", "second line"], restarts: 3 });
    expect((await status({ servers: [server] })).out).not.toContain("second line");
    const { out } = await status({ servers: [server] }, { verbose: true });
    for (const says of ["/p/mcp.json", "given by flag", "first line", "second line"])
      expect(out).toContain(says);
    expect(out).toMatch(/restarts +3/);
  });

  it("lets nothing that a server or a file says move the cursor or stay unseen", async () => {
    const bad = "\u001b[2J\u202e\u009bx\u200b\r";
    const { out } = await status(
      {
        servers: [
          serverFacts({
            id: `id${bad}`,
            state: "suspended",
            fault: bad,
            errorLines: [bad],
            revision: bad,
            transport: bad,
            file: bad,
            consent: bad,
          }),
        ],
        tools: [remoteToolFacts({ server: `id${bad}`, name: bad, flags: [bad], standing: "new" })],
        diagnostics: [{ kind: "bad-row", file: bad, server: bad, message: bad }],
      },
      { verbose: true },
    );
    for (const hidden of ["\u001b", "\u202e", "\u009b", "\u200b", "\r"]) expect(out).not.toContain(hidden);
    expect(out).toContain("<U+202E>");
  });

  it("tells of one server, and of an unknown one which there are", async () => {
    const servers = [serverFacts(), serverFacts({ id: "web" })];
    const diagnostics = [{ kind: "bad-field", file: "/f", server: "web", message: "m" }] as const;
    const one = (await status({ servers, diagnostics }, { json: true }, "files")).json();
    expect(one).toMatchObject({ servers: [{ id: "files" }], diagnostics: [] });
    await expect(status({ servers }, {}, "fils")).rejects.toMatchObject({
      name: "UsageFault",
      hint: 'Did you mean "files"? Servers: files, web.',
    });
  });

  it("says so where there is no server at all", async () => {
    const { terminal, printed } = recordingTerminal();
    expect(await mcpStatus(NO_MCP, undefined, {}, terminal)).toBe(0);
    expect(printed.out).toMatch(/no MCP servers/);
    const machine = recordingTerminal();
    await mcpStatus(NO_MCP, undefined, { json: true }, machine.terminal);
    expect(JSON.parse(machine.printed.out)).toEqual({ servers: [], diagnostics: [] });
  });
});

describe("deckhand mcp tools", () => {
  const tools = [
    remoteToolFacts(),
    remoteToolFacts({
      name: "web__a\u202e",
      server: "web",
      state: "quarantined",
      standing: "changed",
      reason: "It has changed.",
      flags: ["f\u200b"],
    }),
  ];

  it("R341: lists every remote tool with state, standing and what is suspicious", async () => {
    const { code, out } = await listed({ servers: [serverFacts(), serverFacts({ id: "web" })], tools });
    expect(code).toBe(0);
    expect(out).toMatch(/^files__read +live +pinned +-$/m);
    expect(out).toMatch(/^web__a<U\+202E> +quarantined +changed +1$/m);
    expect(out).toContain("web__a<U+202E>: It has changed.");
    expect(out).toContain("web__a<U+202E>: f<U+200B>");
  });

  it("says once what is so of many tools", async () => {
    const gone = { state: "suspended", reason: "It is gone." } as const;
    const names = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `files__${name}`);
    const { out } = await listed({
      servers: [serverFacts({ state: "disconnected" })],
      tools: names.map((name) => remoteToolFacts({ name, ...gone })),
    });
    expect(out.match(/It is gone\./g)).toHaveLength(1);
    expect(out).toMatch(/^files__a, .*files__e and 2 more: It is gone\.$/m);
  });

  it("lists those of one server, whole, for machines", async () => {
    const { json } = await listed({ servers: [serverFacts()], tools }, { json: true }, "files");
    expect(json()).toEqual({ tools: [tools[0]] });
  });

  it.each<[McpServerFacts["state"], string]>([
    ["pending approval", "needs_approval"],
    ["suspended", "unavailable"],
    ["needs sign-in", "unavailable"],
    ["disconnected", "unavailable"],
    ["unusable", "unavailable"],
  ])("of a server that is %s and was never listed ends as %s", async (state, code) => {
    const servers = [serverFacts({ state, fault: "because" })];
    await expect(listed({ servers }, {}, "files")).rejects.toMatchObject({
      code,
      message: expect.stringContaining("because"),
    });
    expect((await listed({ servers, tools }, {}, "files")).code).toBe(0);
  });

  it("of no server at all is an empty list", async () => {
    expect((await listed({}, { json: true })).json()).toEqual({ tools: [] });
    expect((await listed({})).err).toMatch(/No remote tools/);
    await expect(listed({}, {}, "x")).rejects.toMatchObject({
      hint: expect.stringMatching(/^No MCP server is configured here\. --mcp FILE/),
    });
  });
});

async function status(given: MemoryMcp, flags: McpStatusFlags = {}, server?: string) {
  const { terminal, printed } = recordingTerminal();
  const mcp = memorySessionMcp(given);
  const code = await mcpStatus(mcp, server, flags, terminal);
  return { code, did: mcp.did, ...printed, json: () => JSON.parse(printed.out) as unknown };
}

async function listed(given: MemoryMcp, flags: McpStatusFlags = {}, server?: string) {
  const { terminal, printed } = recordingTerminal();
  const code = await mcpTools(memorySessionMcp(given), server, flags, terminal);
  return { code, ...printed, json: () => JSON.parse(printed.out) as unknown };
}
