import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import type { JobTrace } from "./end-processes.ts";
import type { JobRegistry } from "./job-registry.ts";
import { identityOfProcess, isAlive, type ProcessIdentity, thisPlace } from "./process-identity.ts";
import { reapSurvivors } from "./reap-survivors.ts";

const MARKER = "0123456789abcdef0123456789abcdef";
const DEAD: ProcessIdentity = { pid: 2 ** 22 + 1, startTime: 1 };

let workspace: string;
let started: ChildProcess[] = [];

beforeEach(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "deckhand-reap-")));
});

afterEach(async () => {
  for (const child of started) killGroup(child);
  started = [];
  await rm(workspace, { recursive: true, force: true });
});

describe.skipIf(!needs("setsid"))("survivors of a dead host", () => {
  it("are ended with everything they started, and their logs and registry removed", async () => {
    const leader = await start(
      `setsid sleep 300 & echo $! > pids
       (setsid bash -c 'trap "" TERM; echo $$ >> pids; while :; do sleep 300; done' &)
       env -i sleep 300 & echo $! >> pids
       while [ "$(wc -l < pids)" -lt 3 ]; do sleep 0.01; done; touch ready; wait`,
    );
    await fileAppears("ready");
    const members = (await readFile(join(workspace, "pids"), "utf8")).trim().split("\n").map(Number);
    await plant("dead", { jobs: [{ marker: MARKER, leader }] });
    await reapSurvivors(workspace);
    expect([leader.pid, ...members].filter((pid) => identityOfProcess(pid) !== undefined)).toEqual([]);
    expect(await readdir(join(workspace, ".deckhand/jobs"))).toEqual([]);
  });

  it("are found by their marker when the host died before it knew their number", async () => {
    const stray = await start("exec sleep 300", { DECKHAND_SUPERVISED: MARKER });
    await plant("dead", { jobs: [{ marker: MARKER }] });
    await reapSurvivors(workspace);
    expect(isAlive(stray)).toBe(false);
  });

  it("whoever has their number by now is left alone", async () => {
    const stranger = await start("exec sleep 300");
    const reused = { pid: stranger.pid, startTime: stranger.startTime - 1 };
    await plant("dead", { jobs: [{ marker: MARKER, leader: reused }] });
    await reapSurvivors(workspace);
    expect(isAlive(stranger)).toBe(true);
    expect(await readdir(join(workspace, ".deckhand/jobs"))).toEqual([]);
  });

  it("an earlier boot's numbers mean nothing", async () => {
    const stranger = await start("exec sleep 300");
    const place = { ...here(), boot: "another" };
    await plant("dead", { place, jobs: [{ marker: MARKER, leader: stranger }] });
    await reapSurvivors(workspace);
    expect(isAlive(stranger)).toBe(true);
    expect(await readdir(join(workspace, ".deckhand/jobs"))).toEqual([]);
  });

  it.each<[string, () => Partial<JobRegistry>]>([
    ["of a host that lives", () => ({ host: itself() })],
    ["of a host that cannot be seen from here", () => ({ place: { ...here(), view: "pid:[1]" } })],
  ])("jobs %s are left alone", async (_kind, part) => {
    const job = await start("exec sleep 300");
    await plant("other", { jobs: [{ marker: MARKER, leader: job }], ...part() });
    await reapSurvivors(workspace);
    expect(isAlive(job)).toBe(true);
    expect((await readdir(join(workspace, ".deckhand/jobs"))).toSorted()).toEqual(["other", "other.json"]);
  });

  it.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["null", "null"],
    ["a marker that everybody has", registry([{ marker: "" }])],
    [
      "a process number that would hit everybody",
      registry([{ marker: MARKER, leader: { pid: -1, startTime: 1 } }]),
    ],
    ["the first process", registry([{ marker: MARKER, leader: { pid: 1, startTime: 1 } }])],
  ])("a registry that holds %s harms nobody", async (_kind, text) => {
    await mkdir(join(workspace, ".deckhand/jobs"), { recursive: true });
    await writeFile(join(workspace, ".deckhand/jobs/odd.json"), text);
    await reapSurvivors(workspace);
    expect(existsSync(join(workspace, ".deckhand/jobs/odd.json"))).toBe(true);
  });
});

describe("a workspace without jobs", () => {
  it("is left as it is", async () => {
    await reapSurvivors(workspace);
    expect(await readdir(workspace)).toEqual([]);
  });
});

async function start(command: string, env: Record<string, string> = {}): Promise<ProcessIdentity> {
  const child = spawn("bash", ["-c", command], {
    cwd: workspace,
    env: { PATH: process.env["PATH"], ...(command.includes("pids") ? { DECKHAND_SUPERVISED: MARKER } : env) },
    detached: true,
    stdio: "ignore",
  });
  started.push(child);
  await once(child, "spawn");
  return identityOfProcess(child.pid ?? 0) ?? DEAD;
}

async function plant(name: string, part: Partial<JobRegistry>): Promise<void> {
  const folder = join(workspace, ".deckhand", "jobs");
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "job-1.stdout"), "last words");
  await writeFile(join(folder, `${name}.json`), registry(part.jobs ?? [], part));
}

function registry(jobs: readonly JobTrace[], part: Partial<JobRegistry> = {}): string {
  return JSON.stringify({ place: here(), host: DEAD, ...part, jobs });
}

function here() {
  return thisPlace() ?? { boot: "", view: "" };
}

function itself(): ProcessIdentity {
  return identityOfProcess(process.pid) ?? DEAD;
}

async function fileAppears(name: string): Promise<void> {
  while (!existsSync(join(workspace, name))) await sleep(5);
}

function killGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    return;
  }
}
