import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { Fault, type ProgramSpec } from "../../kernel/index.ts";
import { contains } from "../local/confinement.ts";

/** Where a program is, and the PATH it is given itself: what it looks up by name is found nowhere else than it was. */
export interface FoundCommand {
  readonly program: string;
  readonly path: string | undefined;
}

/** Finds the program of a spec without asking a shell, or throws what was looked for and where. */
export function findCommand(spec: ProgramSpec): FoundCommand {
  requireFolder(spec.cwd);
  const folders = foldersOf(spec);
  const path = spec.env["PATH"] === undefined ? undefined : folders.trusted.join(delimiter);
  const isPlaced = spec.command.includes("/");
  const places = isPlaced
    ? [resolve(spec.cwd, spec.command)]
    : folders.trusted.map((folder) => join(folder, spec.command));
  const program = spec.command === "" ? undefined : places.find(isProgram);
  if (program !== undefined) return { program, path };
  throw isPlaced ? notAtPlace(spec.command, places[0] ?? "") : notOnPath(spec.command, folders);
}

interface SearchedFolders {
  readonly trusted: readonly string[];
  /** Entries that are relative, or lie where tools write. */
  readonly passedOver: readonly string[];
}

function foldersOf({ env, untrusted = [] }: ProgramSpec): SearchedFolders {
  const guarded = untrusted.map((folder) => tryRealPath(folder) ?? resolve(folder));
  const entries = (env["PATH"] ?? "").split(delimiter);
  const isTrusted = (entry: string): boolean => {
    if (!isAbsolute(entry)) return false;
    const real = tryRealPath(entry) ?? resolve(entry);
    return !guarded.some((folder) => contains(folder, real));
  };
  return {
    trusted: entries.filter(isTrusted),
    passedOver: entries.filter((entry) => isAbsolute(entry) && !isTrusted(entry)),
  };
}

function tryRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function requireFolder(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new Fault("not_found", `There is no folder ${quoted(cwd)} to start a program in.`, {
    hint: "Correct its working directory.",
  });
}

function notAtPlace(command: string, place: string): Fault {
  if (statSync(place, { throwIfNoEntry: false })?.isFile() === true) {
    return new Fault("unavailable", `${quoted(place)} may not be executed.`, {
      hint: "Make it executable, or name the interpreter as the command and the file as its argument.",
    });
  }
  return new Fault("not_found", `There is no program at ${quoted(place)}.`, {
    hint: shellHint(command) ?? "Correct the command.",
  });
}

function notOnPath(command: string, { trusted, passedOver }: SearchedFolders): Fault {
  const untrusted = passedOver.find((folder) => isProgram(join(folder, command)));
  return new Fault("not_found", `There is no program ${quoted(command)} on the PATH.`, {
    hint: [
      shellHint(command),
      untrusted === undefined ? undefined : untrustedHint(join(untrusted, command)),
      INSTALLED_WITH.get(command),
      trusted.length === 0
        ? "The PATH names no folder that is searched."
        : `Searched: ${clipped(trusted.join(", "))}.`,
    ]
      .filter((sentence) => sentence !== undefined)
      .join(" "),
  });
}

const INSTALLED_WITH: ReadonlyMap<string, string> = new Map([
  ["npx", "npx comes with Node.js and npm: install them, or put their folder on the PATH."],
  ["uvx", "uvx comes with uv: install it, or put its folder on the PATH."],
]);

function untrustedHint(place: string): string {
  return `${quoted(place)} is passed over, since tools can write there: give its whole path if it is meant.`;
}

/** What only a shell would take apart. */
const SHELL_CHARACTERS = /[\s|&;<>()$`"'*?[\]{}~#!\\]/;

function shellHint(command: string): string | undefined {
  if (!SHELL_CHARACTERS.test(command)) return undefined;
  return "It is started without a shell, so the whole text is one name: give arguments apart from the command.";
}

function quoted(text: string): string {
  return JSON.stringify(clipped(text));
}

const MOST_SHOWN = 500;

function clipped(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
