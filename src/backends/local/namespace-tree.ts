import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import {
  childrenOf,
  descendantsOf,
  livingProcesses,
  namespaceOf,
  type ProcessRow,
  threadCount,
} from "./process-table.ts";
import { DEATH_MS, hasEnded, type ProcessTree, requireSignal, send } from "./process-tree.ts";

const CROWD = 1_000;
const POLL_MS = 10;

/** How long a first process that is alone may take to tell how the others ended. */
const TELLING_MS = 100;

/**
 * The processes of a namespace, which all end with its first one.
 * @param child our helper, which made the namespace and waits for its first process
 * @param gone settles with the helper's end, which comes after everybody else's
 */
export function createNamespaceTree(child: ChildProcess, gone: Promise<unknown>): ProcessTree {
  const helper = child.pid ?? 0;
  const threadsBefore = threadCount();
  let ending: Promise<void> | undefined;
  return { signal, count: () => members().length, end: (graceMs) => (ending ??= end(graceMs)) };

  function signal(name: string): void {
    const wanted = requireSignal(name);
    if (wanted === "SIGKILL") kill();
    else for (const { pid } of members()) send(pid, wanted);
  }

  async function end(graceMs: number): Promise<void> {
    if (hasEnded(child)) return;
    // A crowd that multiplies is neither looked through nor given time.
    if (threadCount() < threadsBefore + CROWD) {
      signal("SIGTERM");
      await Promise.race([gone, grace(graceMs)]);
    }
    if (hasEnded(child)) return;
    kill();
    await Promise.race([gone, pause(DEATH_MS)]);
  }

  /** Over before its time soon after nobody is left to need it: a first process tells how that went, or waits to be told. */
  async function grace(ms: number): Promise<void> {
    const over = performance.now() + ms;
    while (performance.now() < over && members().length > 0) await pause(POLL_MS);
    await pause(Math.min(TELLING_MS, over - performance.now()));
  }

  /** Its first process, not the helper: the helper is to see everybody's end before we see its own. */
  function kill(): void {
    if (hasEnded(child)) return;
    if (!firstProcesses().some((pid) => send(pid, "SIGKILL"))) send(-helper, "SIGKILL");
  }

  function firstProcesses(): readonly number[] {
    return childrenOf(helper) ?? insiders().flatMap(({ pid, parent }) => (parent === helper ? [pid] : []));
  }

  /** Whoever loses its parent in there gets the first process for one: all are its descendants. */
  function members(): readonly ProcessRow[] {
    if (hasEnded(child)) return [];
    return descendantsOf(firstProcesses()) ?? insiders().filter(({ parent }) => parent !== helper);
  }

  function insiders(): readonly ProcessRow[] {
    const inside = namespaceOf(helper, "children");
    // Until the helper has made it, its children would be born among everybody else.
    if (inside === undefined || inside === namespaceOf(helper, "own")) return [];
    return livingProcesses().filter(({ pid }) => namespaceOf(pid, "own") === inside);
  }
}

function pause(ms: number): Promise<void> {
  return sleep(Math.max(ms, 0), undefined, { ref: false });
}
