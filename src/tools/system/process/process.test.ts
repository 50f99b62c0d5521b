import { randomInt } from "node:crypto";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { processesIn } from "../../../../test/processes-in.ts";
import { createSupervisor, makeContext, makeLocalContext, refuseJobs } from "../../../backends/index.ts";
import type { ToolContext } from "../../../kernel/index.ts";
import { kill } from "../kill/kill.ts";
import { process } from "./process.ts";
import { resetProcessTable } from "./reset-process-table.ts";

let folder: string;
let ctx: ToolContext;
const nap = `300.${randomInt(1e9, 1e10)}`;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-process-")));
  ctx = makeLocalContext(folder);
});

afterEach(async () => {
  await ctx.state.jobs.close();
  await rm(folder, { recursive: true, force: true });
});

describe("process", () => {
  it("R191: a job started in one call is polled and stopped in later ones", async () => {
    expect(await say({ action: "start", command: `echo begun; sleep ${nap}` })).toMatch(
      /^Started job-1 \(process \d+\)\.\nUse action=poll id=job-1 for its output/,
    );
    expect(await until(/\nbegun/)).toMatch(
      /^job-1 runs for \d+\.\d s \(process \d+\): echo begun; sleep .*\nstdout:\nbegun$/,
    );
    expect(await say({ action: "stop", id: "job-1" })).toMatch(
      /^job-1 was ended by SIGTERM after [^\n]+\nNothing more was printed\.\njob-1 is forgotten; nothing of it runs any more\.$/,
    );
    expect(await say({ action: "list" })).toBe("There are no jobs.");
  });

  it("R190: poll shows only what is new, by stream", async () => {
    await say({
      action: "start",
      command: "echo out; echo err >&2; until [ -e go ]; do sleep 0.01; done; echo last",
    });
    expect(await until(/\nerr/)).toMatch(/\nstdout:\nout\nstderr:\nerr$/);
    expect(await poll()).toMatch(/\nNothing new was printed\.$/);
    await writeFile(join(folder, "go"), "");
    expect(await until(/\nlast/)).toMatch(/\nstdout:\nlast$/);
    await over();
    expect(await poll()).toMatch(/^job-1 ended with exit code 0 after [^\n]+\nNothing more was printed\.$/);
  });

  it("R189, R336: what does not fit into the window is in a log under .deckhand/, and counted", async () => {
    await say({ action: "start", command: "seq 1 20000" });
    await over();
    const shown = await poll();
    expect(shown).toMatch(
      /\[… 76126 byte\(s\) before this omitted; the log is in \.deckhand\/jobs\/[0-9a-f]+\/job-1\.stdout …\]/,
    );
    const [, log = ""] = /log is in (\S+)/.exec(shown) ?? [];
    expect(await ctx.fs.readText(join(folder, log))).toHaveLength(108_894);
  });

  it("R189: each stream is in a file of its own, which is there until the job is stopped", async () => {
    await say({ action: "start", command: "echo out; seq 20000 >&2" });
    await over();
    const [, named = ""] = /log is in (\S+)/.exec(await poll()) ?? [];
    const logs = ["stdout", "stderr"].map((stream) => join(folder, named.replace(/stderr$/, stream)));
    const texts = await Promise.all(logs.map((log) => ctx.fs.readText(log)));
    expect(texts.map((text) => text.slice(0, 6))).toEqual(["out\n", "1\n2\n3\n"]);
    expect(await say({ action: "list" })).toMatch(/^job-1 ended with exit code 0/);
    expect(await say({ action: "stop", id: "job-1" })).toContain("job-1 is forgotten");
    for (const log of logs) expect(await ctx.fs.exists(log)).toBe(false);
  });

  it("writes to standard input", async () => {
    await say({ action: "start", command: 'read -r a; echo "got $a"' });
    expect(await say({ action: "write", id: "job-1", input: "this\n" })).toBe(
      "Sent 5 byte(s) to job-1. Use action=poll id=job-1 for its answer.",
    );
    expect(await until(/\ngot this/)).toContain("stdout:\ngot this");
  });

  it("closes standard input after Ctrl-D", async () => {
    await say({ action: "start", command: "wc -c" });
    await say({ action: "write", id: "job-1", input: "one" });
    expect(await say({ action: "write", id: "job-1", input: "two\u0004" })).toBe(
      "Sent 3 byte(s) to job-1 and closed its input. Use action=poll id=job-1 for its answer.",
    );
    await over();
    expect(await poll()).toMatch(/^job-1 ended with exit code 0[^]*\nstdout:\n6$/);
    await say({ action: "start", command: "cat; sleep 300" });
    await say({ action: "write", id: "job-2", input: "\u0004" });
    expect((await invoke({ action: "write", id: "job-2", input: "more" })).output).toContain(
      "takes no more input",
    );
  });

  it("names binary output, and shows progress bars in their last state", async () => {
    await say({
      action: "start",
      command: String.raw`printf '\177ELF\000\001\002\377'; printf '1%%\r2%%\r3%%' >&2`,
    });
    await over();
    expect(await poll()).toMatch(
      /\nstdout:\n\[binary output; the log is in \.deckhand\/jobs\/[0-9a-f]+\/job-1\.stdout\]\nstderr:\n3%$/,
    );
  });

  it("R336: lists jobs by id with their state", async () => {
    await say({ action: "start", command: `sleep ${nap}` });
    await say({ action: "start", command: "exit 3" });
    await over("job-2");
    const lines = (await say({ action: "list" })).split("\n");
    expect(lines[0]).toMatch(/^job-1 runs for .*: sleep/);
    expect(lines[1]).toMatch(/^job-2 ended with exit code 3 after \d+\.\d s: exit 3$/);
  });

  it("says which limit ended a job", async () => {
    await say({ action: "start", command: `sleep ${nap}`, timeoutMs: 50 });
    await say({ action: "start", command: `sleep ${nap}`, idleMs: 50 });
    await over();
    await over("job-2");
    expect(await poll()).toMatch(/^job-1 was ended by SIGTERM after .*, at its time limit: sleep/);
    expect(await poll("job-2")).toMatch(/, silent for too long: sleep/);
  });

  it.each<[object, string]>([
    [{ action: "poll", id: "job-7" }, "There is no job job-7.\nKnown jobs: job-1."],
    [{ action: "stop", id: "job-7" }, "There is no job job-7.\nKnown jobs: job-1."],
    [{ action: "write", id: "job-7", input: "" }, "There is no job job-7.\nKnown jobs: job-1."],
    [
      { action: "start" },
      "process action=start needs command.\nFields of start: command, timeoutMs?, idleMs?.",
    ],
    [
      { action: "poll" },
      "process action=poll needs id.\nFields of poll: id. Use action=list to see the jobs.",
    ],
    [{ action: "write", id: "job-1" }, "process action=write needs input.\n"],
  ])("answers %j with what would work", async (input, says) => {
    await say({ action: "start", command: "true" });
    const outcome = await invoke(input);
    expect(outcome.isError).toBe(true);
    expect(outcome.output).toContain(says);
  });

  it.each([
    {},
    { action: "restart" },
    { action: "start", command: "" },
    { action: "start", command: "a", timeoutMs: 0 },
  ])("refuses %j", async (input) => {
    expect(await invoke(input)).toMatchObject({ isError: true, error: { code: "invalid_input" } });
  });

  it("R192: the table of a session can be cleared", async () => {
    await say({ action: "start", command: `sleep ${nap}` });
    await say({ action: "start", command: "true" });
    await over("job-2");
    await resetProcessTable(ctx.state);
    expect([await say({ action: "list" }), processesIn(folder)]).toEqual(["There are no jobs.", []]);
    expect(await say({ action: "start", command: "true" })).toMatch(/^Started job-/);
  });

  it("two sessions know nothing of each other's jobs", async () => {
    await say({ action: "start", command: `sleep ${nap}` });
    const other = makeLocalContext(folder);
    expect(
      (await process.invoke({ id: "1", name: "process", input: { action: "list" } }, other)).output,
    ).toBe("There are no jobs.");
  });

  it("runs on any shell", async () => {
    ctx = makeContext();
    await say({ action: "start", command: "echo from memory" });
    expect(await until(/\nfrom memory/)).toContain("stdout:\nfrom memory");
  });

  it("is refused as unavailable where the session does not stay", async () => {
    const brief = makeLocalContext(folder, { jobs: refuseJobs });
    const input = { action: "start", command: "true" };
    expect(await process.invoke({ id: "1", name: "process", input }, brief)).toMatchObject({
      isError: true,
      error: {
        code: "unavailable",
        message: expect.stringContaining("needs a session that stays") as string,
      },
    });
  });

  it("says what it is and what it reaches for", async () => {
    const { name, path, title, effects, trust, membership } = process;
    expect([name, path, title, effects, trust, membership]).toEqual([
      "process",
      "world.tools.system.process",
      "Manage background processes",
      ["CALLS(shell)"],
      "L3",
      "mutating",
    ]);
    expect(await process.touches({ action: "start", command: "make" })).toEqual([
      { kind: "command", command: "make", op: "start" },
    ]);
    expect(await process.touches({ action: "poll", id: "job-1", command: "make" })).toEqual([]);
  });
});

describe("kill", () => {
  it("R323: ends a background job and shows its last words", async () => {
    await say({
      action: "start",
      command: `trap 'echo bye; exit 1' TERM; echo begun; while :; do sleep 0.02; done`,
    });
    await until(/\nbegun/);
    const outcome = await kill.invoke({ id: "1", name: "kill", input: { id: "job-1" } }, ctx);
    expect(outcome).toMatchObject({ isError: false });
    expect(outcome.output).toMatch(/^job-1 ended with exit code 1[^]*\nstdout:\nbye\n[^]*job-1 is forgotten/);
    expect(await say({ action: "list" })).toBe("There are no jobs.");
  });

  it("R323: ends a job that does not listen, with everything it started", async () => {
    ctx = makeLocalContext(folder, { jobs: createSupervisor({ graceMs: 100 }) });
    await say({
      action: "start",
      command: `trap '' TERM; sleep ${nap} & echo begun; while :; do sleep ${nap}; done`,
    });
    await until(/\nbegun/);
    const { output } = await kill.invoke({ id: "1", name: "kill", input: { id: "job-1" } }, ctx);
    expect(output).toMatch(/^job-1 was ended by SIGKILL [^]*\njob-1 is forgotten/);
    expect(processesIn(folder)).toEqual([]);
  });

  it("R323: an unknown id is reported, not thrown", async () => {
    const outcome = await kill.invoke({ id: "1", name: "kill", input: { id: "job-1" } }, ctx);
    expect(outcome).toMatchObject({ isError: true, error: { code: "not_found" } });
    expect(outcome.output).toBe("There is no job job-1.\nNo jobs are kept: start one first.");
  });

  it("says what it is", () => {
    const { name, path, title, trust, membership } = kill;
    expect([name, path, title, trust, membership]).toEqual([
      "kill",
      "world.tools.system.kill",
      "Kill background process",
      "L2",
      "mutating",
    ]);
  });
});

function invoke(input: unknown) {
  return process.invoke({ id: "1", name: "process", input }, { ...ctx });
}

async function say(input: unknown): Promise<string> {
  const { output, isError } = await invoke(input);
  if (isError) throw new Error(String(output));
  return String(output);
}

function poll(id = "job-1"): Promise<string> {
  return say({ action: "poll", id });
}

/** The first poll that shows what is waited for. */
async function until(pattern: RegExp): Promise<string> {
  let shown = await poll();
  while (!pattern.test(shown)) {
    await sleep(20);
    shown = await poll();
  }
  return shown;
}

async function over(id = "job-1"): Promise<void> {
  while ((await ctx.state.jobs.list()).find((job) => job.id === id)?.ended === undefined) await sleep(10);
}
