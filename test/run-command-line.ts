import { run } from "../src/delivery/cli/run.ts";
import type { Terminal } from "../src/delivery/cli/terminal.ts";

/** What one command line came to. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly json: () => Record<string, unknown>;
}

/** A terminal that nobody watches, and what was printed to it. */
export function recordingTerminal(): {
  readonly terminal: Terminal;
  readonly printed: { out: string; err: string };
} {
  const printed = { out: "", err: "" };
  const terminal: Terminal = {
    out: (text) => void (printed.out += `${text}\n`),
    note: (text) => void (printed.err += `${text}\n`),
    paint: (_style, text) => text,
    isInteractive: false,
    interrupt: new AbortController().signal,
    status: () => undefined,
  };
  return { terminal, printed };
}

/** Runs a command line in this process, in a folder, without a terminal. */
export async function runCommandLine(folder: string, args: readonly string[]): Promise<Ran> {
  const { terminal, printed } = recordingTerminal();
  const code = await run([...args, "--cwd", folder], terminal);
  return { code, ...printed, json: () => JSON.parse(printed.out) as Record<string, unknown> };
}
