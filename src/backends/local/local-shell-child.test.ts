import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { build } from "vite";
import { needs } from "../../../test/needs.ts";
import { processesIn, untilNone, untilRunning } from "../../../test/processes-in.ts";

let code: string;
let ws: string;

beforeAll(async () => {
  code = await realpath(await mkdtemp(join(tmpdir(), "deckhand-code-")));
  await chmod(code, 0o755);
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: join(import.meta.dirname, "local-shell.ts"),
      outDir: code,
      rolldownOptions: { output: { entryFileNames: "local-shell.mjs" } },
    },
    ssr: { noExternal: true },
  });
});

afterAll(async () => {
  await rm(code, { recursive: true, force: true });
});

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
    import { createLocalShell } from ${JSON.stringify(join(code, "local-shell.mjs"))};
    const shell = createLocalShell({ cwd: ${JSON.stringify(ws)} });
    ${body}`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const ESCAPES = "sleep 300 & setsid sleep 300 & (setsid sh -c 'trap \"\" TERM; sleep 300; :' &); wait";

describe("a host that is killed", () => {
  it.skipIf(!needs("namespaces", "setsid"))("R162: takes every process of a command with it", async () => {
    const host = startHost(`await shell.exec(${JSON.stringify(ESCAPES)});`);
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
