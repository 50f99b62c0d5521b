import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type MemoryMcp, memorySessionMcp, serverFacts } from "../../../../test/memory-session-mcp.ts";
import { recordingTerminal } from "../../../../test/run-command-line.ts";
import type { SessionFlags } from "../session-flags.ts";
import {
  mcpConnect,
  type McpConnectFlags,
  mcpDisconnect,
  mcpReconnect,
  type SignInReach,
} from "./mcp-connect.ts";

afterEach(() => vi.unstubAllEnvs());

const PAGE = "https://login.example/authorize?state=1";

describe("deckhand mcp connect", () => {
  it("R341: connects one server now and tells how it does", async () => {
    const { code, out, did } = await connect({ servers: [serverFacts({ state: "idle" })] });
    expect({ code, did }).toEqual({ code: 0, did: ["connect files"] });
    expect(out).toMatch(/^files +live /m);
    const { out: json } = await connect({ servers: [serverFacts()] }, { json: true });
    expect(JSON.parse(json)).toMatchObject({
      status: "ok",
      server: { id: "files", state: "live", tools: 2 },
    });
  });

  it("shows a person the page to sign in at, in print and in the browser", async () => {
    const { code, err, opened } = await connect({ servers: [NEEDY], signInAt: PAGE });
    expect({ code, opened }).toEqual({ code: 0, opened: [PAGE] });
    expect(err).toContain(PAGE);
    expect(err).toContain("sign in with https://login.example");
    expect(err).not.toContain("somebody else");
    expect(err).not.toContain("Open it in a browser");
  });

  it("warns a person whom the server sends to somebody else than before", async () => {
    const { err } = await connect({
      servers: [NEEDY],
      signInAt: PAGE,
      signedInWith: "https://old.example\u202e",
    });
    expect(err).toMatch(/somebody else than before: you signed in with https:\/\/old\.example<U\+202E>/);
  });

  it("only prints it with --no-browser, and where no browser can be started", async () => {
    const quiet = await connect({ servers: [NEEDY], signInAt: PAGE }, { browser: false });
    expect(quiet).toMatchObject({
      code: 0,
      opened: [],
      err: expect.stringContaining("Open it in a browser"),
    });
    const none = await connect({ servers: [NEEDY], signInAt: PAGE }, {}, { shows: false });
    expect(none).toMatchObject({ code: 0, err: expect.stringContaining("Open it in a browser") });
  });

  it("opens nothing where no person watches, nor with --json, nor for what a tool has started", async () => {
    const given = { servers: [NEEDY], signInAt: PAGE };
    await expect(connect(given, {}, { isTTY: false })).rejects.toMatchObject({ code: "unavailable" });
    await expect(connect(given, { json: true })).rejects.toMatchObject({ code: "unavailable" });
    vi.stubEnv("DECKHAND_JOB", "0123456789abcdef");
    await expect(connect(given)).rejects.toMatchObject({ code: "unavailable" });
  });

  it.each(["file:///etc/passwd", "javascript:alert(1)", "--version", "vscode://x", ""])(
    "never opens %j, whatever a server names",
    async (signInAt) => {
      await expect(connect({ servers: [NEEDY], signInAt })).rejects.toMatchObject({ code: "denied_policy" });
    },
  );

  it("refuses an unknown server with what there is", async () => {
    await expect(connect({ servers: [serverFacts({ id: "web" })] })).rejects.toMatchObject({
      name: "UsageFault",
      hint: "Servers: web.",
    });
  });
});

describe("deckhand mcp reconnect", () => {
  it("R341: begins one server anew, or all", async () => {
    const one = await run(mcpReconnect, { servers: [serverFacts()] }, "files");
    expect(one).toMatchObject({
      code: 0,
      did: ["reconnect files"],
      out: expect.stringMatching(/^files +live/m),
    });
    const all = await run(mcpReconnect, { servers: [serverFacts(), serverFacts({ id: "web" })] }, undefined);
    expect(all).toMatchObject({
      code: 0,
      did: ["reconnect all", "status"],
      out: expect.stringContaining("web"),
    });
  });

  it.each([
    ["suspended", "unavailable"],
    ["pending approval", "needs_approval"],
  ] as const)("fails where the server is %s afterwards", async (state, code) => {
    await expect(run(mcpReconnect, { servers: [serverFacts({ state })] }, "files")).rejects.toMatchObject({
      code,
    });
  });
});

describe("deckhand mcp disconnect", () => {
  it("R341: ends a server and says how to take it back", async () => {
    const { code, out, err, did } = await run(
      mcpDisconnect,
      { servers: [serverFacts({ id: "a b" })] },
      "a b",
    );
    expect({ code, out, did }).toEqual({ code: 0, out: "a b is disconnected\n", did: ["disconnect a b"] });
    expect(err).toContain("deckhand mcp connect 'a b'");
    const { out: json } = await run(mcpDisconnect, { servers: [serverFacts()] }, "files", { json: true });
    expect(JSON.parse(json)).toMatchObject({ status: "ok", server: { state: "disconnected" } });
    await expect(run(mcpDisconnect, {}, "files")).rejects.toMatchObject({ name: "UsageFault" });
  });
});

const NEEDY = serverFacts({ state: "needs sign-in" });

async function connect(
  given: MemoryMcp,
  flags: McpConnectFlags = {},
  { isTTY = true, shows = true }: { isTTY?: boolean; shows?: boolean } = {},
) {
  const { terminal, printed } = recordingTerminal();
  const mcp = memorySessionMcp(given);
  const opened: string[] = [];
  const reach: SignInReach = {
    streams: {
      input: Object.assign(new PassThrough(), { isTTY }),
      output: Object.assign(new PassThrough(), { isTTY }),
    },
    show: async (url) => {
      opened.push(url);
      return shows;
    },
  };
  const code = await mcpConnect(mcp, "files", flags, terminal, reach);
  return { code, did: mcp.did, opened, ...printed };
}

async function run<Id extends string | undefined>(
  command: (
    mcp: ReturnType<typeof memorySessionMcp>,
    id: Id,
    flags: SessionFlags,
    terminal: ReturnType<typeof recordingTerminal>["terminal"],
  ) => Promise<number>,
  given: MemoryMcp,
  id: Id,
  flags: SessionFlags = {},
) {
  const { terminal, printed } = recordingTerminal();
  const mcp = memorySessionMcp(given);
  const code = await command(mcp, id, flags, terminal);
  return { code, did: mcp.did, ...printed };
}
