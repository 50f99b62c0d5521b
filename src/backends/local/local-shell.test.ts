import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import type { Shell, ShellExit, ShellHandle } from "../../kernel/index.ts";
import { createLocalShell } from "./local-shell.ts";

let folder: string;
let shell: Shell;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-shell-")));
  shell = createLocalShell({ cwd: folder, graceMs: 200 });
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("exec", () => {
  it("R152, R154: captures both streams, with its folder, variables, input and code", async () => {
    const result = await shell.exec('pwd; echo "$A" >&2; cat; exit 7', {
      cwd: folder,
      env: { A: "added" },
      input: "given",
    });
    expect(result).toEqual({ stdout: `${folder}\ngiven`, stderr: "added\n", code: 7 });
  });

  it("R154: the code is null when a signal ended the command", async () => {
    const result = await shell.exec("kill -KILL $$");
    expect([result.code, result.signal]).toEqual([null, "SIGKILL"]);
  });

  it("R162: a time limit ends the whole group, with grandchildren that ignore the request", async () => {
    const command = `
      sleep 300 & echo $! >> pids
      (trap '' TERM; echo $BASHPID >> pids; while :; do sleep 300; done) &
      bash -c 'sleep 300 & echo $! >> pids; wait' &
      while [ "$(wc -l < pids)" -lt 3 ]; do sleep 0.01; done
      echo started; sleep 300`;
    const result = await shell.exec(command, { timeoutMs: 1_000 });
    expect([result.timedOut, result.stdout]).toEqual([true, "started\n"]);
    const pids = await pidsIn("pids");
    expect(pids).toHaveLength(3);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  it("R162: cancellation ends the whole group before it rejects", async () => {
    const controller = new AbortController();
    const running = shell.exec("sleep 300 & echo $! > pids; touch started; wait", {
      cancel: controller.signal,
    });
    running.catch(() => undefined);
    await fileAppears("started");
    controller.abort(new Error("taken back"));
    await expect(running).rejects.toThrow("taken back");
    expect((await pidsIn("pids")).filter(isRunning)).toEqual([]);
  });

  it("settles although what it left behind holds the pipes, and leaves nothing behind", async () => {
    const result = await shell.exec("sleep 300 & echo $! > pids; echo done");
    expect(result.stdout).toBe("done\n");
    expect((await pidsIn("pids")).filter(isRunning)).toEqual([]);
  });

  it("hears out a helper that outlives the command for a moment", async () => {
    const result = await shell.exec("exec > >(sleep 0.05; cat); seq 1 20000");
    expect(result.stdout.endsWith("20000\n")).toBe(true);
  });

  it.skipIf(!needs("setsid"))("settles when a process that left the group holds the pipes", async () => {
    const result = await shell.exec("setsid sleep 300 & echo $! > pids; sleep 0.1; echo done");
    const [escapee = 0] = await pidsIn("pids");
    if (isRunning(escapee)) process.kill(escapee, "SIGKILL");
    expect(result.stdout).toBe("done\n");
  });

  it("keeps memory flat however much comes", async () => {
    const before = process.memoryUsage().rss;
    const result = await shell.exec("yes | head -c 200000000; echo end");
    expect(result.code).toBe(0);
    expect(result.stdout.length).toBeLessThan(1_100_000);
    expect(result.stdout).toMatch(/\[… 198951\d{3} bytes omitted …\]/);
    expect(result.stdout.endsWith("y\nend\n")).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000);
  });

  it("input that nobody reads harms nothing", async () => {
    const result = await shell.exec("exec 0<&-; echo fine", { input: "x".repeat(1_000_000) });
    expect(result).toEqual({ stdout: "fine\n", stderr: "", code: 0 });
  });

  it("a command that looks like an option is still a command", async () => {
    const result = await shell.exec("-l");
    expect(result.code).toBe(127);
  });

  it("a missing folder, a file as folder, a NUL byte and a far too long command are told as such", async () => {
    const missing = join(folder, "nope");
    await expect(shell.exec("true", { cwd: missing })).rejects.toThrow(
      `ENOENT: no such file or directory, chdir '${missing}'`,
    );
    await writeFile(join(folder, "file"), "");
    await expect(shell.exec("true", { cwd: "file" })).rejects.toThrow(/^ENOTDIR: not a directory, chdir/);
    await expect(shell.exec("echo \0")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(shell.exec(`: ${"x".repeat(3_000_000)}`)).rejects.toMatchObject({
      code: "tool_error",
      hint: expect.stringContaining("script file") as string,
    });
  });

  it("children get an allow-listed environment", async () => {
    process.env["DECKHAND_TEST_TOKEN"] = "secret";
    try {
      const { stdout } = await createLocalShell({ cwd: folder, env: { MINE: "1" } }).exec("env");
      const names = stdout.split("\n").map((line) => line.split("=")[0]);
      expect(stdout).not.toContain("secret");
      expect(names).toEqual(expect.arrayContaining(["PATH", "TERM", "PAGER", "GIT_TERMINAL_PROMPT", "MINE"]));
      expect(stdout).toContain("TERM=dumb");
    } finally {
      delete process.env["DECKHAND_TEST_TOKEN"];
    }
  });
});

describe("spawn", () => {
  it("R155: a handle has a pid, kills its whole group and tells of the exit", async () => {
    const handle = await shell.spawn("sleep 300 & echo $! > pids; touch started; wait");
    await fileAppears("started");
    expect(isRunning(handle.pid)).toBe(true);
    handle.kill("SIGKILL");
    expect(await exitOf(handle)).toEqual({ code: null, signal: "SIGKILL" });
    await allGone(await pidsIn("pids"));
    handle.kill();
  });

  it("R155: an unsubscribed listener is not told, and an unknown signal is refused", async () => {
    const heard: string[] = [];
    const handle = await shell.spawn("sleep 300");
    const leave = handle.onExit(() => heard.push("left"));
    leave();
    expect(() => handle.kill("SIGNOPE")).toThrow(/no signal SIGNOPE/);
    handle.kill();
    await exitOf(handle);
    expect(heard).toEqual([]);
  });

  it("R163: a background job survives the call and reports its exit exactly once to each listener", async () => {
    const handle = await shell.spawn("while [ ! -e go ]; do sleep 0.01; done; exit 9");
    const heard: string[] = [];
    handle.onExit(({ code }) => heard.push(`first ${code}`));
    handle.onExit(() => {
      throw new Error("a listener's own mistake");
    });
    handle.onExit(({ code }) => heard.push(`second ${code}`));
    const other = await shell.exec("touch go.later; echo other call");
    expect([other.code, isRunning(handle.pid), heard]).toEqual([0, true, []]);
    await shell.exec("touch go");
    expect(await exitOf(handle)).toEqual({ code: 9 });
    handle.onExit(({ code }) => heard.push(`late ${code}`));
    await exitOf(handle);
    expect(heard).toEqual(["first 9", "second 9", "late 9"]);
  });

  it("a job that cannot start rejects", async () => {
    await expect(shell.spawn("true", { cwd: join(folder, "nope") })).rejects.toThrow(/^ENOENT/);
    await expect(shell.spawn("true", { cancel: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
  });

  it("a job whose output nobody wants never waits for a reader", async () => {
    const handle = await shell.spawn("seq 1 100000; exit 3");
    expect((await exitOf(handle)).code).toBe(3);
  });
});

function exitOf(handle: ShellHandle): Promise<ShellExit> {
  return new Promise((resolve) => {
    handle.onExit(resolve);
  });
}

async function pidsIn(name: string): Promise<number[]> {
  return (await readFile(join(folder, name), "utf8")).trim().split("\n").map(Number);
}

async function fileAppears(name: string): Promise<void> {
  while ((await readFile(join(folder, name)).catch(() => undefined)) === undefined) await sleep(5);
}

async function allGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await sleep(5);
}

/** A process that is dead and not yet collected by its parent does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.startsWith("Z") === false;
  } catch (error) {
    return existsSync("/proc/self") ? false : !String(error).includes("ESRCH");
  }
}
