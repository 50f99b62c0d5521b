import { CommanderError } from "commander";
import { type Fault, faultInfoOf } from "../../kernel/index.ts";
import { ConfigFault } from "../../session/index.ts";
import { EXIT, statusOf } from "./exit-code.ts";
import { helpHint } from "./help-commands.ts";
import { printable } from "./printable.ts";
import { createProgram } from "./program.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { UsageFault } from "./usage-fault.ts";

/** Runs one command line and returns its exit code. */
export async function run(args: readonly string[], terminal: Terminal = openTerminal()): Promise<number> {
  let code: number = EXIT.ok;
  const program = createProgram(terminal, (next) => {
    code = next;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (terminal.interrupt.aborted) return EXIT.interrupted;
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const fault = error instanceof CommanderError ? usageOf(error, helpHint(program, args)) : error;
    return explain(fault, args.includes("--json"), terminal);
  }
}

function explain(error: unknown, json: boolean, terminal: Terminal): number {
  if (error instanceof UsageFault || error instanceof ConfigFault) return usage(error, json, terminal);
  const info = faultInfoOf(error);
  const status = statusOf(info.code);
  report(info.message, info.hint, json, { status, error: info }, terminal);
  return EXIT[status];
}

function usage(fault: Fault, json: boolean, terminal: Terminal): number {
  const info = faultInfoOf(fault);
  report(info.message, info.hint, json, { status: "error", error: info }, terminal);
  return EXIT.usage;
}

function usageOf(error: CommanderError, help: string): UsageFault {
  const [message = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const hint = rest.join(" ").replaceAll(/[()]/g, "");
  return new UsageFault(message, hint === "" ? help : hint);
}

function report(
  message: string,
  hint: string | undefined,
  json: boolean,
  body: unknown,
  terminal: Terminal,
): void {
  if (json) return terminal.out(JSON.stringify(body));
  terminal.note(`${terminal.paint("red", "error:", "note")} ${printable(message)}`);
  if (hint !== undefined) terminal.note(printable(hint));
}
