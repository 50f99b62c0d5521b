import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../../test/built-module.ts";
import { needs } from "../../../test/needs.ts";
import { createLocalShell } from "../local/local-shell.ts";
import { createSupervisor } from "./supervisor.ts";

let code: BuiltModule;
let workspace: string;

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "deckhand-host-")));
  code = await buildModule(
    join(import.meta.dirname, "supervisor.ts"),
    join(import.meta.dirname, "../local/local-shell.ts"),
  );
});

afterAll(async () => {
  await code.remove();
  await rm(workspace, { recursive: true, force: true });
});

describe.skipIf(!needs("setsid"))("a host that dies", () => {
  it.each([
    ["by the kernel, in a namespace", true],
    ["by the next host, without one", false],
  ])("has its jobs ended %s, wherever they went", async (_how, namespace) => {
    const nap = `300.${randomInt(1e9, 1e10)}`;
    const command = `(setsid sleep ${nap} &); trap '' TERM HUP; sleep ${nap} & touch ready; sleep ${nap}`;
    const host = spawn(process.execPath, ["--input-type=module", "-e", hostProgram(command, namespace)], {
      cwd: workspace,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(host.stdout, "data");
    const exited = once(host, "exit");
    host.kill("SIGKILL");
    await exited;
    const next = createSupervisor({ workspace, session: "host", graceMs: 200 });
    await next.start({ command: "true", shell: createLocalShell({ cwd: workspace }) });
    expect(living(nap)).toEqual([]);
    await next.close();
    await rm(join(workspace, "ready"));
    expect(await readdir(join(workspace, ".deckhand/jobs"))).toEqual([]);
  });
});

function hostProgram(command: string, namespace: boolean): string {
  return `
    import { existsSync } from "node:fs";
    import { createLocalShell, createSupervisor } from ${JSON.stringify(code.path)};
    const jobs = createSupervisor({ workspace: process.cwd(), session: "host" });
    const shell = createLocalShell({ cwd: process.cwd(), namespace: ${namespace} });
    await jobs.start({ command: ${JSON.stringify(command)}, shell });
    while (!existsSync("ready")) await new Promise((resolve) => setTimeout(resolve, 5));
    process.stdout.write("ready");
    setInterval(() => undefined, 1000);`;
}

function living(word: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine)
    .filter((line) => line.includes(word));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
