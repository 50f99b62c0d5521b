import { findProgram } from "../local/launch-line.ts";
import { COMMAND_VARIABLE, INIT_SCRIPT } from "../local/init-script.ts";

/** A shell that can be the first process of a sandbox, and what it counts limits in. */
export interface InitShell {
  readonly program: readonly string[];
  readonly script: string;
  /** The unit of `ulimit -f`, in bytes. */
  readonly fileUnit: number;
  /** The letter of the limit on processes. */
  readonly processes: "u" | "p";
}

/**
 * What the local shell's first process does, without its watch over the host: bubblewrap ends it with the host.
 * Dash begins several times faster than bash. It waits for the command itself, as a command in the background would have lost
 * its input and SIGINT; descriptor 2 leads to us as well, since that is where dash names the signal that ended a command.
 */
const LEAN_SCRIPT = `
command=$${COMMAND_VARIABLE}
unset ${COMMAND_VARIABLE}
true 2>/dev/null >&4 || exec 4>/dev/null
exec 2>&3
(echo started >&3; exec "$@" "$command" 2>&4 3>&- 4>&-)
code=$?
exec </dev/null >/dev/null 4>&-
if kill -0 -1 2>/dev/null; then left=some; else left=none; fi
echo "$code $left" >&3
[ $left = none ] || read -r gone <&3
`;

/** Finds the quickest shell there is for the first process. */
export function findInitShell(): InitShell {
  const dash = findProgram("dash");
  if (dash !== undefined)
    return { program: [dash, "-c"], script: LEAN_SCRIPT, fileUnit: 512, processes: "p" };
  return bashInit();
}

/** The local shell's own first process, for machines without dash. */
export function bashInit(): InitShell {
  const bash = findProgram("bash") ?? "/bin/bash";
  return { program: [bash, "--norc", "-c"], script: INIT_SCRIPT, fileUnit: 1024, processes: "u" };
}
