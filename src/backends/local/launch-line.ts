import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { COMMAND_VARIABLE, INIT_SCRIPT } from "./init-script.ts";

/** A program, its arguments and its environment. */
export interface LaunchLine {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a command gets a PID namespace of its own: the helper that makes it, and the options it needs here. */
export interface NamespaceWay {
  readonly helper: string;
  readonly options: readonly string[];
}

/** What is started for a command: the shell itself, or the helper that puts it into a namespace. */
export function launchLine(
  command: string,
  env: Readonly<Record<string, string>>,
  way: NamespaceWay | undefined,
): LaunchLine {
  const shell = shellFor(env["PATH"]);
  if (way === undefined) return { program: shell[0], args: [...shell.slice(1), command], env };
  return {
    program: way.helper,
    args: [...way.options, "--", ...shell, INIT_SCRIPT, "deckhand", ...shell],
    env: { ...env, [COMMAND_VARIABLE]: command },
  };
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
