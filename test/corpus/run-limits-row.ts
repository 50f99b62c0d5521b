import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getSystemErrorMap } from "node:util";
import { openSandbox } from "../../src/backends/sandbox/sandbox.ts";
import type { ShellExecResult } from "../../src/kernel/index.ts";
import type { BuiltModule } from "../built-module.ts";
import { processesIn, untilNone } from "../processes-in.ts";
import type { Workspace } from "./workspace.ts";

/** One line of the corpus. */
export interface LimitsRow {
  readonly id: string;
  readonly command: string;
  readonly setup?: readonly string[];
  readonly then?: { readonly op: string; readonly path: string };
  readonly expect: string;
  readonly accept?: readonly string[];
  readonly why: string;
}

const TIME_MS = 5_000;

/** Runs a row and gives its answer, in the corpus's words. */
export async function runLimitsRow(row: LimitsRow, workspace: Workspace, code: BuiltModule): Promise<string> {
  const names = new Map<string, string>([["$OUT", workspace.out]]);
  const setup = row.setup ?? [];
  for (const line of setup) await prepare(line, workspace, names);
  const command = [...names].reduce((text, [name, value]) => text.replaceAll(name, value), row.command);
  if (setup.includes("kill-host")) return killHost(command, workspace, code);
  const home = join(workspace.root, "home");
  const sandbox = openSandbox({ cwd: workspace.ws, home, limits: { processes: 256 } });
  try {
    const ended = await sandbox.shell.exec(command, { timeoutMs: TIME_MS, maxOutputBytes: 100_000 });
    if (row.then !== undefined) {
      return await sandbox.fs.readText(join(workspace.ws, row.then.path)).then(
        (text) => `read ${text}`,
        () => "denied",
      );
    }
    return await answerOf(row, ended, workspace);
  } finally {
    sandbox.close();
  }
}

async function prepare(
  line: string,
  { root, ws, cleanups }: Workspace,
  names: Map<string, string>,
): Promise<void> {
  const [verb = "", place = ""] = line.split(" ");
  if (verb === "git") {
    execFileSync("git", ["init", "-q", join(ws, place)]);
  } else if (verb === "listen-unix" || verb === "listen-abstract" || verb === "listen-tcp") {
    const server = createServer((socket) => socket.end("reached"));
    const where = { "listen-unix": { path: join(ws, place) }, "listen-abstract": { path: `\0${place}` } };
    server.listen(verb === "listen-tcp" ? { port: 0, host: "127.0.0.1" } : where[verb]);
    await once(server, "listening");
    names.set("$PORT", portOf(server));
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  } else if (verb === "host-process") {
    const child = spawn("sleep", ["60"], { stdio: "ignore" });
    names.set("$PID", String(child.pid));
    cleanups.push(() => Promise.resolve(child.kill("SIGKILL")));
  } else if (verb === "home-file") {
    await mkdir(dirname(join(root, "home", place)), { recursive: true });
    await writeFile(join(root, "home", place), "OUTSIDE\n");
  } else if (verb !== "kill-host") {
    throw new Error(`unknown setup line: ${line}`);
  }
}

function portOf(server: Server): string {
  const address = server.address();
  return typeof address === "object" ? String(address?.port) : "";
}

async function killHost(command: string, { ws }: Workspace, code: BuiltModule): Promise<string> {
  const program = `
    import { openSandbox } from ${JSON.stringify(code.path)};
    await openSandbox({ cwd: ${JSON.stringify(ws)} }).shell.exec(${JSON.stringify(command)});`;
  const host = spawn(process.execPath, ["--input-type=module", "-e", program], { cwd: "/", stdio: "ignore" });
  await sleep(1_000);
  const running = processesIn(ws).length;
  host.kill("SIGKILL");
  await once(host, "exit");
  await Promise.race([untilNone(ws), sleep(2_000)]);
  const left = processesIn(ws).length;
  return running > 0 && left === 0 ? "none left" : `${left} of ${running} left`;
}

async function answerOf(row: LimitsRow, ended: ShellExecResult, { ws }: Workspace): Promise<string> {
  const printed = ended.stdout + ended.stderr;
  if (printed.includes("OUTSIDE")) return "leaked";
  const left = processesIn(ws);
  if (left.length > 0) return `left running: ${left.join(", ")}`;
  const isStopped = ended.timedOut === true || ended.code !== 0;
  switch (row.expect) {
    case "stopped":
      return isStopped && !printed.includes("unbounded") ? "stopped" : printed;
    case "dead after the call":
    case "children dead":
    case "none left":
      return row.expect;
    case "ends":
      return ended.timedOut === true ? "hangs" : "ends";
    case "fails":
      return isStopped && ended.timedOut !== true && !printed.includes("reached") ? "fails" : printed;
    case "truncated":
      return /bytes omitted/.test(ended.stdout) ? "truncated" : "whole";
    case "no core file":
      return (await readdir(ws)).some((name) => name.startsWith("core")) ? "a core file" : "no core file";
    default:
      return changed(ws) ? "changed" : (errorIn(ended.stderr) ?? `no error: ${printed}`);
  }
}

/** What none of the rows may have made. */
function changed(ws: string): boolean {
  return [
    ".git/hooks/pre-commit",
    "sub/.git/hooks/pre-commit",
    ".git/commondir.x",
    ".deckhand/config.json",
  ].some((path) => existsSync(join(ws, path)));
}

/** The name of the first error of the system that a message tells of. */
function errorIn(stderr: string): string | undefined {
  const said = stderr.toLowerCase();
  const found = [...getSystemErrorMap().values()].find(([, words]) => said.includes(SPELLED[words] ?? words));
  return found?.[0];
}

/** Where the C library's words are not Node's. */
const SPELLED: Readonly<Record<string, string>> = {
  "resource busy or locked": "device or resource busy",
  "cross-device link not permitted": "invalid cross-device link",
};
