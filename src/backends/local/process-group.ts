import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../kernel/index.ts";

const POLL_MS = 10;

/** How long what was killed may take to disappear. */
const DEATH_MS = 1_000;

/** Ends every process of a group: asks first, then kills what is left after the grace. */
export async function endGroup(group: number, graceMs: number): Promise<void> {
  if (!signalGroup(group, "SIGTERM")) return;
  await goneWithin(group, graceMs);
  // Also when nobody was seen any more: a process that was just being born is easily overlooked.
  if (!signalGroup(group, "SIGKILL")) return;
  await goneWithin(group, DEATH_MS);
}

/** Sends a signal to every process of a group and tells whether there was any. */
export function signalGroup(group: number, signal: string | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ESRCH") return false;
    if (code === "EPERM") return true;
    throw new Fault("invalid_input", `There is no signal ${signal}.`, { hint: "Use SIGTERM or SIGKILL." });
  }
}

/** Waits until a group is gone, but no longer than this. */
async function goneWithin(group: number, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  while (hasLiving(group) && performance.now() < deadline) await sleep(POLL_MS);
}

/** The dead count as members until somebody collects them, which in a container may be never. */
function hasLiving(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  const processes = tryRead(() => readdirSync("/proc").filter((name) => /^\d+$/.test(name))) ?? [];
  return processes.length === 0 || processes.some((pid) => isLivingMember(pid, group));
}

function isLivingMember(pid: string, group: number): boolean {
  const line = tryRead(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? "";
  const [state = "X", , memberOf] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return Number(memberOf) === group && state !== "Z" && state !== "X";
}

function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
