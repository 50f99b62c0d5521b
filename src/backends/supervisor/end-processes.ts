import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { livingProcesses, type ProcessRow } from "../local/process-table.ts";
import { send } from "../local/process-tree.ts";
import { isAlive, type ProcessIdentity } from "./process-identity.ts";

/** The variable that the processes of a job are known by. */
export const MARKER_NAME = "DECKHAND_SUPERVISED";

/** What the processes of one job are known by. */
export interface JobTrace {
  /** What the variable holds in this job and no other. */
  readonly marker: string;
  /** The process that was started first. */
  readonly leader?: ProcessIdentity;
}

const POLL_MS = 20;

/** How long what was killed may take to disappear. */
const DEATH_MS = 2_000;

/** Ends every process that belongs to these jobs, wherever it went: asks first, then kills what is left after the grace. */
export async function endProcesses(jobs: readonly JobTrace[], graceMs: number): Promise<void> {
  let left = processesOf(jobs);
  for (const each of left) signal(each, "SIGTERM");
  const killFrom = performance.now() + graceMs;
  const giveUpAt = killFrom + DEATH_MS;
  while (left.length > 0 && performance.now() < giveUpAt) {
    await sleep(POLL_MS);
    left = processesOf(jobs);
    if (performance.now() >= killFrom) for (const each of left) signal(each, "SIGKILL");
  }
}

/** The first process of each job, those with its marker, and all their descendants. */
function processesOf(jobs: readonly JobTrace[]): ProcessRow[] {
  const markers = new Set(jobs.map(({ marker }) => marker));
  const leaders = new Map(jobs.map(({ leader }) => [leader?.pid, leader?.startTime]));
  const living = livingProcesses().filter(({ pid }) => pid !== process.pid);
  const found = new Set<ProcessRow>();
  const pids = new Set<number>();
  for (const each of living) {
    if (leaders.get(each.pid) === each.startTime || markers.has(markerOf(each.pid))) add(each);
  }
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const each of living) if (pids.has(each.parent) || pids.has(each.group)) add(each);
  }
  return [...found];

  function add(row: ProcessRow): void {
    found.add(row);
    pids.add(row.pid);
  }
}

function markerOf(pid: number): string {
  const start = `${MARKER_NAME}=`;
  try {
    const settings = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    return settings.find((setting) => setting.startsWith(start))?.slice(start.length) ?? "";
  } catch {
    return "";
  }
}

/** A number may have been given to somebody else since it was looked up. */
function signal(target: ProcessRow, name: NodeJS.Signals): void {
  if (isAlive(target)) send(target.pid, name);
}
