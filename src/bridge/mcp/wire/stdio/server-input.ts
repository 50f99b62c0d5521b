import type { Writable } from "node:stream";
import { Fault } from "../../../../kernel/index.ts";

/** More than this may not wait for a server to read it. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

/** Writes lines to a server no faster than it reads them. */
export function createServerInput(stdin: Writable): (line: string) => Promise<void> {
  let draining: Promise<void> | undefined;
  return async (line) => {
    if (!stdin.writable) throw readsNoMore();
    if (stdin.writableLength > MOST_WAITING_BYTES) throw doesNotRead();
    if (stdin.write(`${line}\n`)) return;
    await (draining ??= drained());
    if (!stdin.writable) throw readsNoMore();
  };

  function drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        for (const name of SETTLING) stdin.off(name, done);
        draining = undefined;
        resolve();
      };
      for (const name of SETTLING) stdin.on(name, done);
    });
  }
}

const SETTLING = ["drain", "error", "close"];

function readsNoMore(): Fault {
  return new Fault("unavailable", "The server reads no more: it has ended or closed its input.");
}

function doesNotRead(): Fault {
  return new Fault("unavailable", "The server does not read what it is sent.", {
    hint: "It hangs: reconnect it.",
  });
}
