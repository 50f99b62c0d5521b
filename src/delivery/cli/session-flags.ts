import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { TrustLevel } from "../../kernel/index.ts";
import { type FlagKind, type FlagRow, SESSION_FLAGS } from "./flag-table.ts";
import { UsageFault } from "./usage-fault.ts";

/** The flags of everything that opens a session, as the command line parsed them. */
export interface SessionFlags {
  readonly cwd?: string;
  readonly session?: string;
  readonly config?: string;
  readonly profile?: string;
  readonly deferred?: boolean;
  readonly tools?: readonly string[] | false;
  /** Files and folders of MCP servers, as they were named. */
  readonly mcp?: readonly string[];
  readonly addDir?: readonly string[];
  readonly trust?: TrustLevel;
  readonly json?: boolean;
}

/** The session of the command line in a workspace, unless a person names another. */
export const USUAL_SESSION = "cli";

/** Declares the session flags; they are understood before and after the command. */
export function addSessionFlags(program: Command, rows: readonly FlagRow[] = SESSION_FLAGS): void {
  for (const row of rows) program.addOption(optionOf(row));
}

/** What `--mcp` names, whole; nothing when it names nothing, so that the usual places are looked at. */
export function mcpPathsOf({ mcp = [] }: SessionFlags): readonly string[] | undefined {
  return mcp.length === 0 ? undefined : mcp.map((path) => resolve(path));
}

/** The whole path of a folder that a flag names; one that does not exist is wrong usage. */
export function folder(path: string): string {
  const resolved = wholePath(path);
  if (statSync(resolved, { throwIfNoEntry: false })?.isDirectory() === true) return resolved;
  throw new UsageFault(`There is no such folder: ${path}`, "Give --cwd and --add-dir a folder that exists.");
}

function wholePath(path: string): string {
  try {
    return resolve(path);
  } catch {
    throw new UsageFault(
      "The folder you are in is gone.",
      "Change to one that exists, or name one with --cwd.",
    );
  }
}

function optionOf({ name, aliases, kind, group, value, choices, describe }: FlagRow): Option {
  const names = [...(aliases ?? []), name].map((each) => `--${each}`).join(", ");
  const option = new Option(value === undefined ? names : `${names} <${value}>`, describe);
  const parse = PARSERS[kind];
  if (parse !== undefined) option.argParser(parse);
  if (choices !== undefined) option.choices(choices);
  return option.helpGroup(`${group}:`);
}

const PARSERS: Readonly<Record<FlagKind, Parse | undefined>> = {
  switch: undefined,
  text: undefined,
  repeat: (value, previous) => [...(previous || []), value],
  list: joined,
};

type Parse = (value: string, previous: readonly string[] | false | undefined) => readonly string[] | false;

/** Whoever says none means it, also before the names. */
function joined(value: string, previous: readonly string[] | false | undefined): readonly string[] | false {
  if (previous === false) return false;
  const names = value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return [...(previous ?? []), ...names];
}
