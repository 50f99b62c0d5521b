import { createHash } from "node:crypto";
import { join } from "node:path";
import { FsFault, isFsFault } from "../../kernel/index.ts";
import { failedWith } from "../local/fs-faults.ts";
import { makeOwnFolder, type OwnFolder, ownFolder } from "../local/own-folder.ts";
import { createTurns } from "../overlay/turns.ts";
import type { JobTrace } from "./end-processes.ts";
import { registryBytes } from "./job-registry.ts";
import { createLogFile, type LogFile } from "./log-file.ts";

/** The logs of one job. */
export interface JobLogs {
  readonly stdout: LogFile;
  readonly stderr: LogFile;
  flushed(): Promise<void>;
  remove(): Promise<void>;
}

/** What one supervisor keeps outside its memory. */
export interface JobFolder {
  /** Absent where output is kept in memory only. */
  createLogs(id: string): Promise<JobLogs | undefined>;
  /** Writes down, whole or not at all, what the next host must end should this one die. */
  register(jobs: readonly JobTrace[]): Promise<void>;
  remove(): Promise<void>;
}

/** Keeps nothing. */
export const memoryFolder: JobFolder = {
  createLogs: () => Promise.resolve(undefined),
  register: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** The folder of a workspace that all supervisors share. */
export function jobsFolder(workspace: string): OwnFolder {
  return ownFolder(join(workspace, ".deckhand", "jobs"));
}

/** Makes a folder for the logs of a session, with the registry beside it; another one of that name is left alone. */
export async function openJobFolder(workspace: string, session: string): Promise<JobFolder> {
  const own = jobsFolder(workspace);
  const path = await claimName(own, plainName(session));
  let held = await openNew(own, path);
  let isRemoved = false;
  const inTurn = createTurns();
  return {
    createLogs: (id) =>
      inTurn(() =>
        createLogs(id).catch(async (error: unknown) => {
          if (!failedWith(error, "ENOENT")) throw error;
          // Cleaning up a workspace takes ignored folders away while they are in use.
          await held.handle.close();
          held = await openNew(own, path);
          return createLogs(id);
        }),
      ),
    register: (jobs) =>
      inTurn(async () => {
        if (isRemoved) return;
        await makeOwnFolder(own);
        await own.fs.replace(registryOf(path), registryBytes(jobs), { mode: 0o600 });
      }),
    remove: () =>
      inTurn(async () => {
        isRemoved = true;
        await held.handle.close();
        await own.fs.rm(path, { recursive: true, ignoreMissing: true });
        await own.fs.rm(registryOf(path), { ignoreMissing: true });
      }),
  };

  async function createLogs(id: string): Promise<JobLogs> {
    const stdout = await createLog(`${id}.stdout`);
    const stderr = await createLog(`${id}.stderr`);
    const both = [stdout, stderr];
    return {
      stdout,
      stderr,
      flushed: async () => void (await Promise.all(both.map((log) => log.flushed()))),
      remove: async () => void (await Promise.all(both.map((log) => log.remove()))),
    };
  }

  function createLog(name: string): Promise<LogFile> {
    return createLogFile({ at: own.confinement.ways.inside(held, name), path: join(path, name) });
  }
}

/** Takes the first free name: a session may be open in two hosts at once. */
async function claimName(own: OwnFolder, name: string): Promise<string> {
  const { fs, real } = own;
  await makeOwnFolder(own);
  for (let turn = 1; ; turn += 1) {
    const path = join(real, turn === 1 ? name : `${name}-${turn}`);
    try {
      await fs.replace(registryOf(path), registryBytes([]), { expect: "absent", mode: 0o600 });
      return path;
    } catch (error) {
      if (!isFsFault(error, "EEXIST")) throw error;
    }
  }
}

function registryOf(path: string): string {
  return `${path}.json`;
}

async function openNew({ fs, confinement }: OwnFolder, path: string) {
  await fs.rm(path, { recursive: true, ignoreMissing: true });
  await fs.mkdir(path);
  const held = await confinement.openFolder(path, { syscall: "open", path });
  if (held.real === path) return held;
  await held.handle.close();
  throw new FsFault("ELOOP", { syscall: "open", path });
}

/** A session may be called anything; a file may not. */
function plainName(session: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(session)) return session;
  return createHash("sha256").update(session).digest("hex").slice(0, 32);
}
