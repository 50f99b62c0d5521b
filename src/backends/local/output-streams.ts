import type { ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import type { Pipe, TakePipes } from "./pipe-pool.ts";

/** Our ends of what a command prints. */
export interface OutputStreams {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

/** What a command is to be given to print to. */
export interface PreparedOutput {
  readonly given: Readonly<Record<keyof OutputStreams, "ignore" | "pipe" | number>>;
  /** Our ends, once there is a child; it has its own then. */
  connect(child: ChildProcess, stderrAt: 2 | 4): OutputStreams;
  /** Lets go of everything, if there never was a child. */
  drop(): void;
}

/** Prepares what a command prints to: pipes, or sockets where there are none. */
export async function prepareOutput(wanted: "ignore" | "pipe", take: TakePipes): Promise<PreparedOutput> {
  const [stdout, stderr] = (wanted === "ignore" ? undefined : await take(2)) ?? [];
  return stdout === undefined || stderr === undefined ? overSockets(wanted) : overPipes(stdout, stderr);
}

function overSockets(wanted: "ignore" | "pipe"): PreparedOutput {
  return {
    given: { stdout: wanted, stderr: wanted },
    connect: ({ stdio }, stderrAt) => ({ stdout: readable(stdio[1]), stderr: readable(stdio[stderrAt]) }),
    drop: () => undefined,
  };
}

function readable(stream: unknown): Readable | null {
  return stream instanceof Readable ? stream : null;
}

function overPipes(stdout: Pipe, stderr: Pipe): PreparedOutput {
  return {
    given: { stdout: stdout.write, stderr: stderr.write },
    connect: () => {
      for (const { write } of [stdout, stderr]) closeSync(write);
      return { stdout: reader(stdout), stderr: reader(stderr) };
    },
    drop: () => {
      for (const { read, write } of [stdout, stderr]) for (const each of [read, write]) closeSync(each);
    },
  };
}

function reader({ read }: Pipe): Readable {
  return new Socket({ fd: read, readable: true, writable: false });
}
