import { styleText } from "node:util";
import { EXIT } from "./exit-code.ts";

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Where the command line prints; data to one side, everything else to the other. */
export interface Terminal {
  /** Data, on standard output. */
  out(text: string): void;
  /** Everything else, on standard error. */
  note(text: string): void;
  /** Colours a text if it is printed to a terminal that wants colours. */
  paint(style: Style, text: string, to?: "out" | "note"): string;
  readonly isInteractive: boolean;
  /** Aborted when the person presses Ctrl-C. */
  readonly interrupt: AbortSignal;
  /** Replaces the last line on standard error; only on a terminal. */
  status(text: string): void;
}

/** The terminal of this process. */
export function openTerminal(): Terminal {
  const { stdout, stderr } = process;
  stdout.on("error", leave);
  // Nobody can be told that nobody can be told.
  stderr.on("error", () => undefined);
  return {
    out: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    paint: (style, text, to = "out") =>
      wantsColour(to === "out" ? stdout : stderr) ? styleText(style, text) : text,
    isInteractive: stderr.isTTY,
    interrupt: interruption(),
    status: (text) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${text}`);
    },
  };
}

const GRACE_MS = 2000;

const end = (): never => process.exit(EXIT.interrupted);

/** The first Ctrl-C asks the work to stop; it is ended if it does not, or at the second. */
function interruption(): AbortSignal {
  const aborter = new AbortController();
  process.once("SIGINT", () => {
    process.once("SIGINT", end);
    setTimeout(end, GRACE_MS).unref();
    aborter.abort();
  });
  return aborter.signal;
}

/** Whoever read our output has left, as `head` does, and wants no more; any other failure is told. */
function leave(error: NodeJS.ErrnoException): never {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  process.stderr.write(`error: standard output cannot be written: ${error.message}\n`);
  process.exit(EXIT.error);
}

function wantsColour(stream: NodeJS.WriteStream): boolean {
  if ((process.env["NO_COLOR"] ?? "") !== "") return false;
  const forced = process.env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0";
  return stream.isTTY && process.env["TERM"] !== "dumb";
}
