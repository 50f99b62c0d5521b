import { Fault, type ShellHandle } from "../../kernel/index.ts";
import { within } from "./within.ts";

/** How long a job may take to read what it is given before the writer is let go. */
const PATIENCE_MS = 1_000;

/** Feeds a job's standard input; one that does not read holds nobody up, and what waits for it stays bounded. */
export function createJobInput(
  id: string,
  handle: Pick<ShellHandle, "write" | "closeInput">,
  exited: Promise<void>,
): (input: string, isLast: boolean) => Promise<void> {
  let feeding: Promise<unknown> = Promise.resolve();
  return async (input, isLast) => {
    if (!(await within(feeding, PATIENCE_MS))) throw stillFull(id);
    const fed = handle.write(input);
    if (isLast) handle.closeInput();
    feeding = fed.catch(() => undefined);
    if (!(await within(Promise.race([fed, exited]), PATIENCE_MS))) throw notReadYet(id);
  };
}

function stillFull(id: string): Fault {
  return new Fault("tool_error", `${id} has not read its earlier input yet; nothing was sent.`, {
    hint: `Poll ${id} to see what it is doing, and write again when it reads.`,
  });
}

function notReadYet(id: string): Fault {
  return new Fault("timeout", `${id} is not reading: a part of the input waits for it.`, {
    hint: `It gets the rest as soon as it reads, so do not send it again. Poll ${id} to see what it is doing.`,
  });
}
