import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSupervisor, makeLocalContext, refuseJobs } from "../../backends/index.ts";
import type { DefinedTool, ToolContext } from "../../kernel/index.ts";
import { process } from "../../tools/index.ts";
import { buildDaemonCapability } from "./daemon-card.ts";

let folder: string;
let ctx: ToolContext;
const nap = `300.${randomInt(1e9, 1e10)}`;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-daemon-")));
  ctx = makeLocalContext(folder, { jobs: createSupervisor({ workspace: folder, graceMs: 200 }) });
});

afterEach(async () => {
  await ctx.state.jobs.close();
  await rm(folder, { recursive: true, force: true });
});

describe("bg-process", () => {
  it("R45: starts, polls, lists and stops a job of a real shell", async () => {
    expect(await say({ action: "list" })).toBe("There are no jobs.");
    expect(await say({ action: "start", command: `echo begun; echo bad >&2; sleep ${nap}` })).toMatch(
      /^Started job-1 \(process \d+\)\.\nUse action=poll id=job-1 for its output/,
    );
    expect(await until(/\nbad/)).toMatch(/^job-1 runs for .*\nstdout:\nbegun\nstderr:\nbad$/);
    expect(await say({ action: "list" })).toMatch(/^job-1 runs for .*: echo begun/);
    expect(await say({ action: "stop", id: "job-1" })).toMatch(
      /^job-1 was ended by SIGTERM [^]*job-1 is forgotten; nothing of it runs any more\.$/,
    );
    expect(await say({ action: "list" })).toBe("There are no jobs.");
  });

  it("R46: poll shows the last 2,000 lines, again and again, and counts what came before", async () => {
    ctx = { ...ctx, budget: { kind: "middle", maxBytes: 1024 * 1024 } };
    await say({ action: "start", command: "seq 1 2500" });
    await over();
    const lost = Array.from({ length: 500 }, (_, index) => `${index + 1}\n`).join("").length;
    const shown = await say({ action: "poll", id: "job-1" });
    expect(shown).toContain(`[… ${lost} byte(s) before this omitted; the log is in `);
    expect(shown.split("\n").slice(3)).toEqual(
      Array.from({ length: 2000 }, (_, index) => String(index + 501)),
    );
    expect(await say({ action: "poll", id: "job-1" })).toBe(shown);
  });

  it("R327: sinceLast shows only what is new since the last poll of either kind", async () => {
    await say({ action: "start", command: "echo one; until [ -e go ]; do sleep 0.01; done; echo two" });
    expect(await until(/\none/)).toMatch(/\nstdout:\none$/);
    expect(await say({ action: "poll", id: "job-1", sinceLast: true })).toMatch(
      /\nNothing new was printed\.$/,
    );
    await writeFile(join(folder, "go"), "");
    await over();
    expect(await say({ action: "poll", id: "job-1", sinceLast: true })).toMatch(/\nstdout:\ntwo$/);
    for (const input of [{ sinceLast: false }, {}]) {
      expect(await say({ action: "poll", id: "job-1", ...input })).toMatch(/\nstdout:\none\ntwo$/);
    }
    for (const action of ["start", "poll", "stop"]) {
      expect(await invoke({ action })).toMatchObject({ error: { code: "invalid_input" } });
    }
  });

  it("R47: a job that ignores SIGTERM is killed, and forgotten", async () => {
    await say({
      action: "start",
      command: `trap 'echo ignored' TERM; touch ready; while :; do sleep 0.02; done`,
    });
    while (!existsSync(join(folder, "ready"))) await sleep(5);
    expect(await say({ action: "stop", id: "job-1" })).toMatch(
      /^job-1 was ended by SIGKILL [^]*stdout:\nignored\n/,
    );
    expect(await invoke({ action: "poll", id: "job-1" })).toMatchObject({
      isError: true,
      error: { code: "not_found", hint: "No jobs are kept: start one first." },
    });
  });

  it("shows the jobs of process, and process shows its own", async () => {
    await viaProcess({ action: "start", command: "echo theirs" });
    await say({ action: "start", command: "echo ours" });
    await over("job-1");
    await over("job-2");
    expect(await say({ action: "list" })).toMatch(/^job-1 .*: echo theirs\njob-2 .*: echo ours$/);
    expect(await say({ action: "poll", id: "job-1" })).toMatch(/\nstdout:\ntheirs$/);
    expect((await viaProcess({ action: "poll", id: "job-2" })).output).toMatch(/\nstdout:\nours$/);
  });

  it("says when a job printed nothing at all", async () => {
    await say({ action: "start", command: "exit 3" });
    await over();
    expect(await say({ action: "poll", id: "job-1" })).toMatch(
      /^job-1 ended with exit code 3 .*\nNothing was printed\.$/,
    );
  });

  it.each(["poll", "stop"])(
    "R43: %s of an unknown job is an error result that names the others",
    async (action) => {
      await say({ action: "start", command: "true" });
      expect(await invoke({ action, id: "job-7" })).toMatchObject({
        isError: true,
        output: "There is no job job-7.\nKnown jobs: job-1.",
      });
    },
  );

  it("is refused where the session does not stay", async () => {
    ctx = makeLocalContext(folder, { jobs: refuseJobs });
    expect(await invoke({ action: "start", command: "true" })).toMatchObject({
      isError: true,
      error: { code: "unavailable" },
    });
    expect(await invoke({ action: "poll", id: "job-1" })).toMatchObject({ error: { code: "not_found" } });
    expect(await say({ action: "list" })).toBe("There are no jobs.");
  });

  it("reaches for the command it starts, and for nothing else", async () => {
    expect(await daemon().touches({ action: "start", command: "make" })).toEqual([
      { kind: "command", command: "make", op: "start" },
    ]);
    expect(await daemon().touches({ action: "poll", id: "job-1" })).toEqual([]);
  });
});

function daemon(): DefinedTool {
  return buildDaemonCapability({ cwd: folder, context: () => ctx });
}

function invoke(input: object) {
  return daemon().invoke({ id: "1", name: "bg-process", input }, { ...ctx });
}

function viaProcess(input: object) {
  return process.invoke({ id: "1", name: "process", input }, { ...ctx });
}

async function say(input: object): Promise<string> {
  const { output, isError } = await invoke(input);
  if (isError) throw new Error(String(output));
  return String(output);
}

/** The first poll that shows what is waited for. */
async function until(pattern: RegExp): Promise<string> {
  let shown = await say({ action: "poll", id: "job-1" });
  while (!pattern.test(shown)) {
    await sleep(20);
    shown = await say({ action: "poll", id: "job-1" });
  }
  return shown;
}

async function over(id = "job-1"): Promise<void> {
  while ((await ctx.state.jobs.list()).find((job) => job.id === id)?.ended === undefined) await sleep(10);
}
