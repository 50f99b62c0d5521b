import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { PROFILE_NAMES } from "../../deck/index.ts";
import { TRUST_LEVELS, type TrustLevel } from "../../kernel/index.ts";
import { UsageFault } from "./usage-fault.ts";

/** The flags of everything that opens a session, as the command line parsed them. */
export interface SessionFlags {
  readonly cwd?: string;
  readonly session?: string;
  readonly config?: string;
  readonly profile?: string;
  readonly deferred?: boolean;
  readonly tools?: readonly string[] | false;
  readonly addDir?: readonly string[];
  readonly trust?: TrustLevel;
  readonly json?: boolean;
}

/** The session of the command line in a workspace, unless a person names another. */
export const USUAL_SESSION = "cli";

/** Declares the session flags; they are understood before and after the command. */
export function addSessionFlags(program: Command): void {
  program
    .option("--cwd <dir>", "work in this folder instead of the current one")
    .option("--session <name>", "the session to go on with: its checklist, mode and memory")
    .option("--mcp <path>", "MCP configuration file (repeatable, comma-joined)", joined)
    .option("--tools <names>", "offer only these tools (comma-joined)", joined)
    .option("--no-tools", "offer no tools at all")
    .option("--profile <name>", `which part of the deck to offer: ${PROFILE_NAMES.join(", ")}`)
    .option("--deferred", "show a model only how to find tools, and what is pinned")
    .option("--role <name>", "role pack to work in")
    .addOption(new Option("--trust <level>", "how far the caller is trusted").choices(TRUST_LEVELS))
    .option("--store <url>", "where the session is remembered")
    .option("--config <file>", "configuration file to use")
    .option("--add-dir <dir>", "a further folder tools may reach (repeatable)", repeated)
    .option("--json", "print JSON for machines");
}

/** The whole path of a folder that a flag names; one that does not exist is wrong usage. */
export function folder(path: string): string {
  const resolved = resolve(path);
  if (statSync(resolved, { throwIfNoEntry: false })?.isDirectory() === true) return resolved;
  throw new UsageFault(`There is no such folder: ${path}`, "Give --cwd and --add-dir a folder that exists.");
}

/** Whoever says none means it, also before the names. */
function joined(value: string, previous: readonly string[] | false | undefined): readonly string[] | false {
  if (previous === false) return false;
  const names = value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return [...(previous ?? []), ...names];
}

function repeated(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
