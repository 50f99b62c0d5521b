import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { mcpConnect } from "../../../src/delivery/cli/commands/mcp-connect.ts";
import { withMcp } from "../../../src/delivery/cli/with-mcp.ts";
import { processesIn } from "../../processes-in.ts";
import { type Ran, recordingTerminal, runCommandLine } from "../../run-command-line.ts";
import { browse } from "../oauth/browser.ts";
import { openAuthorizationServer } from "../oauth/open-authorization-server.ts";
import { openProtectedServer } from "../oauth/open-protected-server.ts";
import { publishedServer } from "../real/open-everything.ts";
import { definition, type ScriptedWorkspace, scriptedWorkspace } from "../session/scripted-workspace.ts";

let workspace: ScriptedWorkspace;

beforeEach(() => {
  workspace = scriptedWorkspace();
  vi.stubEnv("HOME", workspace.home);
  vi.stubEnv("XDG_CONFIG_HOME", undefined);
  vi.stubEnv("XDG_STATE_HOME", workspace.stateFolder);
});

afterEach(() => vi.unstubAllEnvs());

interface Server {
  readonly id: string;
  readonly state: string;
  readonly fault?: string;
}

describe("deckhand --mcp", () => {
  it("R119: attaches every endpoint that is named, repeated or joined by commas", async () => {
    const files = ["one", "two"].map((id) => {
      workspace.script(id, { tools: [definition("add")] });
      return workspace.configure([id], join(workspace.cwd, `${id}.json`));
    });
    for (const flags of [["--mcp", files.join(",")], files.flatMap((file) => ["--mcp", file])]) {
      const { tools } = (await deckhand("tools", "--json", ...flags)).json() as {
        tools: { id: string; source: string }[];
      };
      expect(tools.filter(({ source }) => source.startsWith("mcp:")).map(({ id }) => id)).toEqual([
        "one__add",
        "two__add",
      ]);
      expect(tools.map(({ id }) => id)).toContain("read");
    }
  });

  it("R120: with nothing after it is as if it were not there: the usual places are looked at", async () => {
    workspace.script("own", { tools: [definition("add")] });
    ownFile(["own"]);
    expect((await servers("--mcp", ",")).map(({ id }) => id)).toEqual(["own"]);
  });
});

describe("deckhand mcp status", () => {
  it("R341: tells of each server whether it is live, waits, cannot be used or fails, and what is wrong with the file", async () => {
    workspace.script("good", { tools: [definition("add"), definition("drop")] });
    const rows = {
      good: workspace.row("good"),
      gone: { command: join(workspace.cwd, "no-such-program") },
      unset: { command: "x", env: { A: "${NOT_SET_ANYWHERE}" } },
      odd: { ...workspace.row("good"), nonsense: 1, disabled: true },
    };
    const file = join(workspace.cwd, "mine.json");
    writeFileSync(file, JSON.stringify({ mcpServers: rows }));
    const { code, json } = await deckhand("mcp", "status", "--json", "--mcp", file);
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      servers: [
        {
          id: "good",
          state: "live",
          transport: "stdio",
          revision: expect.stringMatching(/^\d{4}-/),
          tools: 2,
        },
        { id: "gone", fault: expect.stringContaining("no-such-program"), tools: 0 },
        { id: "unset", state: "unusable", fault: expect.stringContaining("NOT_SET_ANYWHERE") },
      ],
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ server: "unset", kind: "unresolved-variable" }),
      ]),
    });
    const { out } = await deckhand("mcp", "--mcp", file);
    expect(out).toMatch(/^good +live +stdio /m);
    expect(out).toMatch(/deckhand mcp reconnect gone/);
    expect(out).toMatch(/configuration: .*mine\.json.*NOT_SET_ANYWHERE/);
  });

  it("with -v shows what a server wrote to standard error, and always the last words of one that died", async () => {
    workspace.script("chatty", { tools: [] });
    const { command, args } = workspace.row("chatty");
    const says = "data:text/javascript,console.error('%1b[2Jall is well')";
    const dies = "console.error('\\u001b[2Jall is lost'); process.exit(3)";
    const file = join(workspace.cwd, "mine.json");
    const rows = {
      chatty: { command, args: ["--import", says, ...args] },
      bad: { command, args: ["-e", dies] },
    };
    writeFileSync(file, JSON.stringify({ mcpServers: rows }));
    const { out } = await deckhand("mcp", "status", "-v", "--mcp", file);
    expect(out).toMatch(/^ +stderr +all is well$/m);
    expect(out).toMatch(/^bad +.* "all is lost"\.$/m);
    expect(out).not.toContain("\u001b");
    expect(out).toContain(file);
  });

  it("leaves no server running", async () => {
    workspace.script("notes", { tools: [] });
    await deckhand("mcp", "status", "--mcp", workspace.configure(["notes"], join(workspace.cwd, "m.json")));
    expect(workspace.noted("notes")).toMatchObject([{ started: expect.any(Number) }]);
    expect(processesIn(workspace.cwd)).toEqual([]);
  });
});

describe("a server of a project's file", () => {
  beforeEach(() => {
    workspace.script("notes", { tools: [definition("add")] });
    workspace.configure(["notes"]);
  });

  it("waits for a person, and is not started for anybody before", async () => {
    expect(await servers()).toMatchObject([{ id: "notes", state: "pending approval" }]);
    const exits = await Promise.all(
      [
        ["mcp", "connect", "notes"],
        ["mcp", "tools", "notes"],
        ["mcp", "resources", "notes"],
        ["mcp", "approve", "notes"],
        ["mcp", "approve", "notes", "--yes"],
        ["mcp", "approve", "notes", "--json"],
        ["mcp", "approve", "notes__add", "--yes"],
      ].map(async (args) => [args.join(" "), (await deckhand(...args)).code]),
    );
    expect(exits.filter(([, code]) => code !== 3)).toEqual([]);
    const { code, out } = await deckhand("mcp", "diff", "notes");
    expect(code).toBe(1);
    expect(out).toContain(process.execPath);
    expect(workspace.noted("notes")).toEqual([]);
  });

  it("is started once a person has agreed to its row, and waits again when that changes", async () => {
    keepToken();
    expect(await deckhand("mcp", "approve", "notes")).toMatchObject({ code: 0, out: "approved notes\n" });
    expect(await servers()).toMatchObject([{ id: "notes", state: "live" }]);
    expect(await deckhand("mcp", "approve", "notes")).toMatchObject({ code: 0, out: "" });
    expect(await deckhand("mcp", "diff", "notes")).toMatchObject({ code: 0, out: "" });
    writeFileSync(
      join(workspace.cwd, ".mcp.json"),
      JSON.stringify({ mcpServers: { notes: { ...workspace.row("notes"), env: { A: "1" } } } }),
    );
    expect(await servers()).toMatchObject([{ id: "notes", state: "pending approval" }]);
  });

  it("is no server of a deckhand that a tool started", async () => {
    keepToken();
    vi.stubEnv("DECKHAND_JOB", "0123456789abcdef");
    expect(await deckhand("mcp", "approve", "notes", "--yes")).toMatchObject({ code: 3 });
    vi.stubEnv("DECKHAND_JOB", undefined);
    expect(await servers()).toMatchObject([{ state: "pending approval" }]);
  });
});

describe("deckhand mcp approve, before anything else was recorded", () => {
  it("begins the trail, and the first call goes on with it", async () => {
    keepToken();
    workspace.script("notes", { tools: [definition("add")] });
    workspace.configure(["notes"]);
    expect(await deckhand("mcp", "approve", "notes", "--yes")).toMatchObject({ code: 0 });
    expect(await call("notes__add")).toMatchObject({ code: 0 });
    expect((await deckhand("audit", "verify", "--json")).json()).toMatchObject({ ok: true });
  });
});

describe("a tool whose definition changes", () => {
  it("is switched off until a person agrees to the difference they are shown; the others work", async () => {
    keepToken();
    workspace.script("notes", { tools: [definition("add"), definition("drop")] });
    ownFile(["notes"]);
    expect(await call("notes__add")).toMatchObject({ code: 0 });
    workspace.script("notes", {
      tools: [definition("add", "Does something else\u200b"), definition("drop"), definition("more")],
    });
    const { out } = await deckhand("mcp", "status");
    expect(out).toMatch(/switched off: notes__add; see deckhand mcp diff notes/);
    expect(out).toMatch(/new since it was approved: notes__more/);
    expect(await call("notes__add")).toMatchObject({ code: 3 });
    expect(await call("notes__drop")).toMatchObject({ code: 0 });
    const diff = await deckhand("mcp", "diff", "notes__add");
    expect(diff.code).toBe(1);
    expect(diff.out).toContain("Does [-add-]{+something else<U+200B>+}");
    expect((await deckhand("mcp", "tools", "notes", "--json")).json()).toMatchObject({
      tools: [
        { name: "notes__add", state: "quarantined", standing: "changed" },
        { name: "notes__drop", state: "live", standing: "pinned" },
        { name: "notes__more", standing: "new" },
      ],
    });
    expect(await deckhand("mcp", "approve", "notes__add")).toMatchObject({ code: 0 });
    expect(JSON.stringify((await deckhand("audit", "list", "--json")).json())).toContain(
      "MCP tool notes__add",
    );
    expect(await call("notes__add")).toMatchObject({ code: 0 });
    expect((await deckhand("mcp", "diff", "notes")).out).toContain("notes__more");
    expect(await deckhand("mcp", "approve", "notes")).toMatchObject({ code: 0 });
    expect(await deckhand("mcp", "diff", "notes")).toMatchObject({ code: 0 });
    expect(await deckhand("mcp", "diff", "notes__gone")).toMatchObject({ code: 2 });
  });
});

describe("deckhand mcp disconnect, connect and reconnect", () => {
  it("R341: take a server's tools away for every later session, and bring them back", async () => {
    workspace.script("notes", { tools: [definition("add")] });
    ownFile(["notes"]);
    expect(await deckhand("mcp", "connect", "notes")).toMatchObject({ code: 0 });
    expect(await deckhand("mcp", "disconnect", "notes")).toMatchObject({
      code: 0,
      out: "notes is disconnected\n",
    });
    const starts = workspace.noted("notes").length;
    expect(await servers()).toMatchObject([{ state: "disconnected" }]);
    expect(await call("notes__add")).not.toMatchObject({ code: 0 });
    expect(workspace.noted("notes")).toHaveLength(starts);
    expect(await deckhand("mcp", "connect", "notes")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^notes +live/m),
    });
    expect(await servers()).toMatchObject([{ state: "live" }]);
    expect(await call("notes__add")).toMatchObject({ code: 0 });
    expect(await deckhand("mcp", "reconnect", "notes")).toMatchObject({ code: 0 });
    expect(await deckhand("mcp", "reconnect")).toMatchObject({ code: 0 });
  });

  it("R341: reconnect of a server that cannot be started ends as unavailable", async () => {
    const file = join(workspace.cwd, "mine.json");
    writeFileSync(
      file,
      JSON.stringify({ mcpServers: { bad: { command: process.execPath, args: ["-e", "process.exit(1)"] } } }),
    );
    expect(await deckhand("mcp", "reconnect", "bad", "--mcp", file)).toMatchObject({ code: 4 });
    expect(await deckhand("mcp", "connect", "bad", "--mcp", file)).toMatchObject({ code: 4 });
    expect(await deckhand("mcp", "tools", "bad", "--mcp", file)).toMatchObject({ code: 4 });
    expect(await deckhand("mcp", "resources", "bad", "--mcp", file)).toMatchObject({ code: 4 });
    expect(await deckhand("mcp", "prompts", "bad", "x", "--mcp", file)).toMatchObject({ code: 4 });
  });
});

describe("a server that wants somebody to sign in", () => {
  it("says so in its status, is signed in at by a person, and stays so for every later session", async () => {
    const issuer = await openAuthorizationServer({});
    onTestFinished(() => issuer.close());
    const server = await openProtectedServer(issuer);
    onTestFinished(() => server.close());
    const file = join(workspace.cwd, "mine.json");
    writeFileSync(file, JSON.stringify({ mcpServers: { remote: { url: server.url } } }));
    expect(await servers("--mcp", file)).toMatchObject([{ id: "remote", state: "needs sign-in" }]);
    expect((await deckhand("mcp", "--mcp", file)).out).toContain("deckhand mcp connect remote");
    expect(await deckhand("mcp", "connect", "remote", "--mcp", file)).toMatchObject({ code: 4 });
    const { terminal, printed } = recordingTerminal();
    const flags = { cwd: workspace.cwd, mcp: [file] };
    const code = await withMcp(flags, terminal, (mcp) =>
      mcpConnect(mcp, "remote", flags, terminal, {
        streams: { input: watched(), output: watched() },
        show: async (url) => {
          void browse(url).catch(() => undefined);
          return true;
        },
      }),
    );
    expect({ code, out: printed.out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^remote +live +http/m),
    });
    expect(printed.err).toContain(`${issuer.origin}/`);
    expect(await servers("--mcp", file)).toMatchObject([{ id: "remote", state: "live" }]);
    const asked: string[] = [];
    await withMcp(flags, terminal, (mcp) =>
      mcpConnect(mcp, "remote", { ...flags, scope: "admin" }, terminal, {
        streams: { input: watched(), output: watched() },
        show: async (url) => {
          asked.push(new URL(url).searchParams.get("scope") ?? "");
          void browse(url).catch(() => undefined);
          return true;
        },
      }),
    );
    expect(asked).toEqual(["tools admin"]);
  });
});

describe("what servers have beside tools", () => {
  it("is listed and read", async () => {
    workspace.script("notes", { tools: [] });
    ownFile(["notes"]);
    expect((await deckhand("mcp", "resources")).out).toMatch(/^notes +note:\/\/one /m);
    expect(await deckhand("mcp", "resources", "notes", "note://one")).toMatchObject({
      code: 0,
      out: "the text of a note\n",
    });
    expect((await deckhand("mcp", "prompts")).out).toMatch(/^notes +greet +\[who\]/m);
    expect(await deckhand("mcp", "prompts", "notes", "greet", "who=you")).toMatchObject({
      code: 0,
      out: 'user:\nGreet {"who":"you"}\n',
    });
  });

  it("is listed of a server as it is published", async () => {
    const file = join(workspace.cwd, "mine.json");
    writeFileSync(
      file,
      JSON.stringify({
        mcpServers: { all: { command: process.execPath, args: [publishedServer("everything"), "stdio"] } },
      }),
    );
    const run = (...args: readonly string[]) => deckhand(...args, "--mcp", file);
    const { resources } = (await run("mcp", "resources", "--json")).json() as {
      resources: { resource: { uri: string } }[];
    };
    expect(resources.length).toBeGreaterThan(1);
    const { code, out } = await run("mcp", "resources", "all", resources[0]?.resource.uri ?? "");
    expect({ code, isText: out.trim().length > 0 }).toEqual({ code: 0, isText: true });
    expect((await run("mcp", "prompts", "--json")).json()["prompts"]).not.toEqual([]);
    expect((await run("mcp", "tools")).out).toMatch(/^all__echo +live +pinned/m);
  });
});

describe("deckhand doctor", () => {
  it("looks at every server, and fails where one does", async () => {
    workspace.script("notes", { tools: [definition("add")] });
    const file = join(workspace.cwd, "mine.json");
    writeFileSync(
      file,
      JSON.stringify({
        mcpServers: { notes: workspace.row("notes"), gone: { command: "/nonexistent/program" } },
      }),
    );
    const { code, json } = await deckhand("doctor", "--json", "--mcp", file);
    expect(code).toBe(1);
    const { checks } = json() as { checks: { check: string; state: string; mend?: string }[] };
    expect(checks.filter(({ check }) => check.startsWith("mcp"))).toMatchObject([
      { check: "mcp notes", state: "ok" },
      { check: "mcp gone", state: "fail", mend: expect.stringContaining("deckhand mcp") },
    ]);
  });
});

function watched() {
  return Object.assign(new PassThrough(), { isTTY: true });
}

function deckhand(...args: readonly string[]): Promise<Ran> {
  return runCommandLine(workspace.cwd, args);
}

async function servers(...flags: readonly string[]): Promise<readonly Server[]> {
  return (await deckhand("mcp", "status", "--json", ...flags)).json()["servers"] as readonly Server[];
}

function call(name: string): Promise<Ran> {
  return deckhand("call", name, "text=x", "--trust", "L3");
}

/** Writes the user's own file. */
function ownFile(ids: readonly string[]): void {
  const folder = join(workspace.home, ".config", "deckhand");
  mkdirSync(folder, { recursive: true });
  workspace.configure(ids, join(folder, "mcp.json"));
}

function keepToken(token = "a token of an operator"): void {
  const folder = join(workspace.stateFolder, "deckhand");
  mkdirSync(folder, { recursive: true });
  const digest = createHash("sha256").update(token).digest("hex");
  writeFileSync(join(folder, "operator-token.sha256"), `${digest}\n`, { mode: 0o600 });
  vi.stubEnv("DECKHAND_OPERATOR_TOKEN", token);
}

describe("deckhand mcp tools, of the past", () => {
  it("tells which definitions were live then, as traces name them, and what has changed since", async () => {
    workspace.script("notes", { tools: [definition("add")] });
    ownFile(["notes"]);
    await deckhand("mcp", "status");
    const [now] = ((await deckhand("mcp", "tools", "--json")).json() as { tools: { definition: string }[] })
      .tools;
    const at = (time: string) => deckhand("mcp", "tools", "--json", "--at", time);
    expect((await at(new Date().toISOString())).json()).toMatchObject({
      tools: [{ name: "notes__add", definition: now?.definition, server: "notes" }],
    });
    expect((await at("1h")).json()).toMatchObject({ tools: [] });
    expect((await deckhand("mcp", "tools", "--json", "--since", "1h")).json()).toMatchObject({
      enrolled: [{ name: "notes__add" }],
      retired: [],
      changed: [],
    });
    expect((await deckhand("mcp", "tools", "--since", "1h")).out).toContain("+ notes__add");
    expect((await at("yesterday")).code).toBe(2);
    expect(workspace.noted("notes").filter(({ started }) => started !== undefined)).toHaveLength(1);
    // Also of a server that is configured no longer.
    ownFile([]);
    expect((await deckhand("mcp", "tools", "notes", "--since", "1h")).out).toContain("+ notes__add");
    expect((await deckhand("mcp", "tools", "note", "--since", "1h")).code).toBe(2);
  });
});
