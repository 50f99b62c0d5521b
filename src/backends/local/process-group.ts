import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import {
  hasProcessTable,
  hasWrappedSince,
  livingProcesses,
  type ProcessRow,
  wasStartedWith,
} from "./process-table.ts";
import { DEATH_MS, hasEnded, type ProcessTree, requireSignal, send } from "./process-tree.ts";

const POLL_MS = 10;

/**
 * The processes of a group, and those that left it: found by their parents and by a setting in their environment.
 * One that left its group, its parents and its environment is not found.
 */
export function createGroupTree(child: ChildProcess, setting: string): ProcessTree {
  const leader = child.pid ?? 0;
  let isOver = false;
  let ending: Promise<void> | undefined;
  return {
    signal,
    count: () => (isOver ? 0 : members().length),
    end: (graceMs) => (ending ??= end(graceMs)),
  };

  function signal(name: string): void {
    const wanted = requireSignal(name);
    if (!isOver) tell(wanted, members());
  }

  async function end(graceMs: number): Promise<void> {
    const left = members();
    if (isEnd(left)) return;
    tell("SIGTERM", left);
    if (await endsWithin(graceMs, () => undefined)) return;
    // Again on every turn: a process that was just being born is easily overlooked.
    await endsWithin(DEATH_MS, (survivors) => tell("SIGKILL", survivors));
  }

  async function endsWithin(ms: number, onTurn: (left: readonly ProcessRow[]) => void): Promise<boolean> {
    const deadline = performance.now() + ms;
    for (let left = members(); !isEnd(left); left = members()) {
      if (performance.now() >= deadline) return false;
      onTurn(left);
      await sleep(POLL_MS);
    }
    return true;
  }

  /** Once nobody is left, the numbers may be given to somebody else. */
  function isEnd(left: readonly ProcessRow[]): boolean {
    isOver ||= hasEnded(child) && left.length === 0 && (hasProcessTable() || !send(-leader, 0));
    return isOver;
  }

  function tell(wanted: NodeJS.Signals, whom: readonly ProcessRow[]): void {
    send(-leader, wanted);
    for (const { pid, group } of whom) if (group !== leader) send(pid, wanted);
  }

  function members(): readonly ProcessRow[] {
    const candidates = livingProcesses(hasWrappedSince(leader) ? 1 : leader);
    const found = new Set(candidates.filter(isOurs).map(({ pid }) => pid));
    for (const { pid, parent } of candidates) if (found.has(parent)) found.add(pid);
    return candidates.filter(({ pid }) => found.has(pid));
  }

  function isOurs({ pid, group }: ProcessRow): boolean {
    return group === leader || wasStartedWith(pid, setting);
  }
}
