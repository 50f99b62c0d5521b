import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import type {
  JobReport,
  Shell,
  ShellExit,
  ShellHandle,
  ShellSpawnOptions,
  Supervisor,
} from "../../kernel/index.ts";
import { createLocalShell } from "../local/local-shell.ts";
import { livingProcesses } from "../local/process-table.ts";
import { refuseJobs } from "./refuse-jobs.ts";
import { createSupervisor, type SupervisorOptions } from "./supervisor.ts";

let workspace: string;
let shell: Shell;
let jobs: Supervisor;
/** A duration nobody else sleeps, so that processes can be told from others. */
let nap: string;

beforeEach(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "deckhand-jobs-")));
  shell = createLocalShell({ cwd: workspace, graceMs: 200 });
  nap = `300.${randomInt(1e9, 1e10)}`;
  jobs = supervise();
});

afterEach(async () => {
  await jobs.close();
  await rm(workspace, { recursive: true, force: true });
});

describe("a supervisor", () => {
  it("R336: numbers its jobs and lists them", async () => {
    const first = await start(`sleep ${nap}`);
    const second = await start("true");
    expect([first.id, second.id]).toEqual(["job-1", "job-2"]);
    expect((await jobs.list()).map(({ id, command }) => [id, command])).toEqual([
      ["job-1", `sleep ${nap}`],
      ["job-2", "true"],
    ]);
    expect(first).toMatchObject({ pid: expect.any(Number) as number });
    expect(first.ended).toBeUndefined();
  });

  it("R336: gives no number twice, and lists by number", async () => {
    const brief = { ...shell, spawn: () => Promise.resolve(handleOf((tell) => tell({ code: 0 }))) };
    const next = () => jobs.start({ command: "true", shell: brief });
    for (let count = 0; count < 10; count += 1) await next();
    await jobs.stop("job-9");
    expect((await next()).id).toBe("job-11");
    expect((await jobs.list()).map(({ id }) => id).slice(-3)).toEqual(["job-8", "job-10", "job-11"]);
  });

  it("R190: a poll shows only what is new, each stream for itself", async () => {
    await start("echo one; echo bad >&2; until [ -e go ]; do sleep 0.01; done; echo two");
    expect(texts(await pollUntil("job-1", /bad/))).toEqual(["one\n", "bad\n"]);
    expect(texts(await jobs.poll("job-1"))).toEqual(["", ""]);
    await writeFile(join(workspace, "go"), "");
    expect(texts(await pollUntil("job-1", /two/))).toEqual(["two\n", ""]);
  });

  it("R336: a poll shows the last 32 KiB and counts the rest, which the log still has", async () => {
    await start("seq 1 20000");
    const { stdout, job } = await ended("job-1");
    expect([stdout.text.length, stdout.lostBytes]).toEqual([32_768, 108_894 - 32_768]);
    expect(stdout.text.endsWith("19999\n20000\n")).toBe(true);
    const [log = ""] = job.logs?.stdout.paths ?? [];
    expect(log.endsWith("/job-1.stdout")).toBe(true);
    expect((await readFile(log)).length).toBe(108_894);
  });

  it("never splits a character between two polls", async () => {
    await start(
      String.raw`printf '\xe2\x82'; touch half; until [ -e go ]; do sleep 0.01; done; printf '\xac'`,
    );
    await appears("half");
    await sleep(50);
    expect(texts(await jobs.poll("job-1"))).toEqual(["", ""]);
    await writeFile(join(workspace, "go"), "");
    expect(texts(await pollUntil("job-1", /€/))).toEqual(["€", ""]);
  });

  it("writes to a job's standard input, and not to one that has ended", async () => {
    await start('read -r name; echo "hello $name"');
    await jobs.write("job-1", "wörld\n");
    expect(texts(await pollUntil("job-1", /hello/))).toEqual(["hello wörld\n", ""]);
    await ended("job-1");
    await expect(jobs.write("job-1", "more")).rejects.toMatchObject({
      code: "tool_error",
      message: "job-1 has ended and reads nothing any more.",
    });
  });

  it("a job that does not read holds no writer up, and is not given more and more", async () => {
    await start(`sleep ${nap}`);
    const flood = "x".repeat(1_000_000);
    await expect(jobs.write("job-1", flood)).rejects.toMatchObject({ code: "timeout" });
    await expect(jobs.write("job-1", "y")).rejects.toThrow(/nothing was sent/);
  });

  it.each<[string, string, ShellExit]>([
    ["its exit code", "exit 7", { code: 7 }],
    ["the signal that ended it", "kill -KILL $$", { code: null, signal: "SIGKILL" }],
  ])("keeps a job that ended, with %s, until it is stopped", async (_kind, command, exit) => {
    await start(command);
    expect((await ended("job-1")).job.ended).toMatchObject(exit);
    expect((await jobs.poll("job-1")).job.ended).toMatchObject(exit);
    expect((await jobs.stop("job-1")).job.ended).toMatchObject(exit);
    await expect(jobs.poll("job-1")).rejects.toMatchObject({ code: "not_found" });
  });

  it("ends a job at its time limit and keeps it, saying so", async () => {
    await start(`echo begun; sleep ${nap}`, { timeoutMs: 300 });
    const { job, stdout } = await ended("job-1");
    expect([job.ended?.limit, stdout.text]).toEqual(["timeout", "begun\n"]);
    await gone();
  });

  it("ends a job that is silent for too long, and not one that keeps talking", async () => {
    await start(`sleep ${nap}`, { idleMs: 150 });
    await start("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.05; done", { idleMs: 300 });
    expect((await ended("job-1")).job.ended?.limit).toBe("idle");
    expect((await ended("job-2")).job.ended).toMatchObject({ code: 0 });
    await gone();
  });

  it("R336: stop kills the job with all its children and forgets it", async () => {
    await start(`echo begun; sleep ${nap} & sleep ${nap}`);
    await pollUntil("job-1", /begun/);
    const { job } = await jobs.stop("job-1");
    expect(job.ended).toMatchObject({ code: null, signal: "SIGTERM" });
    expect([await jobs.list(), living()]).toEqual([[], []]);
    expect(await readdir(folderOf())).toEqual([]);
  });

  it("stop hands out the last words", async () => {
    await start(`trap 'echo farewell; exit 0' TERM; echo begun; while :; do sleep 0.05; done`);
    await pollUntil("job-1", /begun/);
    const { stdout, job } = await jobs.stop("job-1");
    expect([stdout.text, job.ended?.code]).toEqual(["farewell\n", 0]);
  });

  it("an unknown id is told as such, with those that exist", async () => {
    await expect(jobs.poll("job-9")).rejects.toMatchObject({
      code: "not_found",
      message: "There is no job job-9.",
      hint: "No jobs are kept: start one first.",
    });
    await start("true");
    await start("true");
    for (const answer of [jobs.poll("__proto__"), jobs.stop("job-01"), jobs.write("JOB-1", "x")]) {
      await expect(answer).rejects.toMatchObject({ hint: "Known jobs: job-1, job-2." });
    }
  });

  it("refuses more jobs than it keeps", async () => {
    jobs = supervise({ maxJobs: 2 });
    const starts = [start("true"), start("true"), start("true")];
    expect((await Promise.allSettled(starts)).map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
    ]);
    await expect(start("true")).rejects.toMatchObject({
      hint: expect.stringContaining("job-1, job-2") as string,
    });
    await jobs.stop("job-1");
    await start("true");
  });

  it("a command that cannot be started leaves nothing behind", async () => {
    await expect(start("true", { cwd: join(workspace, "missing") })).rejects.toThrow(/^ENOENT/);
    expect(await jobs.list()).toEqual([]);
    expect(await readdir(folderOf())).toEqual([]);
    expect(JSON.parse(await readFile(`${folderOf()}.json`, "utf8"))).toMatchObject({ jobs: [] });
  });

  it("a start that is taken back leaves nothing behind, and one that counts goes on", async () => {
    const controller = new AbortController();
    await start(`sleep ${nap}`, { cancel: controller.signal });
    const late = start(`sleep ${nap}`, { cancel: controller.signal });
    controller.abort(new Error("taken back"));
    await expect(late).rejects.toThrow("taken back");
    expect((await jobs.list()).map(({ id, ended: end }) => [id, end])).toEqual([["job-1", undefined]]);
    await expect(start("true", { cancel: controller.signal })).rejects.toThrow("taken back");
  });

  it("works in memory when it has no workspace", async () => {
    jobs = createSupervisor({ graceMs: 200 });
    const { logs } = await start("echo here");
    expect([logs, (await ended("job-1")).stdout.text]).toEqual([undefined, "here\n"]);
    expect(await readdir(workspace)).toEqual([]);
  });
});

describe("what is on disk", () => {
  it("is for nobody else to read, out of git's sight, and gone after close", async () => {
    const { logs } = await start(`echo out; echo err >&2; sleep ${nap}`);
    await pollUntil("job-1", /err/);
    const files = [...(logs?.stdout.paths ?? []), ...(logs?.stderr.paths ?? []), `${folderOf()}.json`];
    const modes = await Promise.all(files.map(async (file) => ((await stat(file)).mode & 0o777).toString(8)));
    expect(modes).toEqual(["600", "600", "600"]);
    expect(await readFile(join(workspace, ".deckhand/.gitignore"), "utf8")).toBe("*\n");
    await jobs.close();
    expect(await readdir(join(workspace, ".deckhand/jobs"))).toEqual([]);
  });

  it("two supervisors of one name do not get in each other's way", async () => {
    const other = supervise();
    await start("echo mine");
    await other.start({ command: "echo theirs", shell });
    await ended("job-1");
    await other.close();
    expect((await jobs.poll("job-1")).job.logs?.stdout.paths).toEqual([join(folderOf(), "job-1.stdout")]);
    expect(await readdir(join(workspace, ".deckhand/jobs"))).toHaveLength(2);
  });

  it("any name of a session will do", async () => {
    jobs = supervise({ session: "../../a b\0c" });
    await start("true");
    expect(
      (await readdir(join(workspace, ".deckhand/jobs"))).every((name) =>
        /^[0-9a-f]{32}(\.json)?$/.test(name),
      ),
    ).toBe(true);
  });

  it("jobs go on, and start, when somebody cleans the workspace", async () => {
    await start(`echo begun; until [ -e go ]; do sleep 0.01; done; echo more`);
    await pollUntil("job-1", /begun/);
    await rm(join(workspace, ".deckhand"), { recursive: true });
    await writeFile(join(workspace, "go"), "");
    expect(texts(await pollUntil("job-1", /more/))).toEqual(["more\n", ""]);
    await start("echo again");
    expect(texts(await ended("job-2"))[0]).toBe("again\n");
  });

  it("a planted link leads nowhere else", async () => {
    const outside = await mkdtemp(join(tmpdir(), "deckhand-outside-"));
    await symlink(outside, join(workspace, ".deckhand"));
    await expect(start("true")).rejects.toThrow(/^EACCES/);
    await rm(join(workspace, ".deckhand"));
    await mkdir(join(workspace, "inside"));
    await symlink(join(workspace, "inside"), join(workspace, ".deckhand"));
    await expect(start("true")).rejects.toThrow(/^EPERM/);
    expect([await readdir(outside), await readdir(join(workspace, "inside"))]).toEqual([[], []]);
    await rm(outside, { recursive: true });
  });
});

describe.each([true, false])("closing, where a namespace of its own for each job is %s", (namespace) => {
  beforeEach(() => {
    shell = createLocalShell({ cwd: workspace, graceMs: 200, namespace });
  });

  it.skipIf(!needs("setsid")).each<[string, string]>([
    ["ignores the request to end", `trap '' TERM INT HUP; touch ready; while :; do sleep NAP; done`],
    ["left its session", `setsid sleep NAP & touch ready; wait`],
    [
      "left its session and ignores the request",
      `setsid --wait bash -c 'trap "" TERM; touch ready; while :; do sleep NAP; done'`,
    ],
    ["was forked twice", `(setsid bash -c 'sleep NAP & sleep NAP & touch ready' &) ; sleep NAP`],
    ["outlives the command", `(setsid sleep NAP > /dev/null 2>&1 &); touch ready`],
    ["keeps forking", `touch ready; for turn in $(seq 200); do sleep NAP & sleep 0.01; done; wait`],
    ["closed its streams", `exec > /dev/null 2>&1 < /dev/null; touch ready; sleep NAP`],
  ])("leaves nothing of a job that %s", async (_kind, command) => {
    await start(command.replaceAll("NAP", nap));
    await appears("ready");
    await sleep(50);
    await jobs.close();
    expect(living()).toEqual([]);
  });
});

describe("closing", () => {
  it("may be repeated, and nothing can be started afterwards", async () => {
    await start(`sleep ${nap}`);
    await Promise.all([jobs.close(), jobs.close()]);
    await jobs.close();
    expect([living(), await jobs.list()]).toEqual([[], []]);
    await expect(start("true")).rejects.toMatchObject({ code: "unavailable" });
    expect(existsSync(`${folderOf()}.json`)).toBe(false);
  });

  it("a job that is just being stopped leaves nothing on disk either", async () => {
    await start(`sleep ${nap}`);
    await start(`sleep ${nap}`);
    await Promise.all([jobs.stop("job-1"), jobs.close()]);
    expect([living(), await readdir(join(workspace, ".deckhand/jobs"))]).toEqual([[], []]);
  });

  it("a job that is just being started does not slip through", async () => {
    const [late] = await Promise.allSettled([start(`sleep ${nap}`), jobs.close()]);
    expect(late).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    expect(living()).toEqual([]);
  });

  it.skipIf(!needs("setsid"))("ends what a shell that knows only groups does not reach", async () => {
    const simple: Shell = { ...shell, spawn: spawnInGroup };
    await jobs.start({ command: `setsid sleep ${nap} & wait`, shell: simple });
    while (living().length < 2) await sleep(5);
    await jobs.close();
    expect(living()).toEqual([]);
  });

  it("a process that cannot be killed is told as such, and holds nobody up for ever", async () => {
    const immortal: Shell = {
      ...shell,
      spawn: () => Promise.resolve(handleOf(() => undefined)),
    };
    await jobs.start({ command: "mount", shell: immortal });
    await expect(jobs.stop("job-1")).rejects.toThrow("job-1 (process 4) does not end, even when killed.");
    expect(await jobs.list()).toHaveLength(1);
  });
});

describe("a session that does not stay", () => {
  it("refuses jobs and says what would work", async () => {
    await expect(refuseJobs.start({ command: "true", shell })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("A background job needs a session that stays") as string,
    });
    await expect(refuseJobs.poll("job-1")).rejects.toMatchObject({ code: "not_found" });
    expect(await refuseJobs.list()).toEqual([]);
    await refuseJobs.close();
  });
});

/** A process that is none, and what its listeners hear at once. */
function handleOf(onListener: (tell: (exit: ShellExit) => void) => void): ShellHandle {
  return {
    pid: 4,
    kill: () => undefined,
    write: () => Promise.resolve(),
    closeInput: () => undefined,
    onExit: (tell) => {
      onListener(tell);
      return () => undefined;
    },
  };
}

/** The least that a shell of somebody else's may do. */
async function spawnInGroup(command: string, options: ShellSpawnOptions = {}): Promise<ShellHandle> {
  const child = spawn("bash", ["-c", command], {
    env: { PATH: process.env["PATH"], ...options.env },
    detached: true,
    stdio: "ignore",
  });
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  return {
    pid,
    kill: (signal) => void (child.exitCode ?? child.signalCode ?? process.kill(-pid, signal)),
    write: () => Promise.resolve(),
    closeInput: () => undefined,
    onExit: (listener) => {
      child.once("exit", (code) => listener({ code }));
      return () => undefined;
    },
  };
}

function supervise(options: SupervisorOptions = {}): Supervisor {
  return createSupervisor({ workspace, session: "test", graceMs: 300, ...options });
}

function start(command: string, limits: Partial<Parameters<Supervisor["start"]>[0]> = {}) {
  return jobs.start({ command, shell, cwd: workspace, ...limits });
}

function folderOf(): string {
  return join(workspace, ".deckhand", "jobs", "test");
}

function texts({ stdout, stderr }: JobReport): [string, string] {
  return [stdout.text, stderr.text];
}

/** Polls until something was printed, and adds up what came. */
async function pollUntil(id: string, pattern: RegExp): Promise<JobReport> {
  let report = await jobs.poll(id);
  while (!pattern.test(texts(report).join(""))) {
    await sleep(10);
    report = added(report, await jobs.poll(id));
  }
  return report;
}

async function ended(id: string): Promise<JobReport> {
  while ((await jobs.list()).find((job) => job.id === id)?.ended === undefined) await sleep(10);
  return jobs.poll(id);
}

function added(before: JobReport, { job, stdout, stderr }: JobReport): JobReport {
  const sum = (stream: "stdout" | "stderr", next: JobReport["stdout"]) => ({
    text: before[stream].text + next.text,
    lostBytes: before[stream].lostBytes + next.lostBytes,
  });
  return { job, stdout: sum("stdout", stdout), stderr: sum("stderr", stderr) };
}

async function appears(name: string): Promise<void> {
  while (!existsSync(join(workspace, name))) await sleep(5);
}

async function gone(): Promise<void> {
  while (living().length > 0) await sleep(10);
}

/** The processes of this test that run, whatever their number is inside. */
function living(): string[] {
  return livingProcesses()
    .map(({ pid }) => commandLine(pid))
    .filter((line) => line.includes(nap));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
