import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Containment, Trace } from "../../control/index.ts";
import type { DefinedTool } from "../../kernel/index.ts";
import { findNativeTool } from "../../tools/index.ts";
import { openJudge, type PolicyJudge } from "./open-judge.ts";
import type { Proposal } from "./propose-rules.ts";
import { simulate, type Simulation } from "./simulate.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-replay-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function judgeWith(containment: Containment): Promise<PolicyJudge> {
  const walls = {
    containment: () => Promise.resolve(containment),
    shell: () => Promise.reject(new Error("nothing runs here")),
    refusals: () => [],
    close: () => Promise.resolve(),
  };
  return openJudge({ cwd: folder, stateFolder: join(folder, "state"), govern: { walls } });
}

function bash(command: string): Trace {
  return {
    id: command,
    session: "s",
    tool: "bash",
    path: "world.tools.system.bash",
    definition: "",
    trust: "L2",
    input: { command },
    output: "",
    success: true,
    durationMs: 1,
    alternatives: [],
    at: 1,
  };
}

async function toolOf(name: string): Promise<DefinedTool> {
  const row = findNativeTool(name);
  if (row === undefined) throw new Error("unknown");
  return row.load();
}

function hushed(text: string): string {
  return text.replaceAll("hush", "[redacted-x]");
}

function kindsIn({ proposals }: Simulation): readonly Proposal[] {
  return proposals.filter(({ config }) => "commands" in config);
}

async function replay(
  commands: readonly string[],
  now: PolicyJudge,
  redact = (text: string) => text,
): Promise<Simulation> {
  async function* traces(): AsyncGenerator<Trace> {
    for (const command of commands) yield bash(command);
  }
  return simulate({ traces: traces(), toolOf, now, redact });
}

describe("proposed rules", () => {
  it("leave out what is asked about every time, as where no sandbox works", async () => {
    const commands = ["frobnicate a", "frobnicate a", "ls"];
    const missing = await replay(commands, await judgeWith("missing"));
    expect(missing).toMatchObject({ now: { ask: 3 }, proposals: [] });
    const contained = await replay(commands, await judgeWith("sandbox"));
    expect(contained).toMatchObject({ now: { ask: 2, allow: 1 }, proposals: [{ saves: 2 }] });
  });

  it("leave out what would have to hold a secret", async () => {
    const judge = await judgeWith("sandbox");
    expect(await replay(["frobnicate hush"], judge, hushed)).toMatchObject({
      now: { ask: 1 },
      proposals: [],
    });
  });

  it("leave out a kind of command of which one is refused", async () => {
    const judge = await judgeWith("sandbox");
    const asked = ["frobnicate a 1", "frobnicate a 2"];
    expect(kindsIn(await replay(asked, judge))).toHaveLength(1);
    expect(kindsIn(await replay([...asked, "frobnicate a > /etc/passwd"], judge))).toHaveLength(0);
  });

  it("do not count what a rule would not have answered", async () => {
    const judge = await judgeWith("sandbox");
    const { proposals } = await replay(["frobnicate a", "frobnicate a b", "frobnicate a && other c"], judge);
    expect(proposals.map(({ saves }) => saves)).toEqual([2, 1]);
    expect(proposals[0]?.config).toHaveProperty("commands");
  });

  it("never say yes to programs by path, computed words, or flags alone", async () => {
    const judge = await judgeWith("sandbox");
    const commands = ["/opt/tool a", "/opt/tool a", "frobnicate $X", "frobnicate --all", '"frob nicate" a'];
    const { proposals } = await replay(commands, judge);
    expect(proposals.every(({ config }) => "rules" in config)).toBe(true);
  });
});
