import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildModule } from "../../../test/built-module.ts";
import { type LoopbackSshd, startSshd } from "../../../test/loopback-sshd.mjs";
import { needs } from "../../../test/needs.ts";
import { processesIn, untilNone, untilRunning } from "../../../test/processes-in.ts";
import { FsFault, type Shell, type ShellExit, type ShellHandle } from "../../kernel/index.ts";
import { openConnection } from "./connection.ts";
import { backendOn, openSshBackend, type SshBackend } from "./open-ssh-backend.ts";

/** One in the group, one that left it, one that also hears no request, and one that has forgotten its environment too. */
const ESCAPES = `
sleep 300 &
setsid sleep 300 &
(setsid sh -c 'trap "" TERM; sleep 300; :' &)
(env -i setsid sleep 300 &)
wait`;

describe.skipIf(!needs("ssh", "sshd", "python3", "setsid"))("commands over a real sshd", () => {
  let sshd: LoopbackSshd;
  let base: string;
  let ws: string;
  let backend: SshBackend;
  let shell: Shell;

  beforeAll(async () => {
    sshd = await startSshd();
    base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-remote-")));
    backend = await openSshBackend({ ...sshd.host, cwd: base, graceMs: 100 });
    shell = backend.shell;
  });

  afterAll(async () => {
    await backend.close();
    await sshd.close();
    await rm(base, { recursive: true });
  });

  beforeEach(async () => {
    ws = await mkdtemp(join(base, "ws-"));
  });

  afterEach(async () => {
    await untilNone(ws);
    await rm(ws, { recursive: true });
  });

  describe("R162: no process outlives its command", () => {
    it("at the time limit, whatever it did to get away", async () => {
      const result = await shell.exec(ESCAPES, { cwd: ws, timeoutMs: 300 });
      expect(processesIn(ws)).toEqual([]);
      expect(result).toMatchObject({ code: null, timedOut: true });
      expect(result).not.toHaveProperty("survivors");
    });

    it("when the call is taken back", async () => {
      const controller = new AbortController();
      const running = shell.exec(ESCAPES, { cwd: ws, cancel: controller.signal });
      await untilRunning(ws, "sleep 300", 4);
      controller.abort(new Error("taken back"));
      await expect(running).rejects.toThrow("taken back");
      expect(processesIn(ws)).toEqual([]);
    });

    it("when it ends by itself, and those it had left running are counted", async () => {
      const result = await shell.exec(`(${ESCAPES}) >/dev/null 2>&1 & sleep 0.2; exit 3`, { cwd: ws });
      expect(processesIn(ws)).toEqual([]);
      expect(result).toMatchObject({ code: 3 });
      expect(result.leftRunning).toBeGreaterThanOrEqual(4);
    });

    it("when a background process is killed or ends", async () => {
      const handle = await shell.spawn(ESCAPES, { cwd: ws });
      await untilRunning(ws, "sleep 300", 4);
      handle.kill("SIGKILL");
      expect(await exitOf(handle)).toEqual({ code: null, signal: "SIGKILL" });
      expect(processesIn(ws)).toEqual([]);
    });

    it("when it kills or stops the process that watches over it", async () => {
      const killed = await shell.exec(`${ESCAPES.replace("wait", "")} kill -KILL $PPID; wait`, { cwd: ws });
      expect(killed).toMatchObject({ code: null, signal: "SIGKILL" });
      expect(processesIn(ws)).toEqual([]);
      const stopped = await shell.exec("kill -STOP $PPID; kill -TERM $PPID; echo on", { cwd: ws });
      expect(stopped).toMatchObject({ code: 0, stdout: "on\n" });
    });

    it("when it stops the agent itself, which is woken", async () => {
      const stop = "kill -STOP $(ps -o ppid= -p $PPID); echo on";
      const stopped = await shell.exec(stop, { cwd: ws, timeoutMs: 5_000 });
      expect(stopped).toMatchObject({ code: 0, stdout: "on\n" });
      expect(processesIn(ws)).toEqual([]);
    });

    it("when the connection is cut", async () => {
      const running = shell.exec(ESCAPES, { cwd: ws }).catch((error: unknown) => error);
      const handle = await shell.spawn(ESCAPES, { cwd: ws });
      await untilRunning(ws, "sleep 300", 8);
      sshd.hangUp();
      expect(await running).toMatchObject({ code: "unavailable" });
      expect(await exitOf(handle)).toEqual({ code: null, signal: "SIGKILL" });
      await untilNone(ws);
      expect((await shell.exec("echo again", { cwd: ws })).stdout).toBe("again\n");
    });

    it("when the agent hears nothing of us for too long", async () => {
      const config = { files: { roots: [ws] }, commands: { silenceSeconds: 1 } };
      const other = backendOn(await openConnection(sshd.host, config), { ...sshd.host, cwd: ws });
      const running = other.shell.exec(ESCAPES).catch((error: unknown) => error);
      await untilRunning(ws, "sleep 300", 4);
      expect(await running).toMatchObject({ code: "unavailable" });
      await untilNone(ws);
      await other.close();
    });

    it("when the agent is killed", async () => {
      const running = shell.exec(ESCAPES, { cwd: ws }).catch((error: unknown) => error);
      const { stdout } = await shell.exec("echo $PPID", { cwd: ws });
      await untilRunning(ws, "sleep 300", 4);
      const { stdout: agent } = await shell.exec("ps -o ppid= -p $PPID", { cwd: ws });
      expect(Number(stdout)).not.toBe(Number(agent));
      process.kill(Number(agent), "SIGKILL");
      expect(await running).toMatchObject({ code: "unavailable" });
      await untilNone(ws);
    });

    it("when the backend is closed", async () => {
      const other = await openSshBackend({ ...sshd.host, cwd: ws });
      const handle = await other.shell.spawn(ESCAPES);
      await untilRunning(ws, "sleep 300", 4);
      await other.close();
      expect(await exitOf(handle)).toEqual({ code: null, signal: "SIGKILL" });
      await untilNone(ws);
    });

    it("when our own process is killed", async () => {
      const code = await buildModule(join(import.meta.dirname, "open-ssh-backend.ts"));
      const program = `
        import { openSshBackend } from ${JSON.stringify(code.path)};
        const backend = await openSshBackend(${JSON.stringify({ ...sshd.host, cwd: ws })});
        await backend.shell.exec(${JSON.stringify(ESCAPES)});`;
      const host = spawn(process.execPath, ["--input-type=module", "-e", program], {
        cwd: "/",
        // What it leaves when it is killed, the folder of its connection, goes with ours.
        env: { ...process.env, TMPDIR: base },
        stdio: "inherit",
      });
      await untilRunning(ws, "sleep 300", 4);
      const before = sshd.processes().length;
      host.kill("SIGKILL");
      await once(host, "exit");
      await untilNone(ws);
      while (sshd.processes().length >= before) await sleep(10);
      expect(processesIn(ws)).toEqual([]);
      await code.remove();
    });

    it("where no process can adopt, as long as it keeps its group or its environment", async () => {
      const config = { files: { roots: [ws] }, commands: { noAdoption: true } };
      const plain = backendOn(await openConnection(sshd.host, config), {
        ...sshd.host,
        cwd: ws,
        graceMs: 50,
      });
      const command = ESCAPES.replace("(env -i setsid sleep 300 &)", "");
      const result = await plain.shell.exec(command, { timeoutMs: 300 });
      expect(processesIn(ws)).toEqual([]);
      expect(result.timedOut).toBe(true);
      await plain.close();
    });
  });

  it("R154: passes on bytes that are no text, unchanged", async () => {
    const heard: Buffer[] = [];
    const result = await shell.exec("printf '\\377\\376\\000\\200ok'; printf '\\303' >&2", {
      cwd: ws,
      onOutput: (stream, chunk) => {
        if (stream === "stdout") heard.push(Buffer.from(chunk));
      },
    });
    expect(Buffer.concat(heard).toString("hex")).toBe("fffe00806f6b");
    expect(result.stdout).toBe("��\0�ok");
    expect(result.stderr).toBe("�");
  });

  it("prints no faster than its listener takes it", async () => {
    const released = new AbortController();
    const held = once(released.signal, "abort");
    const heard = { bytes: 0 };
    const running = shell.exec("head -c 20000000 /dev/zero; touch printed", {
      cwd: ws,
      maxOutputBytes: 100,
      onOutput: async (_stream, chunk) => {
        heard.bytes += chunk.length;
        await held;
      },
    });
    while (heard.bytes === 0) await sleep(10);
    await sleep(200);
    expect(existsSync(join(ws, "printed"))).toBe(false);
    expect((await shell.exec("echo meanwhile", { cwd: ws })).stdout).toBe("meanwhile\n");
    released.abort();
    expect((await running).code).toBe(0);
    expect(heard.bytes).toBe(20_000_000);
  });

  it("gives as much input as there is, to a command that wants it and to one that does not", async () => {
    const input = Buffer.alloc(5_000_000, "input ");
    const { stdout } = await shell.exec("sha256sum", { cwd: ws, input });
    expect(stdout.split(" ")[0]).toBe(createHash("sha256").update(input).digest("hex"));
    expect((await shell.exec("exit 4", { cwd: ws, input })).code).toBe(4);
    expect((await shell.exec("cat", { cwd: ws, input: "" })).stdout).toBe("");
  });

  it("R155: writes to a running process until its input is closed", async () => {
    let heard = "";
    const handle = await shell.spawn("read a; echo got $a; cat; exit 7", {
      cwd: ws,
      input: "pipe",
      onOutput: (_stream, chunk) => {
        heard += Buffer.from(chunk).toString();
      },
    });
    await handle.write("one\n");
    await handle.write("two\n");
    handle.closeInput();
    expect(await exitOf(handle)).toEqual({ code: 7 });
    expect(heard).toBe("got one\ntwo\n");
    await expect(handle.write("more")).rejects.toThrow("takes no more input");
    expect(() => handle.kill("SIGNOT")).toThrow("There is no signal SIGNOT");
    expect(handle).not.toHaveProperty("startTime");
  });

  it("knows an allow-listed part of the host's environment, and no terminal", async () => {
    const { stdout } = await shell.exec("env; tty; test -t 0 || test -t 1 || echo none", { cwd: ws });
    expect(stdout).not.toMatch(/^(SSH_|LOOPBACK_SSHD)/m);
    expect(stdout).toMatch(/^HOME=\//m);
    expect(stdout).toMatch(/^PAGER=cat$/m);
    expect(stdout).toMatch(/not a tty\nnone\n$/);
  });

  it("runs 32 commands at once", async () => {
    const results = await Promise.all(
      Array.from({ length: 32 }, (_, at) =>
        shell.exec(`sleep 0.0${at % 10}; echo ${at}; exit ${at}`, { cwd: ws }),
      ),
    );
    expect(results.map(({ stdout, code }) => `${stdout.trim()}:${code}`)).toEqual(
      results.map((_, at) => `${at}:${at}`),
    );
    expect(await readdir(ws)).toEqual([]);
  });

  it("tells how a signal ended it", async () => {
    expect(await shell.exec("kill -SEGV $$", { cwd: ws })).toMatchObject({ code: null, signal: "SIGSEGV" });
  });

  it("says what is wrong with a command that cannot be started", async () => {
    const missing = join(ws, "missing");
    const fault = await shell.exec("true", { cwd: missing }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(FsFault);
    expect(String(fault)).toContain(`ENOENT: no such file or directory, chdir '${missing}'`);
    await expect(shell.exec("echo \0", { cwd: ws })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(shell.exec(`: ${"x".repeat(300_000)}`, { cwd: ws })).rejects.toMatchObject({
      code: "tool_error",
      hint: "It is too long for one command: put it into a script file and run that.",
    });
    await expect(shell.exec(`: ${"x".repeat(9_000_000)}`, { cwd: ws })).rejects.toMatchObject({
      code: "invalid_input",
    });
    for (const odd of [{ env: { "A=B": "x" } }, { env: { A: "x\0" } }, { cwd: "half of a \ud800" }]) {
      await expect(shell.exec("true", { cwd: ws, ...odd })).rejects.toThrow(
        /could not be started: .*Error|chdir/,
      );
    }
    expect((await shell.exec("echo still here", { cwd: ws })).stdout).toBe("still here\n");
  });
});

function exitOf(handle: ShellHandle): Promise<ShellExit> {
  return new Promise((resolve) => {
    handle.onExit(resolve);
  });
}
