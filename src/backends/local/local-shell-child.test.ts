import { spawn } from "node:child_process";
import { once } from "node:events";
import { readlinkSync } from "node:fs";
import { chmod, copyFile, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../../test/built-module.ts";
import { needs } from "../../../test/needs.ts";
import { processesIn, untilNone, untilRunning } from "../../../test/processes-in.ts";
import { findProgram } from "./launch-line.ts";
import { livingProcesses } from "./process-table.ts";

let code: BuiltModule;
let ws: string;

beforeAll(async () => {
  code = await buildModule(join(import.meta.dirname, "local-shell.ts"));
});

afterAll(() => code.remove());

beforeEach(async () => {
  ws = await realpath(await mkdtemp(join(tmpdir(), "deckhand-host-")));
  await chmod(ws, 0o777);
});

afterEach(async () => {
  await rm(ws, { recursive: true, force: true });
});

/** A host in a process of its own, with a local shell on the test's folder. */
function startHost(body: string) {
  const program = `
    import { createLocalShell } from ${JSON.stringify(code.path)};
    const shell = createLocalShell({ cwd: ${JSON.stringify(ws)} });
    ${body}`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const ESCAPES = "sleep 300 & setsid sleep 300 & (setsid sh -c 'trap \"\" TERM; sleep 300; :' &); wait";

describe("a host that is killed", () => {
  it.skipIf(!needs("namespaces", "setsid")).each([
    ["escapes", ESCAPES],
    ["kills whom it can", `kill -KILL -1; ${ESCAPES}`],
    ["stops whom it can", `kill -STOP -1; ${ESCAPES}`],
  ])("R162: takes every process of a command with it that %s", async (_what, command) => {
    const host = startHost(`await shell.exec(${JSON.stringify(command)});`);
    await untilRunning(ws, "sleep 300", 3);
    host.kill("SIGKILL");
    await once(host, "exit");
    await untilNone(ws);
    expect(processesIn(ws)).toEqual([]);
  });

  it.skipIf(!needs("namespaces", "setsid"))("R163: takes its jobs with it", async () => {
    const host = startHost(`await shell.spawn(${JSON.stringify(ESCAPES)}, { input: "pipe" });`);
    await untilRunning(ws, "sleep 300", 3);
    host.kill("SIGKILL");
    await once(host, "exit");
    await untilNone(ws);
    expect(processesIn(ws)).toEqual([]);
  });
});

describe("an ordinary user", () => {
  it.skipIf(!needs("root", "setpriv"))(
    "R162: is told of a process that is no longer its own to end, and not held up by it",
    async () => {
      await copyFile(programPath("setpriv"), join(ws, "become"));
      await chmod(join(ws, "become"), 0o4755);
      const host = startHost(`
      process.setgroups([]);
      process.setgid(65534);
      process.setuid(65534);
      const group = createLocalShell({ cwd: ${JSON.stringify(ws)}, namespace: false, graceMs: 50 });
      const ended = await group.exec("./become --reuid 0 --clear-groups sleep 300", { timeoutMs: 300 });
      const taken = group.exec("./become --reuid 0 --clear-groups sleep 300", { cancel: AbortSignal.timeout(300) });
      console.log(JSON.stringify({ ended, taken: await taken.catch(({ name }) => name) }));`);
      try {
        expect(JSON.parse(await text(host.stdout))).toEqual({
          ended: { stdout: "", stderr: "", code: null, signal: "SIGKILL", timedOut: true, survivors: 1 },
          taken: "TimeoutError",
        });
      } finally {
        for (const { pid } of livingProcesses().filter(isIn(ws))) process.kill(pid, "SIGKILL");
        await untilNone(ws);
      }
    },
  );

  it.skipIf(!needs("root", "setsid"))(
    "R162: leaves no process behind either, as far as it can see",
    async () => {
      const host = startHost(`
      process.setgroups([]);
      process.setgid(65534);
      process.setuid(65534);
      const ended = await shell.exec(${JSON.stringify(ESCAPES)}, { timeoutMs: 500 });
      const plain = await shell.exec("id -u; touch mine; kill -KILL $$");
      console.log(JSON.stringify({ ended, plain }));`);
      const told = JSON.parse(await text(host.stdout)) as Record<string, unknown>;
      expect(told["ended"]).toMatchObject({ timedOut: true });
      expect(told["plain"]).toMatchObject({ stdout: "65534\n", stderr: "", code: null, signal: "SIGKILL" });
      expect(processesIn(ws)).toEqual([]);
    },
  );
});

function isIn(folder: string) {
  return ({ pid }: { readonly pid: number }): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  };
}

function programPath(name: string): string {
  return findProgram(name, process.env["PATH"]) ?? "";
}
