import { randomBytes } from "node:crypto";
import type { Program, Programs, ProgramSpec } from "../../kernel/index.ts";
import { MARK_VARIABLE } from "../local/local-shell.ts";
import { findCommand, type FoundCommand } from "./find-command.ts";
import { findProgramWays, programLine, type ProgramWays } from "./program-ways.ts";
import { startProgram } from "./running-program.ts";
import { createSurvivorNotes } from "./survivor-notes.ts";

/** How programs are kept together on this machine. */
export interface LocalProgramsOptions {
  /** Where what is running is noted, below `.deckhand`, on machines that do not end it with us; the next host ends it then. */
  readonly workspace?: string;
  /** False to do without PID namespaces even where the machine would allow them. */
  readonly namespace?: boolean;
}

/**
 * The machine's own programs, started without a shell.
 * Where the machine allows it each has a PID namespace that the kernel ends with us; elsewhere it has a process group, what
 * left that is looked for, and what outlived us is ended by the next host of the workspace.
 */
export function createLocalPrograms({ workspace, namespace = true }: LocalProgramsOptions = {}): Programs {
  const notes = workspace === undefined ? undefined : createSurvivorNotes(workspace);
  let finding: Promise<ProgramWays> | undefined;
  return { start };

  async function start(spec: ProgramSpec): Promise<Program> {
    const ways = await (finding ??= findProgramWays(namespace));
    const found = findCommand(spec);
    if (ways.namespace !== undefined || notes === undefined) return startFound(found, spec, ways);
    const note = await notes.add();
    try {
      const program = await startFound(found, spec, ways, { env: notes.env, onGone: () => note.ended() });
      note.started(program.pid);
      return program;
    } catch (error) {
      note.ended();
      throw error;
    }
  }
}

/** What is done for a program that may outlive us. */
interface Tracking {
  readonly env?: Readonly<Record<string, string>>;
  readonly onGone?: () => void;
}

function startFound(
  { program, path }: FoundCommand,
  { args, cwd, env: given }: ProgramSpec,
  ways: ProgramWays,
  tracking: Tracking = {},
): Promise<Program> {
  const id = randomBytes(8).toString("hex");
  const searched = path === undefined ? {} : { PATH: path };
  const env = { ...given, ...searched, ...tracking.env, [MARK_VARIABLE]: id };
  return startProgram({
    line: programLine(ways, { program, args, env }),
    cwd,
    mark: `${MARK_VARIABLE}=${id}`,
    isIsolated: ways.namespace !== undefined,
    onGone: tracking.onGone,
  });
}
