import { randomBytes } from "node:crypto";
import { createTurns } from "../overlay/turns.ts";
import { type JobTrace, MARKER_NAME } from "../supervisor/end-processes.ts";
import { type JobFolder, openJobFolder } from "../supervisor/job-folder.ts";
import { identityOfProcess } from "../supervisor/process-identity.ts";
import { reapSurvivors } from "../supervisor/reap-survivors.ts";

/** What the next host needs to end the programs of this one, should it die. */
export interface SurvivorNotes {
  /** What every program has in its environment, and everything it starts. */
  readonly env: Readonly<Record<string, string>>;
  /** Notes that a program is about to start; answers how to tell its number, and how to strike it out. */
  add(): Promise<ProgramNote>;
}

/** The note of one program. */
export interface ProgramNote {
  started(pid: number): void;
  ended(): void;
}

/** Keeps notes in a workspace for as long as programs run; where nothing can be written, it goes without. */
export function createSurvivorNotes(workspace: string): SurvivorNotes {
  const marker = randomBytes(16).toString("hex");
  const traces = new Map<symbol, JobTrace>();
  const inTurn = createTurns();
  let folder: JobFolder | undefined;
  let isWritten = true;
  return {
    env: { [MARKER_NAME]: marker },
    add: async () => {
      const program = Symbol("program");
      await note(program, { marker });
      return {
        started: (pid) => {
          const leader = identityOfProcess(pid);
          if (leader !== undefined) void note(program, { marker, leader });
        },
        ended: () => void note(program, undefined),
      };
    },
  };

  async function note(program: symbol, trace: JobTrace | undefined): Promise<void> {
    if (trace === undefined) traces.delete(program);
    else traces.set(program, trace);
    isWritten = false;
    await inTurn(write).catch(() => undefined);
  }

  /** Programs that start at once share one write. */
  async function write(): Promise<void> {
    if (isWritten) return;
    isWritten = true;
    if (traces.size > 0) {
      folder ??= await openFolder(workspace);
      await folder.register([...traces.values()]);
    } else {
      const left = folder;
      folder = undefined;
      await left?.remove();
    }
  }
}

async function openFolder(workspace: string): Promise<JobFolder> {
  await reapSurvivors(workspace).catch(() => undefined);
  return openJobFolder(workspace, "programs");
}
