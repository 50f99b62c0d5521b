import { findProgram, type LaunchLine } from "../local/launch-line.ts";

/** Shells that can be the first process of a namespace, each a program and how it is given a script. */
export interface FirstShells {
  /** The one that starts sooner. */
  readonly quick: ShellLine;
  /** One that passes every variable on, whatever its name. */
  readonly faithful: ShellLine;
}

type ShellLine = readonly [program: string, ...options: string[]];

/** Finds the shells of this machine. */
export function findFirstShells(): FirstShells | undefined {
  const [dash, bash] = [findProgram("dash"), findProgram("bash")];
  const dashLine: ShellLine | undefined = dash === undefined ? undefined : [dash, "-c"];
  // Without `--norc` bash takes a socket for a remote login and reads start-up files.
  const bashLine: ShellLine | undefined = bash === undefined ? undefined : [bash, "--norc", "-c"];
  const [quick, faithful] = [dashLine ?? bashLine, bashLine ?? dashLine];
  return quick === undefined || faithful === undefined ? undefined : { quick, faithful };
}

/** What we answer when we hear that a program starts. */
export const STILL_HERE = "here\n";

/**
 * What the first process of a program's namespace does; its end is everybody's. Descriptor 3 leads to us: there it tells
 * that the program starts, and how it ended. From then on our death is its own; whether we died before that is found out
 * beside the program, since we give no answer then. What the shell itself has to say goes to descriptor 3 too, as that is
 * where it names the signal that ended the program; but who listens for our answer must not die of complaining about us.
 */
const SCRIPT = `
exec 4>&2 2>&3
(read -r here <&3 || kill -KILL -1) >/dev/null 2>&1 4>&- &
(echo started >&3 && exec "$@" 2>&4 3>&- 4>&-)
echo "$? none" >&3
`;

/** Bash begins what it says of a signal with the name it is given, and signals are told by their capital letter. */
const SHELL_NAME = "Program";

/** What shells put into the environment of what they start. */
const ADDED = ["PWD", "OLDPWD", "SHLVL"];

/** The line of a shell that starts a program as its only child and ends with it. */
export function firstProcess(shells: FirstShells, { program, args, env }: LaunchLine): LaunchLine {
  const isPlain = Object.keys(env).every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  const [shell, ...options] = isPlain ? shells.quick : shells.faithful;
  const added = ADDED.filter((name) => !Object.hasOwn(env, name));
  const script = `${added.length === 0 ? "" : `unset ${added.join(" ")}`}${SCRIPT}`;
  return { program: shell, args: [...options, script, SHELL_NAME, program, ...args], env };
}
