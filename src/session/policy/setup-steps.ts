import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";
import { createServer } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { Fault } from "../../kernel/index.ts";
import type { Session } from "../open-session.ts";
import { makeNested, removeNested } from "./nested-folders.ts";
import type { SetupLine } from "./parse-setup-line.ts";
import type { RowWorkspace } from "./row-workspace.ts";

/** The session of a row, or another one that it names. */
export type OpenNamed = (name?: string) => Session;

/** A line, where it is carried out and who reads. */
export interface Step extends SetupLine {
  readonly workspace: RowWorkspace;
  readonly session: OpenNamed;
}

const THREE = "one\ntwo\nthree\n";

/** What each line of a row's setup does, by its first word; where it may be done was looked at before. */
export const SETUP_STEPS: Readonly<Record<string, (step: Step) => Promise<unknown>>> = {
  dir: ({ path }) => fs.mkdir(path, { recursive: true }),
  file: ({ path, rest }) => fs.writeFile(path, fileText(rest)),
  symlink: ({ path, target }) => fs.symlink(target, path),
  relink: async ({ path, target }) => {
    await fs.rm(path, { recursive: true, force: true });
    await fs.symlink(target, path);
  },
  hardlink: ({ path, target, workspace }) => fs.link(resolve(workspace.ws, target), path),
  fifo: ({ path }) => promisify(execFile)("mkfifo", ["--", path]),
  socket: ({ path, workspace }) => listen(path, workspace),
  binary: ({ path }) =>
    fs.writeFile(path, Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(60)])),
  sparse: async ({ path, rest }) => {
    await fs.writeFile(path, "");
    await fs.truncate(path, sizeOf(rest, MOST_HOLE));
  },
  "line-file": ({ path, rest }) => fs.writeFile(path, repeated("x", sizeOf(rest, MOST_BYTES))),
  utf16: ({ path }) => fs.writeFile(path, Buffer.from(`\ufeff${THREE}`, "utf16le")),
  bomcrlf: ({ path }) => fs.writeFile(path, `\ufeff${THREE.replaceAll("\n", "\r\n")}`),
  files: ({ rest, workspace }) => manyFiles(atMost(Number(rest), MOST_FILES), workspace.ws),
  nest: async ({ rest, workspace: { ws, root, cleanups } }) => {
    cleanups.push(() => removeNested(ws, root));
    await makeNested(atMost(Number(rest), MOST_FOLDERS), ws, root);
  },
  git: ({ path }) => markRepository(join(path, ".git")),
  gitfile: ({ path, target }) => fs.writeFile(path, `gitdir: ${target}\n`),
  trap: ({ path, workspace }) =>
    fs.writeFile(path, `#!/bin/sh\ntouch '${join(workspace.out, "ran")}'\n`, { mode: 0o755 }),
  "outside-file": ({ path }) => fs.writeFile(path, "OUTSIDE\n"),
  "outside-dir": ({ path }) => fs.mkdir(path, { recursive: true }),
  "ws-is-symlink": async ({ workspace }) => {
    workspace.opened = join(workspace.root, "ws-link");
    await fs.symlink(workspace.ws, workspace.opened);
  },
  read: readThrough,
  modify: ({ path, rest }) => modify(path, rest === "keep-stat"),
  // Who changes a file makes no difference to what is thought of writing it.
  "bash-modify": ({ path }) => modify(path, false),
  replace: async ({ path }) => {
    await fs.writeFile(`${path}.other`, "other\ntwo\ncontent\n");
    await fs.rename(`${path}.other`, path);
  },
  touch: ({ path }) => fs.utimes(path, new Date(), new Date(Date.now() + 5000)),
  "plant-temp": ({ path, target }) => plantTemps(dirname(path), basename(path), target),
  // A verdict is about how things are, so nobody swaps them meanwhile.
  "race-swap": () => Promise.resolve(),
};

const MOST_HOLE = 1024 ** 4;
const MOST_BYTES = 2 * 1024 ** 3;
const MOST_FILES = 1_000_000;
const MOST_FOLDERS = 100_000;
const MOST_LINES = 10_000_000;

function fileText(rest: string): string | Iterable<string> {
  if (rest.startsWith("text ")) return `${rest.slice("text ".length)}\n`;
  const lines = /^(\d+) lines$/.exec(rest)?.[1];
  return lines === undefined ? THREE : numbered(atMost(Number(lines), MOST_LINES));
}

function* numbered(lines: number): Generator<string> {
  for (let start = 1; start <= lines; start += 1000) {
    const count = Math.min(1000, lines - start + 1);
    yield Array.from({ length: count }, (_, at) => `line ${start + at}\n`).join("");
  }
}

function* repeated(character: string, length: number): Generator<string> {
  const piece = character.repeat(1024 ** 2);
  for (let left = length; left > 0; left -= piece.length) yield piece.slice(0, left);
}

function sizeOf(text: string, most: number): number {
  const [, amount = "0", unit = "MB"] = /^(\d+) ?([KMG]B)$/.exec(text) ?? [];
  return atMost(Number(amount) * { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[unit as "MB"], most);
}

function atMost(value: number, most: number): number {
  if (value <= most) return value;
  throw new Fault("invalid_input", `The setup asks for ${value}, more than the ${most} that a row may.`);
}

async function listen(path: string, { cleanups }: RowWorkspace): Promise<void> {
  const server = createServer();
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(path, done);
  });
  cleanups.push(() => new Promise((done) => void server.close(done)));
}

async function manyFiles(count: number, ws: string): Promise<void> {
  for (let start = 0; start < count; start += 1000) {
    const folder = join(ws, `d${start / 1000}`);
    await fs.mkdir(folder, { recursive: true });
    const names = Array.from({ length: Math.min(1000, count - start) }, (_, at) =>
      join(folder, `f${at}.txt`),
    );
    await Promise.all(names.map((name) => fs.writeFile(name, "")));
  }
}

/** The few files by which a folder is a repository. */
async function markRepository(folder: string): Promise<void> {
  for (const part of ["hooks", "info", "objects/info", "objects/pack", "refs/heads", "refs/tags"])
    await fs.mkdir(join(folder, part), { recursive: true });
  await fs.writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
  await fs.writeFile(join(folder, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

async function readThrough({ spelled, rest, session }: Step): Promise<void> {
  const [, from, to] = / (\d+)-(\d+)/.exec(rest) ?? [];
  const window =
    from === undefined || to === undefined
      ? {}
      : { offset: Number(from), limit: Number(to) - Number(from) + 1 };
  const name = / session=(\S+)/.exec(rest)?.[1];
  await session(name).call({ id: "setup", name: "read", input: { path: spelled, ...window } });
}

async function modify(path: string, keepStat: boolean): Promise<void> {
  const before = await fs.stat(path);
  const file = await fs.open(path, "r+");
  try {
    const text = await file.readFile("utf8");
    await file.write(text.replace("two", "2wo"), 0);
  } finally {
    await file.close();
  }
  if (keepStat) await fs.utimes(path, before.atime, before.mtime);
}

async function plantTemps(folder: string, name: string, target: string): Promise<void> {
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
