import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The processes that work in a folder, or were started with a setting that names it: what a test must not leave behind. */
export function processesIn(folder: string): readonly string[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    try {
      const isInside = readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      const isMarked = readFileSync(`/proc/${pid}/environ`, "latin1").includes(`=${folder}\0`);
      if (!isInside && !isMarked) return [];
      return [readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim().slice(0, 80)];
    } catch {
      return [];
    }
  });
}

/** Waits until a folder holds at least so many processes of this command; the shell that is given its text is none of them. */
export async function untilRunning(folder: string, command: string, count = 1): Promise<void> {
  while (processesIn(folder).filter((line) => line.startsWith(command)).length < count) await sleep(10);
}

/** Waits until nothing works in a folder any more. */
export async function untilNone(folder: string): Promise<void> {
  while (processesIn(folder).length > 0) await sleep(10);
}
