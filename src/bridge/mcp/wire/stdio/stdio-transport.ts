import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/client";
import { Fault, type Program } from "../../../../kernel/index.ts";
import type { Mask } from "../../../mask-secrets.ts";
import { keepErrorLines } from "./error-lines.ts";
import { createLineSplitter } from "./line-splitter.ts";
import { messagesIn } from "./messages-in.ts";
import { createServerInput } from "./server-input.ts";
import { createStrayLines, type StrayLines } from "./stray-lines.ts";
import { whyItEnded } from "./why-it-ended.ts";

/** A connection to a server that runs as a program of ours, one message a line. */
export interface StdioTransport extends Transport {
  /** By this and `stderr` the SDK knows a child process: it then takes silence for an old server. */
  readonly pid: number;
  /** Nobody else reads it: its lines are kept here. */
  readonly stderr: null;
  /** The last lines of its standard error, terminal escapes stripped and secrets masked. */
  errorLines(): readonly string[];
  /** What it printed that was no message. */
  readonly strayLines: StrayLines;
  /** Why it ended, unless it was closed. */
  trouble(): Fault | undefined;
}

const MOST_LINE_BYTES = 16 * 1024 * 1024;

/** How long a server may take to end when we go. */
const GRACE_MS = 1_000;

/** How long the last words of a server that ended may take to be read. */
const LAST_WORDS_MS = 5_000;

/** How long a server that closed its output may take to end. */
const LAST_STEPS_MS = 500;

/** So many lines that are no messages, in one piece of output, are a flood; it rests so many times as long as it took. */
const STRAY_FLOOD = 100;
const FLOOD_REST = 4;

/** Speaks over the pipes of a program, and ends it with everything it started when either side is done. */
export function createStdioTransport(program: Program, mask?: Mask): StdioTransport {
  const { stdout } = program;
  const write = createServerInput(program.stdin);
  const errorLines = keepErrorLines(program.stderr, mask);
  const strayLines = createStrayLines();
  const splitter = createLineSplitter(MOST_LINE_BYTES, receive);
  let trouble: Fault | undefined;
  let ending: Promise<void> | undefined;
  const transport: StdioTransport = {
    pid: program.pid,
    stderr: null,
    errorLines,
    strayLines,
    trouble: () => trouble,
    start: async () => {
      stdout.on("data", take);
      stdout.once("end", () => splitter.finish());
      void watch();
    },
    send: async (message) => {
      if (ending !== undefined) throw trouble ?? new Fault("unavailable", "The connection is closed.");
      await write(JSON.stringify(message));
    },
    close: () => (ending ??= end()),
  };
  return transport;

  async function watch(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      stdout.once("close", resolve);
    });
    await Promise.race([program.exited, closed]);
    const exit = await within(LAST_STEPS_MS, program.exited);
    await within(LAST_WORDS_MS, closed);
    fail(whyItEnded(exit, errorLines()));
  }

  function take(chunk: Buffer): void {
    const before = strayLines.count;
    const begun = performance.now();
    splitter.push(chunk);
    if (strayLines.count > before + STRAY_FLOOD) rest((performance.now() - begun) * FLOOD_REST);
  }

  function rest(ms: number): void {
    stdout.pause();
    setTimeout(() => stdout.resume(), ms).unref();
  }

  function receive(line: Buffer, isCut: boolean): void {
    // What it still says is not heard, and yet read, since it may not end before it could say it.
    if (ending !== undefined) return;
    if (isCut) return fail(lineTooLong());
    const messages = messagesIn(line);
    if (messages === undefined) strayLines.add(line);
    for (const message of messages ?? []) tell(() => transport.onmessage?.(message));
  }

  function fail(why: Fault): void {
    if (ending !== undefined) return;
    trouble = why;
    ending = end();
    tell(() => transport.onerror?.(why));
  }

  async function end(): Promise<void> {
    await program.end(GRACE_MS);
    tell(() => transport.onclose?.());
  }

  function tell(whom: () => void): void {
    quietly(whom, (error) => quietly(() => transport.onerror?.(error)));
  }
}

/** A listener's own mistake does not break the connection. */
function quietly(call: () => void, onMistake?: (error: Error) => void): void {
  try {
    call();
  } catch (error) {
    onMistake?.(error instanceof Error ? error : new Error(String(error)));
  }
}

function within<T>(ms: number, event: Promise<T>): Promise<T | undefined> {
  return Promise.race([event, sleep(ms, undefined, { ref: false })]);
}

function lineTooLong(): Fault {
  return new Fault(
    "unavailable",
    `The server sent a line of more than ${MOST_LINE_BYTES} bytes, so it was ended.`,
    {
      hint: "Ask it for less at once.",
    },
  );
}
