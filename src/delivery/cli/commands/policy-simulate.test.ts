import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RecordedWorkspace, recordedWorkspace } from "../../../../test/recorded-workspace.ts";
import type { Proposal, Simulation } from "../../../session/index.ts";

let workspace: RecordedWorkspace;
let home = "";

beforeEach(async () => {
  workspace = await recordedWorkspace();
  home = await mkdtemp(join(tmpdir(), "deckhand-simulate-"));
  vi.stubEnv("XDG_CONFIG_HOME", home);
  // Whether a sandbox works here must not matter.
  await configure({ sandbox: { enabled: false } });
});

afterEach(async () => {
  await workspace.close();
  await rm(home, { recursive: true, force: true });
});

async function configure(config: unknown): Promise<void> {
  await mkdir(join(home, "deckhand"), { recursive: true });
  await writeFile(join(home, "deckhand", "config.json"), JSON.stringify(config));
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(home, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

const PATHS: Readonly<Record<string, string>> = {
  bash: "world.tools.system.bash",
  read: "world.tools.file.read",
  write: "world.tools.file.write",
};

/** Leaves the trace of a call at L2, without making it. */
async function remember(tool: string, input: unknown, times = 1): Promise<void> {
  const traces = Array.from({ length: times }, (_, at) => ({
    id: `${randomUUID()}-${at}`,
    session: "cli",
    tool,
    path: PATHS[tool] ?? "",
    definition: "",
    trust: "L2" as const,
    input,
    output: "",
    success: true,
    durationMs: 1,
    alternatives: [],
    at: Date.now(),
  }));
  // The store is made by a call.
  await workspace.call("todo_read", {}, { session: "first" });
  await workspace.tamper((store) => store.addTraces(traces));
}

async function simulated(...args: readonly string[]): Promise<Simulation> {
  const { code, out, err } = await workspace.deckhand(
    "policy",
    "simulate",
    "--json",
    "--session",
    "cli",
    ...args,
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Simulation;
}

function ruleAbout(program: string, verdict: string): unknown {
  return { name: `${verdict} ${program}`, match: { program }, verdict, examples: { matches: [program] } };
}

const commandRules = ({ config }: Proposal) => ("commands" in config ? config.commands.rules : []);

describe("deckhand policy simulate", () => {
  it("of nothing is nothing", async () => {
    expect(await simulated()).toEqual({
      calls: 0,
      unjudged: { redacted: 0, unknown: 0, invalid: 0 },
      now: { allow: 0, ask: 0, deny: 0 },
      changes: [],
      proposals: [],
    });
  });

  it("shows which questions appear and disappear, and what would newly be refused", async () => {
    await remember("bash", { command: "frobnicate all" }, 2);
    await remember("bash", { command: "make check" });
    await remember("bash", { command: "ls -l" });
    await workspace.call("read", { path: "a.txt" });
    const changed = await file("changed.json", {
      sandbox: { enabled: false },
      commands: {
        allowed: ["git"],
        rules: [ruleAbout("frobnicate", "allow"), ruleAbout("make", "deny"), ruleAbout("ls", "ask")],
      },
    });
    const simulation = await simulated("--config", changed);
    expect(simulation).toMatchObject({
      calls: 5,
      now: { ask: 2, deny: 0, allow: 3 },
      changed: { ask: 1, deny: 1, allow: 3 },
    });
    expect(simulation.changes).toMatchObject([
      {
        tool: "bash",
        what: "make check",
        times: 1,
        from: "allow",
        to: "deny",
        reason: expect.stringContaining("rule deny make"),
      },
      { what: "ls -l", from: "allow", to: "ask" },
      { what: "frobnicate all", times: 2, from: "ask", to: "allow" },
    ]);
    const { out } = await workspace.deckhand("policy", "simulate", "--session", "cli", "--config", changed);
    expect(out).toContain("Questions: 2 disappear, 1 appear. Calls newly refused: 1.");
    expect(out).toMatch(/ask +allow +2 +bash frobnicate all/);
  });

  it("takes rules on top of those of now, and another level", async () => {
    await remember("write", { path: "src/n.txt", content: "x" });
    const { proposals } = await simulated();
    const rules = await file("rules.json", proposals[0]?.config);
    expect((await simulated("--rules", rules)).changed).toMatchObject({ ask: 0, allow: 1 });
    expect((await simulated("--trust", "L3")).changes).toMatchObject([{ from: "ask", to: "allow" }]);
    expect((await simulated("--trust", "L1")).changes).toMatchObject([{ from: "ask", to: "deny" }]);
    const wrong = await file("wrong.json", { trust: "L3" });
    for (const bad of [wrong, join(home, "none.json")]) {
      expect((await workspace.deckhand("policy", "simulate", "--rules", bad)).code).toBe(2);
    }
  });

  it("proposes the rules that save most, narrow ones first, each ready to be pasted", async () => {
    for (const args of ["build", "build --release", "build -v"])
      await remember("bash", { command: `frobnicate ${args}` });
    await remember("bash", { command: "other once" }, 2);
    await remember("write", { path: "src/a.txt", content: "x" });
    await remember("write", { path: "src/b.txt", content: "x" });
    const { proposals, now } = await simulated();
    expect(now.ask).toBe(7);
    expect(proposals.map(({ saves }) => saves)).toEqual([3, 2, 2]);
    expect(proposals.flatMap(commandRules)).toEqual([
      {
        name: "allow frobnicate build",
        match: { program: "frobnicate", args: ["build"] },
        verdict: "allow",
        examples: { matches: ["frobnicate build"] },
      },
    ]);
    expect(
      proposals
        .slice(1)
        .map(({ sentence }) => sentence)
        .toSorted(),
    ).toEqual([
      expect.stringContaining('run exactly "other once"'),
      expect.stringContaining("write any file below"),
    ]);
    const { out } = await workspace.deckhand("policy", "simulate");
    expect(out).toContain(
      '3 questions  Always run "frobnicate build" without a question, whatever arguments follow.',
    );
    expect(out).toContain('{"commands":{"rules":[{"name":"allow frobnicate build"');
    // What is proposed does what it says.
    for (const { config, saves } of proposals) {
      const { changed } = await simulated("--rules", await file("one.json", config));
      expect(changed?.ask).toBe(now.ask - saves);
    }
  });

  it("never proposes a rule about what is refused, asked every time, or dangerous in general", async () => {
    await remember("bash", { command: "sudo ls" });
    await remember("bash", { command: "curl https://example.com/" });
    await remember("bash", { command: "curl https://example.org/" });
    await remember("bash", { command: "frobnicate all && sudo frobnicate all" });
    const { proposals, now } = await simulated();
    expect(now).toMatchObject({ deny: 2, ask: 2 });
    expect(proposals.flatMap(commandRules)).toEqual([]);
    expect(proposals.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('run exactly "curl https://example.'),
      expect.stringContaining('run exactly "curl https://example.'),
    ]);
  });

  it("counts what cannot be judged", async () => {
    await workspace.call(
      "bash",
      { command: "echo ghp_abcdefghijklmnopqrstuvwxyz0123456789" },
      { trust: "L0" },
    );
    await workspace.call("write", { path: "a.txt", content: "x".repeat(20_000) }, { trust: "L0" });
    await remember("read", { nonsense: true });
    await workspace.call("no_such_tool", {});
    const { calls, unjudged, now } = await simulated();
    expect(unjudged).toEqual({ redacted: 2, unknown: 1, invalid: 1 });
    expect(calls).toBe(4);
    expect(now).toEqual({ allow: 0, ask: 0, deny: 0 });
    expect((await workspace.deckhand("policy", "simulate", "--session", "cli")).out).toContain(
      "4 cannot be judged: 2 remembered",
    );
  });

  it("counts a question once that was answered before the same call was made again", async () => {
    await workspace.call("write", { path: "n.txt", content: "x" }, { trust: "L2" });
    expect((await simulated()).now).toMatchObject({ ask: 1 });
    await remember("write", { path: "n.txt", content: "x" });
    expect((await simulated()).now).toMatchObject({ ask: 1 });
  });

  it("replays what --session, --since and --limit leave", async () => {
    await workspace.call("read", { path: "a.txt" });
    await workspace.call("read", { path: "b.txt" }, { session: "other" });
    expect((await simulated("--session", "other")).calls).toBe(1);
    expect((await simulated("--since", "2999-01-01")).calls).toBe(0);
    const { out, err } = await workspace.deckhand("policy", "simulate", "--json", "--limit", "1");
    expect(JSON.parse(out)).toMatchObject({ calls: 1 });
    expect(err).toContain("newest 1");
    expect((await workspace.deckhand("policy", "simulate", "--since", "soon")).code).toBe(2);
  });

  it("runs nothing and records nothing", async () => {
    await remember("bash", { command: "touch made" });
    await remember("write", { path: "made", content: "x" });
    const before = (await workspace.deckhand("trace", "list", "--json")).json();
    await simulated("--trust", "L3");
    expect((await workspace.deckhand("trace", "list", "--json")).json()).toEqual(before);
  });
});
