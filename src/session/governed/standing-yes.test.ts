import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Approval, ApprovalRule, ApproverAnswer, ControlStore } from "../../control/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import {
  type GovernSettings,
  keepRule,
  loadConfig,
  openSession,
  type Session,
  type Walls,
} from "../index.ts";

let folder = "";
let asked: Approval[] = [];
let store: ControlStore;
const opened: Session[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-standing-")));
  asked = [];
  store = createMemoryStore();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await rm(folder, { recursive: true, force: true });
});

describe("a rule", () => {
  it("answers later questions of its kind, in this session and in others that are given it", async () => {
    const kept: ApprovalRule[] = [];
    const session = open({ approver: answering("rule"), keepRule: async (rule) => void kept.push(rule) });
    expect(await session.call(write("docs/a.md"))).toMatchObject({ isError: false });
    expect(await session.call(write("docs/b.md"))).toMatchObject({ isError: false });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.preview).toContain("as a rule: ");
    expect(kept).toHaveLength(1);
    const other = open({ rules: kept });
    expect(await other.call(write("docs/c.md"))).toMatchObject({ isError: false });
    expect(await other.call(write("src/c.md"))).toMatchObject({ error: { code: "needs_approval" } });
    expect(await other.call(write("docs/.npmrc"))).toMatchObject({ error: { code: "needs_approval" } });
    const notes = (await store.readAudit(1, 20)).map(({ note = "" }) => note);
    expect(notes.filter((note) => note.includes("by rule: In "))).not.toEqual([]);
  });

  it("that cannot be kept holds for the session, and the trail says so", async () => {
    const session = open({
      approver: answering("rule"),
      keepRule: () => Promise.reject(new Error("the disk is full")),
    });
    expect(await session.call(write("docs/a.md"))).toMatchObject({ isError: false });
    expect(await session.call(write("docs/b.md"))).toMatchObject({ isError: false });
    const notes = (await store.readAudit(1, 20)).map(({ note = "" }) => note);
    expect(notes.some((note) => note.includes("could not be kept: the disk is full"))).toBe(true);
  });

  it("is written where its person can read it, once, and leaves the rest of the file alone", async () => {
    const configFile = join(folder, "mine.json");
    const before = '{\n  // my own words\n  "profile": "survey",\n}\n';
    await writeFile(configFile, before);
    const rule: ApprovalRule = {
      tool: "write",
      cwd: folder,
      when: [{ kind: "folder", path: join(folder, "docs"), op: "create" }],
    };
    const search = { cwd: folder, configFile, env: {} };
    await keepRule(rule, search);
    await keepRule(rule, search);
    expect(await readFile(configFile, "utf8")).toContain("// my own words");
    const { config } = await loadConfig(search);
    expect(config).toMatchObject({ profile: "survey", rules: [rule] });
  });

  it("begins the user's file where there is none", async () => {
    const env = { XDG_CONFIG_HOME: join(folder, "config") };
    await keepRule({ tool: "kill", cwd: folder, definition: "abc", when: [] }, { cwd: folder, env });
    const { config } = await loadConfig({ cwd: folder, env });
    expect(config.rules).toHaveLength(1);
    await expect(keepRule({ tool: "kill", cwd: "/", when: [] }, { cwd: folder, env: {} })).rejects.toThrow(
      "no user's configuration",
    );
  });
});

describe("a command without a sandbox", () => {
  it.each<ApproverAnswer>(["session", "rule"])("is asked about every time, after %s too", async (answer) => {
    const session = open({ approver: answering(answer), walls: NO_WALLS });
    const bash = { id: "1", name: "bash", input: { command: "true" } };
    for (let time = 0; time < 2; time += 1) {
      expect(await session.call(bash)).toMatchObject({ isError: false });
    }
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({ everyTime: true });
    expect(asked[0]?.rule).toBeUndefined();
  });

  it("runs by the policy's word alone where the user has waived it, and is marked", async () => {
    const session = open({
      sandbox: false,
      judgeCommand: () => ({ verdict: "allow", rule: "r", reason: "" }),
    });
    expect(await session.call({ id: "1", name: "bash", input: { command: "true" } })).toMatchObject({
      isError: false,
    });
    expect((await store.readAudit(1, 9)).at(-1)?.note).toContain("sandbox: none");
  });
});

/** A machine on which no sandbox works. */
const NO_WALLS: Walls = {
  containment: () => Promise.resolve("missing"),
  shell: (local) => Promise.resolve(local),
  refusals: () => [],
  close: () => Promise.resolve(),
};

function open(govern: GovernSettings): Session {
  const session = openSession({
    cwd: folder,
    stateFolder: join(folder, ".state"),
    name: "work",
    govern: { store, ...govern },
  });
  opened.push(session);
  return session;
}

function write(path: string) {
  return { id: "1", name: "write", input: { path, content: "x\n" } };
}

function answering(answer: ApproverAnswer) {
  return {
    by: "test",
    ask: (approval: Approval) => {
      asked.push(approval);
      return Promise.resolve(answer);
    },
  };
}
