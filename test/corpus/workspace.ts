import { spawn } from "node:child_process";
import * as fs from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { promisify } from "node:util";
import { execFile } from "node:child_process";
import type { Session } from "../../src/session/index.ts";

const run = promisify(execFile);

/** The folder a corpus row runs in, and what a row's words stand for. */
export interface Workspace {
  readonly root: string;
  readonly ws: string;
  readonly out: string;
  /** What Deckhand is opened on: the workspace, or a link to it. */
  opened: string;
  /** A path or a line with the row's variables filled in. */
  fill(text: string): string;
  /** Undone, last first, when the row is over. */
  readonly cleanups: (() => Promise<unknown>)[];
  close(): Promise<void>;
}

/** Makes the fresh folder of one row. */
export async function openWorkspace(): Promise<Workspace> {
  const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "deckhand-row-")));
  const [ws, out] = [join(root, "ws"), join(root, "out")];
  for (const folder of [ws, out, join(root, "home/.ssh"), join(root, "home/.aws")])
    await fs.mkdir(folder, { recursive: true });
  for (const file of ["outside.txt", "home/.ssh/id_rsa", "home/.aws/credentials"])
    await fs.writeFile(join(root, file), "OUTSIDE\n");
  const cleanups: (() => Promise<unknown>)[] = [];
  return {
    root,
    ws,
    out,
    opened: ws,
    cleanups,
    fill: (text) =>
      text.replaceAll("$WS_UPPER", ws.toUpperCase()).replaceAll("$WS", ws).replaceAll("$OUT", out),
    close: async () => {
      for (const cleanup of cleanups.toReversed()) await cleanup();
      await run("rm", ["-rf", root]);
    },
  };
}

/** Carries out one line of a row's setup. */
export async function setUp(line: string, workspace: Workspace, session: OpenNamed): Promise<void> {
  const [verb = "", ...rest] = workspace.fill(line).split(" ");
  const [p = ""] = rest;
  const path = isAbsolute(p) ? p : resolve(workspace.ws, p);
  const target = / -> (.*)$/.exec(workspace.fill(line))?.[1] ?? "";
  const places: Place = { line: workspace.fill(line), path, target, workspace, session };
  const step = STEPS[verb];
  if (step === undefined) throw new Error(`unknown setup line: ${line}`);
  if (!NO_PARENT.has(verb)) await fs.mkdir(dirname(path), { recursive: true });
  await step(places);
}

interface Place {
  readonly line: string;
  readonly path: string;
  readonly target: string;
  readonly workspace: Workspace;
  readonly session: OpenNamed;
}

/** The session of a row, or another one that it names. */
export type OpenNamed = (name?: string) => Session;

const NO_PARENT = new Set([
  "ws-is-symlink",
  "files",
  "nest",
  "git",
  "read",
  "modify",
  "bash-modify",
  "touch",
  "replace",
]);
const THREE = "one\ntwo\nthree\n";

const STEPS: Readonly<Record<string, (place: Place) => Promise<unknown>>> = {
  dir: ({ path }) => fs.mkdir(path, { recursive: true }),
  file: ({ path, line }) => fs.writeFile(path, fileText(line)),
  symlink: ({ path, target }) => fs.symlink(target, path),
  relink: async ({ path, target }) => {
    await fs.rm(path, { force: true });
    await fs.symlink(target, path);
  },
  hardlink: ({ path, target, workspace }) => fs.link(resolve(workspace.ws, target), path),
  fifo: ({ path }) => run("mkfifo", [path]),
  socket: ({ path, workspace }) => listen(path, workspace),
  binary: ({ path }) =>
    fs.writeFile(path, Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(60)])),
  sparse: async ({ path, line }) => {
    await fs.writeFile(path, "");
    await fs.truncate(path, sizeOf(line));
  },
  "line-file": ({ path, line }) => fs.writeFile(path, Buffer.alloc(sizeOf(line), "x")),
  utf16: ({ path }) => fs.writeFile(path, Buffer.from(`\ufeff${THREE}`, "utf16le")),
  bomcrlf: ({ path }) => fs.writeFile(path, `\ufeff${THREE.replaceAll("\n", "\r\n")}`),
  files: ({ line, workspace }) => manyFiles(Number(line.split(" ")[1]), workspace.ws),
  nest: ({ line, workspace }) => nest(Number(line.split(" ")[1]), workspace.ws),
  git: async ({ path }) => {
    await fs.mkdir(path, { recursive: true });
    await run("git", ["init", "-q", path]);
  },
  gitfile: ({ path, target }) => fs.writeFile(path, `gitdir: ${target}\n`),
  trap: ({ path, workspace }) =>
    fs.writeFile(path, `#!/bin/sh\ntouch '${join(workspace.out, "ran")}'\n`, { mode: 0o755 }),
  "outside-file": ({ path }) => fs.writeFile(path, "OUTSIDE\n"),
  "outside-dir": ({ path }) => fs.mkdir(path, { recursive: true }),
  "ws-is-symlink": async ({ workspace }) => {
    workspace.opened = join(workspace.root, "ws-link");
    await fs.symlink(workspace.ws, workspace.opened);
  },
  read: ({ line, session }) => readThrough(line, session(/ session=(\S+)/.exec(line)?.[1])),
  "bash-modify": async ({ line, session }) => {
    const path = line.split(" ")[1] ?? "";
    const done = await session().call({
      id: "setup",
      name: "bash",
      input: { command: `sed -i s/two/2wo/ '${path}'` },
    });
    if (done.isError) throw new Error(`bash could not change ${path}: ${String(done.output)}`);
  },
  modify: ({ path, line }) => modify(path, line.endsWith("keep-stat")),
  replace: async ({ path }) => {
    await fs.writeFile(`${path}.other`, "other\ntwo\ncontent\n");
    await fs.rename(`${path}.other`, path);
  },
  touch: ({ path }) => fs.utimes(path, new Date(), new Date(Date.now() + 5000)),
  "plant-temp": ({ path, target }) => plantTemps(path, target),
  "race-swap": ({ path, target, workspace }) => startSwapper(path, target, workspace),
};

function fileText(line: string): string {
  const text = / text (.*)$/.exec(line)?.[1];
  if (text !== undefined) return `${text}\n`;
  const lines = / (\d+) lines$/.exec(line)?.[1];
  if (lines === undefined) return THREE;
  return Array.from({ length: Number(lines) }, (_, index) => `line ${index + 1}\n`).join("");
}

function sizeOf(line: string): number {
  const [, amount = "0", unit = "MB"] = /(\d+) ?(MB|GB|KB)$/.exec(line) ?? [];
  return Number(amount) * { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[unit as "MB"];
}

async function listen(path: string, workspace: Workspace): Promise<void> {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(path, done);
  });
  workspace.cleanups.push(() => new Promise((done) => void server.close(done)));
}

async function manyFiles(count: number, ws: string): Promise<void> {
  for (let start = 0; start < count; start += 1000) {
    const folder = join(ws, `d${start / 1000}`);
    await fs.mkdir(folder, { recursive: true });
    const names = Array.from({ length: Math.min(1000, count - start) }, (_, index) =>
      join(folder, `f${index}.txt`),
    );
    await Promise.all(names.map((name) => fs.writeFile(name, "")));
  }
}

async function nest(depth: number, ws: string): Promise<void> {
  const step = `require("fs").mkdirSync("nested-folder"); process.chdir("nested-folder");`;
  await run(process.execPath, ["-e", `for (let i = 0; i < ${depth}; i += 1) { ${step} }`], { cwd: ws });
}

async function readThrough(line: string, session: Session): Promise<void> {
  const [, path = "", range] = line.split(" ");
  const [from, to] = (range ?? "").split("-").map(Number);
  const window =
    from !== undefined && to !== undefined && range?.includes("=") === false
      ? { offset: from, limit: to - from + 1 }
      : {};
  await session.call({ id: "setup", name: "read", input: { path, ...window } });
}

async function modify(path: string, keepStat: boolean): Promise<void> {
  const before = await fs.stat(path);
  const file = await fs.open(path, "r+");
  const text = await file.readFile("utf8");
  await file.write(text.replace("two", "2wo"), 0);
  await file.close();
  if (keepStat) await fs.utimes(path, before.atime, before.mtime);
}

async function plantTemps(path: string, target: string): Promise<void> {
  const [folder, name] = [dirname(path), path.slice(dirname(path).length + 1)];
  const planted = [
    `${name}.tmp`,
    `.${name}.tmp`,
    `${name}~`,
    `.${name}.swp`,
    `.tmp-${name}`,
    `${name}.new`,
    `${name}.bak`,
  ];
  for (const each of planted) await fs.symlink(target, join(folder, each));
}

/** A second process that exchanges a folder and a link by renames, as fast as it can, until the row is over. */
async function startSwapper(path: string, target: string, workspace: Workspace): Promise<void> {
  const source = `
    const fs = require("node:fs");
    const [path, target] = process.argv.slice(1);
    fs.symlinkSync(target, path + ".link");
    process.stdout.write("ready");
    const swap = (from, to) => { try { fs.renameSync(from, to); } catch { try { fs.rmSync(to, { recursive: true, force: true }); } catch {} } };
    for (;;) {
      swap(path, path + ".real"); swap(path + ".link", path);
      swap(path, path + ".link"); swap(path + ".real", path);
    }`;
  const child = spawn(process.execPath, ["-e", source, path, target], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((ready) => child.stdout.once("data", ready));
  workspace.cleanups.push(
    () =>
      new Promise((done) => {
        if (child.exitCode !== null) return done(undefined);
        child.once("exit", done);
        child.kill("SIGKILL");
      }),
  );
}
