import { join } from "node:path";
import { type Fs, isFsFault } from "../../kernel/index.ts";
import { endProcesses } from "./end-processes.ts";
import { jobsFolder } from "./job-folder.ts";
import { type JobRegistry, tryParseRegistry } from "./job-registry.ts";
import { isAlive, thisPlace } from "./process-identity.ts";

const REGISTRY_FILE = /^[A-Za-z0-9_-]+\.json$/;

/** More than any registry holds. */
const MOST_BYTES = 256 * 1024;

const GRACE_MS = 500;

/**
 * Ends the jobs that hosts which died left running, and removes the logs they left in the workspace.
 * A process is ended only if it is the very one that was started, by number and start time or by its marker.
 */
export async function reapSurvivors(workspace: string): Promise<void> {
  const { fs, real } = jobsFolder(workspace);
  for (const file of await registriesIn(fs, real)) {
    const registry = await tryRegistry(fs, file);
    if (registry === undefined || !isAbandoned(registry)) continue;
    if (isHere(registry)) await endProcesses(registry.jobs, GRACE_MS);
    await removeTraces(fs, file);
  }
}

async function registriesIn(fs: Fs, folder: string): Promise<string[]> {
  const children = await fs.readdir(folder).catch((error: unknown) => {
    if (isFsFault(error, "ENOENT")) return [];
    throw error;
  });
  return children
    .map(({ name }) => name)
    .filter((name) => REGISTRY_FILE.test(name))
    .map((name) => join(folder, name));
}

async function tryRegistry(fs: Fs, path: string): Promise<JobRegistry | undefined> {
  const { size, isFile } = await fs.stat(path).catch(() => ({ size: 0, isFile: false }));
  if (!isFile || size > MOST_BYTES) return undefined;
  return tryParseRegistry(await fs.readText(path).catch(() => ""));
}

/** Nobody can tell from here whether a host in another view of the processes is alive. */
function isAbandoned({ place, host }: JobRegistry): boolean {
  const here = thisPlace();
  if (here === undefined) return false;
  return place.boot !== here.boot || (place.view === here.view && !isAlive(host));
}

/** Before the machine was booted again, every number meant another process. */
function isHere({ place }: JobRegistry): boolean {
  return place.boot === thisPlace()?.boot;
}

async function removeTraces(fs: Fs, registry: string): Promise<void> {
  await fs.rm(registry.slice(0, -".json".length), { recursive: true, ignoreMissing: true });
  await fs.rm(registry, { ignoreMissing: true });
}
