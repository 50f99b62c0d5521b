import type { Writable } from "node:stream";
import { Fault, type ShellHandle } from "../../kernel/index.ts";

/** The standard input of a running process, or of one that was started without. */
export function createInput(stdin: Writable | null): Pick<ShellHandle, "write" | "closeInput"> {
  return {
    write: (input) =>
      new Promise((resolve, reject) => {
        if (stdin === null || !stdin.writable) return reject(closedInput(stdin === null));
        stdin.write(input, (error) => (error ? reject(closedInput(false)) : resolve()));
      }),
    closeInput: () => void stdin?.end(),
  };
}

function closedInput(wasNeverOpen: boolean): Fault {
  return wasNeverOpen
    ? new Fault("unavailable", "The process was started without an open standard input.")
    : new Fault("tool_error", "The process takes no more input: its standard input is closed.");
}
