import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../../test/built-module.ts";
import { needs } from "../../../test/needs.ts";
import { processesIn, untilNone, untilRunning } from "../../../test/processes-in.ts";
import { createLocalPrograms } from "./local-programs.ts";

const KILLS = Number(process.env["DECKHAND_KILLS"] ?? 15);

let code: BuiltModule;
let ws: string;

beforeAll(async () => {
  code = await buildModule(
    join(import.meta.dirname, "local-programs.ts"),
    join(import.meta.dirname, "../local/started-by-tool.ts"),
  );
});

afterAll(() => code.remove());

beforeEach(async () => {
  ws = await realpath(await mkdtemp(join(tmpdir(), "deckhand-host-")));
  await chmod(ws, 0o777);
});

afterEach(() => rm(ws, { recursive: true, force: true }));

/** Reads nothing, ignores whom it can, and has children that left its group and lost their parents. */
const STUBBORN =
  "trap '' TERM HUP INT; sleep 300 & (setsid sh -c 'trap \"\" TERM; sleep 300; :' </dev/null &); sleep 300; :";

describe("a host that is killed", () => {
  it.skipIf(!needs("namespaces", "setpriv", "setsid"))(
    "takes every program with it, and everything they started",
    async () => {
      const host = startHost(`await start("sh", ["-c", ${JSON.stringify(STUBBORN)}]);`);
      await untilRunning(ws, "sleep 300", 3);
      await kill(host);
      await untilNone(ws);
      expect(processesIn(ws)).toEqual([]);
    },
  );

  it.skipIf(!needs("namespaces", "setpriv", "setsid", "root"))(
    "takes them with it as an ordinary user too",
    async () => {
      const host = startHost(`
        process.setgroups([]);
        process.setgid(65534);
        process.setuid(65534);
        await start("sh", ["-c", ${JSON.stringify(STUBBORN)}]);`);
      await untilRunning(ws, "sleep 300", 3);
      await kill(host);
      await untilNone(ws);
      expect(processesIn(ws)).toEqual([]);
    },
  );

  it.skipIf(!needs("namespaces", "setpriv"))("takes those with it that are just starting", async () => {
    let turn = 0;
    const killHosts = async (): Promise<void> => {
      while (turn < KILLS) {
        turn += 1;
        const host = startHost(`
          await start("true", []);
          process.stdout.write("up");
          for (;;) await Promise.all([{}, { "odd-name": "" }].map((env) => start("sh", ["-c", "trap '' TERM; sleep 300; :"], env)));`);
        await once(host.stdout, "data");
        await sleep(turn % 20);
        await kill(host);
      }
    };
    await Promise.all([killHosts(), killHosts(), killHosts()]);
    await untilNone(ws);
    expect(processesIn(ws)).toEqual([]);
  });

  it.skipIf(!needs("setsid"))("has them ended by the next host, where no namespace can be had", async () => {
    const options = { workspace: ws, namespace: false };
    const host = startHost(`await start("sh", ["-c", ${JSON.stringify(STUBBORN)}]);`, options);
    await untilRunning(ws, "sleep 300", 3);
    await untilNoted();
    await kill(host);
    expect(processesIn(ws).length).toBeGreaterThan(0);
    const next = createLocalPrograms(options);
    const program = await next.start({ command: "cat", args: [], cwd: "/", env: { PATH: "/usr/bin:/bin" } });
    expect(processesIn(ws)).toEqual([]);
    await program.end(1000);
    await expect.poll(() => readdir(join(ws, ".deckhand/jobs")), { timeout: 10_000 }).toEqual([]);
  });
});

describe("a program", () => {
  it.each([true, false])("counts as started by a tool, where a namespace is %s", async (namespace) => {
    const asks = `
      import { startedByTool } from ${JSON.stringify(code.path)};
      console.log(await startedByTool(process.env), await startedByTool({}));`;
    // Between the two a shell that has not got the mark itself.
    const inner = `env -u DECKHAND_JOB ${process.execPath} --input-type=module -e '${asks}'; :`;
    const programs = createLocalPrograms({ namespace });
    const program = await programs.start({
      command: "sh",
      args: ["-c", inner],
      cwd: ws,
      env: { PATH: "/usr/bin:/bin" },
    });
    expect(await text(program.stdout)).toBe("true true\n");
    await program.end(0);
  });
});

/** A host in a process of its own, whose programs work in the test's folder. */
function startHost(body: string, options: Parameters<typeof createLocalPrograms>[0] = {}) {
  const program = `
    import { createLocalPrograms } from ${JSON.stringify(code.path)};
    const programs = createLocalPrograms(${JSON.stringify(options)});
    const start = (command, args, env = {}) =>
      programs.start({ command, args, cwd: ${JSON.stringify(ws)}, env: { PATH: "/usr/bin:/bin", ...env } });
    ${body}`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** A program's number is noted a moment after its start; a host killed in the middle of that leaves half a file for an hour. */
async function untilNoted(): Promise<void> {
  const jobs = join(ws, ".deckhand/jobs");
  await expect.poll(() => readFile(join(jobs, "programs.json"), "utf8")).toContain("leader");
  await expect.poll(() => readdir(jobs)).toEqual(["programs", "programs.json"]);
}

async function kill(host: ChildProcess): Promise<void> {
  const exited = once(host, "exit");
  host.kill("SIGKILL");
  await exited;
}
