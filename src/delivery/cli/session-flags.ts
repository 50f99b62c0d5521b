import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { TRUST_LEVELS } from "../../kernel/index.ts";
import type { SessionSettings } from "../../session/index.ts";
import { UsageFault } from "./usage-fault.ts";

/** The flags of everything that opens a session, as the command line parsed them. */
export interface SessionFlags {
  readonly cwd?: string;
  readonly tools?: readonly string[] | false;
  readonly addDir?: readonly string[];
  readonly json?: boolean;
}

/** Declares the session flags; they are understood before and after the command. */
export function addSessionFlags(program: Command): void {
  program
    .option("--cwd <dir>", "work in this folder instead of the current one")
    .option("--session <name>", "name of the session")
    .option("--mcp <path>", "MCP configuration file (repeatable, comma-joined)", joined)
    .option("--tools <names>", "offer only these tools (comma-joined)", joined)
    .option("--no-tools", "offer no tools at all")
    .option("--profile <name>", "which part of the deck to offer")
    .option("--role <name>", "role pack to work in")
    .addOption(new Option("--trust <level>", "how far the caller is trusted").choices(TRUST_LEVELS))
    .option("--store <url>", "where the session is remembered")
    .option("--config <file>", "configuration file to use")
    .option("--add-dir <dir>", "a further folder tools may reach (repeatable)", repeated)
    .option("--json", "print JSON for machines");
}

/** What the flags mean for the session to open. */
export function settingsOf(flags: SessionFlags): SessionSettings {
  const settings = { cwd: folder(flags.cwd ?? "."), addDirs: (flags.addDir ?? []).map(folder) };
  if (flags.tools === undefined) return settings;
  return { ...settings, tools: flags.tools === false ? [] : flags.tools };
}

function folder(path: string): string {
  const resolved = resolve(path);
  if (statSync(resolved, { throwIfNoEntry: false })?.isDirectory() === true) return resolved;
  throw new UsageFault(`There is no such folder: ${path}`, "Give --cwd and --add-dir a folder that exists.");
}

function joined(value: string, previous: readonly string[] | false | undefined): readonly string[] {
  const names = value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0)
    throw new UsageFault("An empty list was given.", "Join several values with commas.");
  return [...(previous === false ? [] : (previous ?? [])), ...names];
}

function repeated(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
