import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Fault } from "../../kernel/index.ts";
import { COMMAND_VARIABLE, INIT_SCRIPT } from "./init-script.ts";

/** A program, its arguments and its environment. */
export interface LaunchLine {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What it finds at the descriptors from 5 on: descriptors of ours, which are closed once it has them. */
  readonly given?: readonly (number | undefined)[];
}

/** How a command gets a PID namespace of its own. */
export interface NamespaceWay {
  /** The shell and the script that are its first process, if not bash and ours. */
  readonly init?: readonly string[];
  /** The helper's line that runs another one inside. */
  enter(inner: LaunchLine): LaunchLine;
  /** Hears of the helper as soon as it is there. */
  begun?(pid: number): void;
  /** Why the helper did not get as far as the command, by what it printed; without this, that is not listened to. */
  explain?(said: string): Fault;
}

/** What is started for a command: the shell itself, or the helper that puts it into a namespace. */
export function launchLine(
  command: string,
  env: Readonly<Record<string, string>>,
  way: NamespaceWay | undefined,
): LaunchLine {
  const shell = shellFor(env["PATH"]);
  if (way === undefined) return { program: shell[0], args: [...shell.slice(1), command], env };
  const [program = "", ...args] = [...(way.init ?? [...shell, INIT_SCRIPT]), "deckhand", ...shell];
  return way.enter({ program, args, env: { ...env, [COMMAND_VARIABLE]: command } });
}

/** Without `--norc` bash takes a socket on standard input for a remote login and reads start-up files. */
function shellFor(path: string | undefined): readonly [string, ...string[]] {
  const bash = findProgram("bash", path);
  return bash === undefined ? ["/bin/sh", "-c", "--"] : [bash, "--norc", "-c", "--"];
}

/** Finds a program; names relative to the working directory are never trusted. */
export function findProgram(name: string, path = ""): string | undefined {
  const folders = ["/bin", "/usr/bin", ...path.split(delimiter).filter(isAbsolute)];
  return folders.map((folder) => join(folder, name)).find((program) => existsSync(program));
}
