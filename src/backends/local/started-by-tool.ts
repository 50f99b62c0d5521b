import { readFile } from "node:fs/promises";
import { MARKER_NAME } from "../supervisor/end-processes.ts";
import { MARK_VARIABLE } from "./local-shell.ts";

const MARKS = [MARK_VARIABLE, MARKER_NAME];

/** More generations than any real line of processes has. */
const MOST_GENERATIONS = 256;

/**
 * Tells whether this process was started by a command that a tool runs, itself or through others. A command can take our
 * mark out of the environment of what it starts, but not out of its own as the system shows it.
 */
export async function startedByTool(
  env: Readonly<Record<string, string | undefined>> = process.env,
  pid = process.ppid,
): Promise<boolean> {
  if (MARKS.some((name) => env[name] !== undefined)) return true;
  let ancestor = pid;
  for (let generation = 0; ancestor > 0 && generation < MOST_GENERATIONS; generation += 1) {
    if (await isMarked(ancestor)) return true;
    ancestor = await parentOf(ancestor);
  }
  return false;
}

/** What belongs to another user, or is shown by no file, was not started by our tools. */
async function isMarked(pid: number): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
  return environment.split("\0").some((entry) => MARKS.some((name) => entry.startsWith(`${name}=`)));
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
}
