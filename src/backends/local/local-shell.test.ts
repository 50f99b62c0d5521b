import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { processesIn, untilRunning } from "../../../test/processes-in.ts";
import type { Shell, ShellExit, ShellHandle } from "../../kernel/index.ts";
import { createLocalShell } from "./local-shell.ts";

let folder: string;
let shell: Shell;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-shell-")));
});

afterEach(async () => {
  assert.deepEqual(processesIn(folder), []);
  await rm(folder, { recursive: true, force: true });
});

const WAYS = [
  { way: "in a namespace", namespace: true },
  { way: "in a process group", namespace: false },
] as const;

for (const { way, namespace } of WAYS) {
  describe.skipIf(namespace && !needs("namespaces"))(`commands ${way}`, () => {
    beforeEach(() => {
      shell = createLocalShell({ cwd: folder, graceMs: 200, namespace, env: { HERE: folder } });
    });

    it("R152, R154: exec captures both streams, with its folder, variables, input and code", async () => {
      const elsewhere = await mkdtemp(join(folder, "elsewhere-"));
      const result = await shell.exec('pwd; echo "$A" >&2; cat; exit 7', {
        cwd: elsewhere,
        env: { A: "added" },
        input: "given",
      });
      expect(result).toEqual({ stdout: `${elsewhere}\ngiven`, stderr: "added\n", code: 7 });
    });

    it.each([
      ["kill -KILL $$", { code: null, signal: "SIGKILL" }],
      ["kill -TERM $$", { code: null, signal: "SIGTERM" }],
      ["kill -INT $$", { code: null, signal: "SIGINT" }],
      ["kill -SEGV $$", { code: null, signal: "SIGSEGV" }],
      ["exit 137", { code: 137 }],
      ["exit 255", { code: 255 }],
      ["(kill -KILL $BASHPID); exit $?", { code: 137 }],
      ["trap 'exit 5' INT; kill -INT $$; sleep 300", { code: 5 }],
      ["exec sh -c 'exit 9'", { code: 9 }],
    ])("R154: %s ends as it says", async (command, end) => {
      expect(await shell.exec(command)).toMatchObject(end);
    });

    it("R154, R162: a time limit ends every process, also those that ignore the request", async () => {
      const command = `
        sleep 300 &
        (trap '' TERM; while :; do sleep 300; done) &
        bash -c 'sleep 300 & wait' &
        echo started; sleep 300`;
      const result = await shell.exec(command, { timeoutMs: 1_000 });
      expect([result.timedOut, result.stdout]).toEqual([true, "started\n"]);
      expect(processesIn(folder)).toEqual([]);
    });

    it("R154, R162: cancellation ends every process before it rejects", async () => {
      const controller = new AbortController();
      const running = shell.exec("setsid sleep 300 & sleep 300 & wait", { cancel: controller.signal });
      running.catch(() => undefined);
      await untilRunning(folder, "sleep 300", 2);
      controller.abort(new Error("taken back"));
      await expect(running).rejects.toThrow("taken back");
      expect(processesIn(folder)).toEqual([]);
    });

    it("R162: a command has a process group and a session of its own", async () => {
      const handle = await shell.spawn("sleep 300");
      const stat = readFileSync(`/proc/${handle.pid}/stat`, "latin1").split(") ").at(-1) ?? "";
      handle.kill("SIGKILL");
      await exitOf(handle);
      const [, , group, session] = stat.split(" ").map(Number);
      expect([group, session]).toEqual([handle.pid, handle.pid]);
    });

    it("R162: processes are asked to end before they are killed", async () => {
      const controller = new AbortController();
      let heard = "";
      const patient = createLocalShell({ cwd: folder, graceMs: 10_000, namespace });
      const running = patient.exec("trap 'echo bye; exit' TERM; echo up; while :; do sleep 0.01; done", {
        cancel: controller.signal,
        onOutput: (stream, chunk) => {
          if (stream === "stdout") heard += Buffer.from(chunk).toString();
          if (heard === "up\n") controller.abort(new Error("taken back"));
        },
      });
      await expect(running).rejects.toThrow("taken back");
      expect(heard).toBe("up\nbye\n");
    });

    it.skipIf(!needs("setsid"))(
      "R162: a child with a group and environment of its own ends too",
      async () => {
        const controller = new AbortController();
        const running = shell.exec("env -i setsid sleep 300 & wait", { cancel: controller.signal });
        running.catch(() => undefined);
        await untilRunning(folder, "sleep 300");
        controller.abort(new Error("taken back"));
        await expect(running).rejects.toThrow("taken back");
        expect(processesIn(folder)).toEqual([]);
      },
    );

    it.each([
      ["a background child", "sleep 300 &"],
      ["a disowned child", "sleep 300 & disown -a"],
      ["nohup", "nohup sleep 300 > /dev/null 2>&1 &"],
      ["a session of its own", "setsid sleep 300 > /dev/null 2>&1 &"],
      ["a double fork", "(setsid sh -c 'sleep 300 & exit' > /dev/null 2>&1 &) ; (sleep 300 &)"],
      ["ignored signals", "(trap '' TERM HUP INT; setsid sh -c 'while :; do sleep 300; done' &)"],
      ["a stopped process", "sleep 300 & kill -STOP $!"],
    ])("R162: %s does not outlive its command, which tells of it", async (_, command) => {
      const result = await shell.exec(`${command}\nsleep 0.05; echo done`);
      expect(result).toMatchObject({ stdout: "done\n", code: 0 });
      expect(result.leftRunning).toBeGreaterThan(0);
      expect(processesIn(folder)).toEqual([]);
    });

    it("R162: many children that make more children end at the time limit", async () => {
      const command = "for i in $(seq 60); do (for j in 1 2 3; do sleep 300 & done; wait) & done; wait";
      const result = await shell.exec(command, { timeoutMs: 1_500 });
      expect(result.timedOut).toBe(true);
      expect(processesIn(folder)).toEqual([]);
    });

    it("hears out a helper that outlives the command for a moment", async () => {
      const result = await shell.exec("exec > >(sleep 0.05; cat); seq 1 20000");
      expect(result.stdout.endsWith("20000\n")).toBe(true);
      expect(result.leftRunning).toBeUndefined();
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

    it("reads no faster than a listener takes it, and loses nothing", async () => {
      let [heard, busy, atOnce] = [0, 0, 0];
      const result = await shell.exec("head -c 3000000 /dev/zero", {
        onOutput: async (_, chunk) => {
          busy += 1;
          atOnce = Math.max(atOnce, busy);
          await sleep(1);
          heard += chunk.length;
          busy -= 1;
        },
      });
      expect([result.code, heard, atOnce]).toEqual([0, 3_000_000, 1]);
    });

    it("R154: a command can open its output again by name", async () => {
      const command =
        "echo out > /dev/stdout; echo err > /dev/stderr; echo both | tee /dev/stderr; cat /dev/stdin";
      expect(await shell.exec(command)).toEqual({ stdout: "out\nboth\n", stderr: "err\nboth\n", code: 0 });
    });

    it("input that nobody reads harms nothing", async () => {
      const result = await shell.exec("exec 0<&-; echo fine", { input: "x".repeat(1_000_000) });
      expect(result).toEqual({ stdout: "fine\n", stderr: "", code: 0 });
    });

    it("reads no start-up files, whatever standard input is", async () => {
      await writeFile(join(folder, ".bashrc"), "echo from bashrc\n");
      const result = await shell.exec("echo fine", { env: { HOME: folder }, input: "" });
      expect(result.stdout).toBe("fine\n");
    });

    it("a command that looks like an option is still a command", async () => {
      expect((await shell.exec("-l")).code).toBe(127);
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

    it("R155: a handle has a pid and a start time, kills everything and tells of the exit", async () => {
      const handle = await shell.spawn("setsid sleep 300 & sleep 300 & wait");
      await untilRunning(folder, "sleep 300", 2);
      const stat = readFileSync(`/proc/${handle.pid}/stat`, "latin1").split(") ").at(-1) ?? "";
      expect(handle.startTime).toBe(Number(stat.split(" ")[19]));
      handle.kill("SIGKILL");
      expect(await exitOf(handle)).toEqual({ code: null, signal: "SIGKILL" });
      expect(processesIn(folder)).toEqual([]);
      handle.kill();
    });

    it("R155: an unsubscribed listener is not told, and an unknown signal is refused", async () => {
      const heard: string[] = [];
      const handle = await shell.spawn("sleep 300");
      const leave = handle.onExit(() => heard.push("left"));
      leave();
      expect(() => handle.kill("SIGNOPE")).toThrow(/no signal SIGNOPE/);
      handle.kill();
      expect(await exitOf(handle)).toEqual({ code: null, signal: "SIGTERM" });
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
      const other = await shell.exec("sleep 0.4; echo other call");
      expect([other.code, heard]).toEqual([0, []]);
      await shell.exec("touch go");
      expect(await exitOf(handle)).toEqual({ code: 9 });
      handle.onExit(({ code }) => heard.push(`late ${code}`));
      await exitOf(handle);
      // Whoever would be told again is given the time for it.
      await shell.exec("sleep 0.1");
      expect(heard).toEqual(["first 9", "second 9", "late 9"]);
    });

    it("a signal reaches every process of a job, and the job can handle it", async () => {
      const handle = await shell.spawn(
        "trap 'echo told > told; exit 4' USR1; touch up; while :; do sleep 0.02; done",
      );
      while ((await readFile(join(folder, "up")).catch(() => undefined)) === undefined) await sleep(5);
      handle.kill("SIGUSR1");
      expect(await exitOf(handle)).toEqual({ code: 4 });
      expect(await readFile(join(folder, "told"), "utf8")).toBe("told\n");
    });

    it("what a job leaves running has ended when its exit is told", async () => {
      const handle = await shell.spawn("setsid sleep 300 & sleep 0.05; exit 2");
      expect(await exitOf(handle)).toEqual({ code: 2 });
      expect(processesIn(folder)).toEqual([]);
    });

    it("a job takes input until it is closed, and says when it takes no more", async () => {
      let heard = "";
      const handle = await shell.spawn('while read -r line; do echo "got $line"; done; exit 3', {
        input: "pipe",
        onOutput: (_, chunk) => {
          heard += Buffer.from(chunk).toString();
        },
      });
      await handle.write("one\n");
      while (!heard.includes("one")) await sleep(5);
      await handle.write(Buffer.from("two\n"));
      handle.closeInput();
      await expect(handle.write("three\n")).rejects.toThrow(/takes no more input/);
      expect(await exitOf(handle)).toEqual({ code: 3 });
      expect(heard).toBe("got one\ngot two\n");
    });

    it("a job without input sees its end at once and refuses to be written to", async () => {
      const handle = await shell.spawn("cat; exit 6");
      await expect(handle.write("x")).rejects.toMatchObject({ code: "unavailable" });
      expect(await exitOf(handle)).toEqual({ code: 6 });
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
}

describe("a namespace", () => {
  it.skipIf(!needs("namespaces", "ps"))(
    "shows a command its own processes under their own numbers",
    async () => {
      shell = createLocalShell({ cwd: folder });
      const { stdout } = await shell.exec(
        "sleep 300 & ps -o pid= -p $!; echo $!; readlink /proc/self/cwd; kill $!",
      );
      const [shown, pid, cwd] = stdout.trim().split("\n");
      expect([Number(shown), cwd]).toEqual([Number(pid), folder]);
    },
  );

  it.skipIf(!needs("namespaces"))(
    "ends what has left its group, its parents and its environment",
    async () => {
      shell = createLocalShell({ cwd: folder });
      await shell.exec("(env -i setsid sh -c 'sleep 300 & exit' > /dev/null 2>&1 &); sleep 0.1");
      expect(processesIn(folder)).toEqual([]);
    },
  );
});

describe("the environment", () => {
  it("is an allow-listed part of ours, without pagers, prompts, editors and colours", async () => {
    process.env["DECKHAND_TEST_TOKEN"] = "secret";
    process.env["LC_DECKHAND_TEST_TOKEN"] = "secret";
    try {
      const { stdout } = await createLocalShell({ cwd: folder, env: { MINE: "1" } }).exec("env");
      const names = stdout.split("\n").map((line) => line.split("=")[0]);
      expect(stdout).not.toContain("secret");
      expect(names).toEqual(expect.arrayContaining(["PATH", "TERM", "PAGER", "GIT_TERMINAL_PROMPT", "MINE"]));
      expect(names).not.toContain("DECKHAND_COMMAND");
      expect(stdout).toContain("TERM=dumb");
    } finally {
      delete process.env["DECKHAND_TEST_TOKEN"];
      delete process.env["LC_DECKHAND_TEST_TOKEN"];
    }
  });

  it.skipIf(!needs("git"))("makes git fail at once where it would wait for somebody", async () => {
    shell = createLocalShell({ cwd: folder });
    const commit = "git -c user.name=a -c user.email=a@example.com commit";
    const result = await shell.exec(`git init -q . && touch a && git add a && ${commit}`, {
      timeoutMs: 20_000,
    });
    expect([result.timedOut, result.code]).toEqual([undefined, 1]);
    expect(result.stderr).toContain("empty commit message");
    const log = await shell.exec(`${commit} -qm first && git log`, { timeoutMs: 20_000 });
    expect(log.stdout).toContain("first");
  });
});

function exitOf(handle: ShellHandle): Promise<ShellExit> {
  return new Promise((resolve) => {
    handle.onExit(resolve);
  });
}
