import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../../test/built-module.ts";
import { needs } from "../../../test/needs.ts";
import { processesIn, untilNone, untilRunning } from "../../../test/processes-in.ts";

let code: BuiltModule;
let ws: string;

beforeAll(async () => {
  code = await buildModule(join(import.meta.dirname, "sandbox.ts"));
});

afterAll(() => code.remove());

beforeEach(async () => {
  ws = await realpath(await mkdtemp(join(tmpdir(), "deckhand-host-")));
  await chmod(ws, 0o777);
});

afterEach(() => rm(ws, { recursive: true, force: true }));

/** A host in a process of its own, with a sandbox on the test's folder. */
function startHost(body: string, options = "{}") {
  const program = `
    import { openSandbox } from ${JSON.stringify(code.path)};
    const open = () => openSandbox({ cwd: ${JSON.stringify(ws)}, ...${options} });
    ${body}`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const AS_NOBODY = "process.setgroups([]); process.setgid(65534); process.setuid(65534);";

const ESCAPES = "sleep 300 & setsid sleep 300 & (setsid sh -c 'trap \"\" TERM; sleep 300; :' &); wait";

describe.skipIf(!needs("bwrap", "setsid"))("a host that is killed", () => {
  it.each([
    ["escapes", "exec", ESCAPES],
    ["kills whom it can", "exec", `kill -KILL -1; ${ESCAPES}`],
    ["stops whom it can", "exec", `kill -STOP -1; ${ESCAPES}`],
    ["is a job", "spawn", ESCAPES],
  ])("takes every process of a command with it that %s", async (_what, way, command) => {
    const host = startHost(
      `await open().shell.${way}(${JSON.stringify(command)}); setInterval(() => {}, 1000);`,
    );
    await untilRunning(ws, "sleep 300", 3);
    host.kill("SIGKILL");
    await once(host, "exit");
    await untilNone(ws);
    expect(processesIn(ws)).toEqual([]);
  });

  it("leaves nothing that the next one does not put right", async () => {
    const host = startHost(`await open().shell.exec("sleep 300");`);
    await untilRunning(ws, "sleep 300");
    host.kill("SIGKILL");
    await once(host, "exit");
    await untilNone(ws);
    const next = startHost(
      `const s = open(); console.log((await s.shell.exec("mkdir .git/hooks")).stderr); s.close();`,
    );
    expect(await text(next.stdout)).toContain("Read-only file system");
    expect(await readdir(ws)).not.toContain(".git");
  });
});

describe.skipIf(!needs("bwrap", "root"))("an ordinary user", () => {
  it("has the same walls", async () => {
    const commands = [
      "id -u; touch mine; stat -c %u mine; grep CapBnd /proc/self/status",
      "mkdir -p .git/hooks; echo x > /etc/x; echo x > /proc/sys/kernel/core_pattern; unshare -U true",
      "perl -MSocket -e 'socket(S,AF_UNIX,SOCK_STREAM,0) or exit 6'",
      "exec 3<>/dev/tcp/127.0.0.1/22",
      "(setsid sleep 300 &); exit 3",
    ];
    const host = startHost(`
      ${AS_NOBODY}
      const sandbox = open();
      const told = [await sandbox.probe()];
      for (const command of ${JSON.stringify(commands)}) told.push(await sandbox.shell.exec(command, { timeoutMs: 5000 }));
      sandbox.close();
      console.log(JSON.stringify(told));`);
    const [probe, plain, writes, unix, tcp, left] = JSON.parse(await text(host.stdout)) as Record<
      string,
      unknown
    >[];
    expect(probe).toEqual({ works: true });
    expect(plain).toMatchObject({ stdout: "65534\n65534\nCapBnd:\t0000000000000000\n", code: 0 });
    expect(
      String(writes?.["stderr"])
        .split("\n")
        .filter((line) => line !== ""),
    ).toHaveLength(4);
    expect(unix).toMatchObject({ code: 6 });
    expect(tcp).toMatchObject({ code: 1 });
    expect(left).toMatchObject({ code: 3, leftRunning: 1 });
    expect(processesIn(ws)).toEqual([]);
  });

  it("has a bound on processes", async () => {
    const host = startHost(
      `
      ${AS_NOBODY}
      const sandbox = open();
      const crowd = await sandbox.shell.exec("for i in $(seq 3000); do sleep 20 & done 2>&1 | grep -m1 -c retry", { timeoutMs: 9000 });
      sandbox.close();
      console.log(JSON.stringify(crowd));`,
      "{ limits: { processes: 50 } }",
    );
    expect(JSON.parse(await text(host.stdout))).toMatchObject({
      stdout: expect.stringMatching(/^1?\n?$/) as string,
    });
    expect(processesIn(ws)).toEqual([]);
  });
});

it.skipIf(!needs("bwrap"))("waits no longer for those who are on their way out than they take", async () => {
  const host = startHost(`
    const sandbox = open();
    const told = await sandbox.shell.exec("(sleep 0.2; echo late) & echo early");
    sandbox.close();
    console.log(JSON.stringify(told));`);
  expect(JSON.parse(await text(host.stdout))).toMatchObject({ stdout: "early\nlate\n", code: 0 });
});
