import { constants } from "node:os";
import type { Readable } from "node:stream";
import type { ShellExit } from "../../kernel/index.ts";

/** The variable that carries the command to the first process, out of sight of `ps` and of `pkill -f`. */
export const COMMAND_VARIABLE = "DECKHAND_COMMAND";

/**
 * What the first process of a namespace does: bash, as the kernel lets nobody inside end it.
 * Descriptor 3 leads to us; 4, if open, is the command's standard error, so that what the helper says is nobody's output.
 * It starts the command as its only other job, tells how that ended and whether anything is left running, and stays until
 * nothing is, or until we let go of descriptor 3, also by dying; its own end is everybody's. The watch over descriptor 3
 * is a job, as bash hears of nothing else while it reads; a command that kills or stops everybody gets it back at once.
 * `jobs` is the one place where bash tells an exit code from a signal; job control keeps SIGINT and standard input as they were.
 */
export const INIT_SCRIPT = `
set -m
command=$${COMMAND_VARIABLE}
unset ${COMMAND_VARIABLE} started watches
{ : >&4; } 2>/dev/null || exec 4>/dev/null
watch() {
  { trap '' HUP INT QUIT TERM USR1 USR2; read -r -u 3; while kill -TERM 1; do :; done; } </dev/null >/dev/null 4>&- &
  watch=$!
  watches+=" $!"
}
keep_watch() { kill -CONT $watch || watch; }
watch
trap 'kill -0 \${started-$!} || jobs %2 >&3; [ -z "$started" ] || keep_watch' CHLD
"$@" "$command" 2>&4 3>&- 4>&- &
started=$!
keep_watch
trap 'exit 143' TERM
echo started >&3
exec </dev/null >/dev/null 4>&-
wait -f $started
code=$?
trap - CHLD
kill -KILL $watches
wait $watches
if kill -0 -- -1; then left=some; else left=none; fi
echo "$code $left" >&3
while kill -0 -- -1; do
  read -r -t 0.02 -u 3 || [ $? -gt 128 ] || exit
done
`;

/** How a command ended, and whether it is known to have left nothing running. */
export interface InitReport {
  readonly exit: ShellExit;
  readonly leavesNothing: boolean;
}

/** Hears what the first process tells: that the command has started, so that signals reach it, and how it ended. */
export function listenToInit(
  report: Readable | null,
  gone: Promise<ShellExit>,
): { readonly started: Promise<boolean>; readonly exited: Promise<InitReport> } {
  let told = "";
  const exited = new Promise<InitReport>((resolve) => {
    report?.on("data", (chunk: Buffer) => {
      told = (told + chunk.toString("latin1")).slice(-REPORT_LENGTH);
      const ended = parseReport(told);
      if (ended !== undefined) resolve(ended);
    });
    report?.once("close", () => resolve(gone.then(untoldEnd)));
  });
  const started = new Promise<boolean>((resolve) => {
    report?.once("data", () => resolve(true));
    report?.once("close", () => resolve(false));
  });
  return { started, exited };
}

const REPORT_LENGTH = 4_096;

/** Reads what the first process has told so far; undefined until the command has ended. */
function parseReport(told: string): InitReport | undefined {
  const [, code = "", left] = /^(\d+) (some|none)$/m.exec(told) ?? [];
  if (left === undefined) return undefined;
  return { exit: exitOf(Number(code), told), leavesNothing: left === "none" };
}

function exitOf(code: number, told: string): ShellExit {
  return code > 128 && isSignalled(code, told.split("\n"))
    ? { code: null, signal: signalName(code - 128) }
    : { code };
}

/**
 * To bash, a job that ended by itself is listed with its code, one that a signal ended with the signal's name.
 * Other shells name a signal, and only that, on a line of its own.
 */
function isSignalled(code: number, told: readonly string[]): boolean {
  const job = told.findLast((line) => line.startsWith("[2]"));
  if (job === undefined) return told.some((line) => /^[A-Z]/.test(line));
  return !job.slice("[2]+".length, job.indexOf('"$@"')).includes(String(code));
}

function signalName(number: number): string {
  const known = Object.entries(constants.signals).find(([, value]) => value === number);
  return known?.[0] ?? `SIG${number}`;
}

/** When it ended without a word, we killed it, or the command asked it to end. */
function untoldEnd({ code }: ShellExit): InitReport {
  return { exit: { code: null, signal: code === 143 ? "SIGTERM" : "SIGKILL" }, leavesNothing: true };
}
