import { execFile } from "node:child_process";
import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "./launch-line.ts";

/** A pipe of the kernel's, as the descriptors of its two ends. */
export interface Pipe {
  readonly read: number;
  readonly write: number;
}

/** Hands out so many pipes, or undefined where this machine makes none. */
export type TakePipes = (count: number) => Promise<readonly Pipe[] | undefined>;

const BATCH = 32;
const IDLE_MS = 30_000;

/**
 * Pipes that a command can open again by name, as `> /dev/stderr` does; what Node makes are sockets, which nobody can.
 * A program makes them, several at a time because that takes a while; those that nobody takes are closed.
 */
export function createPipePool(): TakePipes {
  let spare: Pipe[] = [];
  let making: Promise<readonly Pipe[]> | undefined;
  let isUnable = false;
  let idle: NodeJS.Timeout | undefined;
  return async (count) => {
    while (spare.length < count && !isUnable) await (making ??= refill());
    if (spare.length < count) return undefined;
    const taken = spare.slice(0, count);
    spare = spare.slice(count);
    idle = (idle ?? setTimeout(closeSpare, IDLE_MS)).unref().refresh();
    return taken;
  };

  async function refill(): Promise<readonly Pipe[]> {
    const made = await makePipes(BATCH).catch(() => []);
    making = undefined;
    isUnable = made.length === 0;
    spare.push(...made);
    return made;
  }

  function closeSpare(): void {
    for (const { read, write } of spare) for (const each of [read, write]) closeSync(each);
    spare = [];
  }
}

async function makePipes(count: number): Promise<readonly Pipe[]> {
  const program = findProgram("mkfifo", process.env["PATH"]);
  if (program === undefined) return [];
  const folder = await mkdtemp(join(tmpdir(), "deckhand-pipes-"));
  try {
    const names = Array.from({ length: count }, (_, at) => join(folder, String(at)));
    await promisify(execFile)(program, ["-m", "600", "--", ...names]);
    return names.map(openBothEnds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Either end alone would wait for the other; the two that are kept share no flags. */
function openBothEnds(name: string): Pipe {
  const { O_RDONLY, O_WRONLY, O_RDWR, O_NONBLOCK } = constants;
  const both = openPipe(name, O_RDWR | O_NONBLOCK);
  try {
    return { read: openPipe(name, O_RDONLY), write: openPipe(name, O_WRONLY) };
  } finally {
    closeSync(both);
  }
}

/** Where temporary files lie in a workspace, a command may have put a link to a file in its place by now. */
function openPipe(name: string, flags: number): number {
  const descriptor = openSync(name, flags | constants.O_NOFOLLOW);
  if (fstatSync(descriptor).isFIFO()) return descriptor;
  closeSync(descriptor);
  throw new Error(`${name} is not the pipe that was made`);
}
