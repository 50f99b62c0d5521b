import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TRUSTING } from "../../test/trusting.ts";
import { openSession, type Session } from "./index.ts";

let folder: string;
let session: Session;
const nap = `300.${randomInt(1e9, 1e10)}`;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-session-jobs-")));
});

afterEach(async () => {
  await session.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the jobs of a session", () => {
  it("R191: go on between calls, and nothing of them is left after close", async () => {
    session = openSession({ cwd: folder, stays: true, govern: TRUSTING });
    await call({
      action: "start",
      command: `trap '' TERM; (setsid sleep ${nap} &); echo begun; sleep ${nap}`,
    });
    while (!String((await call({ action: "poll", id: "job-1" })).output).includes("\nbegun")) await sleep(10);
    expect(living().length).toBeGreaterThan(0);
    await Promise.all([session.close(), session.close()]);
    expect(living()).toEqual([]);
    expect(await call({ action: "start", command: "true" })).toMatchObject({
      error: { code: "unavailable" },
    });
  });

  it("are refused where the session does not stay, with what would work", async () => {
    session = openSession({ cwd: folder });
    const outcome = await call({ action: "start", command: "true" });
    expect(outcome).toMatchObject({ isError: true, error: { code: "unavailable" } });
    expect(outcome.output).toContain("A background job needs a session that stays");
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("opening a session that stays", () => {
  it("clears away what a dead host left", async () => {
    const place = { boot: "an earlier one", view: "pid:[1]" };
    const registry = { place, host: { pid: 7, startTime: 1 }, jobs: [] };
    await mkdir(join(folder, ".deckhand/jobs"), { recursive: true });
    await writeFile(join(folder, ".deckhand/jobs/dead.json"), JSON.stringify(registry));
    session = openSession({ cwd: folder, stays: true, govern: TRUSTING });
    await session.close();
    expect(await readdir(join(folder, ".deckhand/jobs"))).toEqual([]);
  });
});

function call(input: unknown) {
  return session.call({ id: "1", name: "process", input });
}

function living(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine)
    .filter((line) => line.includes(nap));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
