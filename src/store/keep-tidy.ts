import type { ControlStore, Pruned } from "../control/index.ts";
import type { Clock } from "../kernel/index.ts";
import { type KeptFor, RETENTION, type RetentionSettings } from "./retention.ts";

/** Throws away kept results that are too old or too many; says how many. */
export type PruneResults = (limits: {
  readonly maxAgeMs: number;
  readonly maxTotalBytes: number;
}) => Promise<number>;

/** What is to be kept tidy, and by which rules. */
export interface KeepTidyOptions {
  readonly store: Pick<ControlStore, "cell" | "setCell" | "prune" | "size">;
  readonly clock: Pick<Clock, "now">;
  readonly retention?: RetentionSettings | undefined;
  /** The way to the kept results of the workspace, which are files and not in the store. */
  readonly pruneResults?: PruneResults | undefined;
}

/** How many of each kind were thrown away. */
export interface Tidied extends Pruned {
  readonly results: number;
}

/**
 * Throws away what is too old or too much, about once a day for each workspace, and sooner when its store has grown too
 * large; nothing when it is not time yet, or another process is at it. It may be cut short anywhere: what is left over
 * goes the next time.
 */
export async function keepTidy({
  store,
  clock,
  retention = {},
  pruneResults = async () => 0,
}: KeepTidyOptions): Promise<Tidied | undefined> {
  const limits = limitsOf(retention);
  const now = clock.now();
  const claim = await claimTurn(store, now, limits.traces.maxBytes + limits.undo.maxBytes);
  if (claim === undefined) return undefined;
  const { traces, undo, results } = limits;
  const pruned = await store.prune({
    traces: { before: now - traces.maxAgeMs, maxBytes: traces.maxBytes },
    undo: { before: now - undo.maxAgeMs, maxBytes: undo.maxBytes },
    // Whoever looks at a trace may want to know who was asked, and what had been seen.
    approvals: { before: now - traces.maxAgeMs },
    evidence: { before: now - traces.maxAgeMs },
  });
  const tidied = {
    ...pruned,
    results: await pruneResults({ maxAgeMs: results.maxAgeMs, maxTotalBytes: results.maxBytes }),
  };
  await store.setCell(...TURN, { at: now, done: true }, claim);
  return tidied;
}

/** A place that no session can have, since none can be called so. */
const TURN = [".workspace", "tidied"] as const;

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** The version of the claim, when it is time and nobody else was first. */
async function claimTurn(
  store: KeepTidyOptions["store"],
  now: number,
  maxBytes: number,
): Promise<number | undefined> {
  const kept = await store.cell(...TURN);
  if (!(await isTime(store, kept?.value, now, maxBytes))) return undefined;
  const version = kept?.version ?? 0;
  return (await store.setCell(...TURN, { at: now, done: false }, version)) ? version + 1 : undefined;
}

async function isTime(
  store: KeepTidyOptions["store"],
  last: unknown,
  now: number,
  maxBytes: number,
): Promise<boolean> {
  const { at, done } = (last ?? {}) as { readonly at?: unknown; readonly done?: unknown };
  if (typeof at !== "number") return true;
  // Also a clock that has gone far back since must not put it off for ever.
  const since = Math.abs(now - at);
  if (since >= DAY_MS) return true;
  return since >= HOUR_MS && (done !== true || (await store.size()) > maxBytes);
}

interface Limits {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

function limitsOf({ traces, undo, results }: RetentionSettings): Record<keyof RetentionSettings, Limits> {
  return {
    traces: limitOf({ ...RETENTION.traces, ...traces }),
    undo: limitOf({ ...RETENTION.undo, ...undo }),
    results: limitOf({ ...RETENTION.results, ...results }),
  };
}

function limitOf({ days, megabytes }: KeptFor): Limits {
  return { maxAgeMs: days * DAY_MS, maxBytes: megabytes * 1024 * 1024 };
}
