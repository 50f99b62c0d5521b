import type { DirChild, Fs } from "../../../kernel/index.ts";
import type { Deadline } from "../deadline.ts";
import type { RunningTally } from "../search-run.ts";
import { compareNames } from "./compare-names.ts";
import {
  type IgnoreRules,
  judge,
  overruled,
  type ReadRules,
  rulesAbove,
  rulesInside,
} from "./ignore-rules.ts";
import type { QuickReach } from "./quick-reach.ts";

/** One entry met on a walk; the path is relative to the root. */
export interface WalkEntry {
  readonly path: string;
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
}

/** What a walk covers and reports. */
export interface WalkPlan {
  readonly root: string;
  /** Tells whether to report an entry; asked before the ignore rules, which cost more. */
  readonly wants: (entry: WalkEntry) => boolean;
  readonly depth?: number | undefined;
  /** Taken instead of the Fs where there is one. */
  readonly reach?: QuickReach | undefined;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}

/** Folders that no search enters. */
export const PRUNED = [".git", "node_modules", ".deckhand"] as const;

/** A folder of any size is handed on in pieces of this one. */
const FULL_BATCH = 1_000;

/** A folder on the way, with how far its children have been visited. */
interface Stop {
  readonly folder: string;
  readonly children: readonly DirChild[];
  readonly rules: IgnoreRules;
  next: number;
}

/** Walks a tree in name order and yields what is wanted and not ignored, in batches. */
export async function* walk(fs: Fs, plan: WalkPlan, tally: RunningTally): AsyncGenerator<WalkEntry[]> {
  const { deadline, cancel, depth = Number.POSITIVE_INFINITY } = plan;
  const base = plan.root === "/" ? "" : plan.root;
  tally.ignored ??= 0;
  const stops = [
    await enter(
      fs,
      base,
      sorted(await fs.readdir(plan.root)),
      await rulesAbove(plan.reach?.readAbove ?? readWith(fs), base),
    ),
  ];
  let batch: WalkEntry[] = [];
  for (let stop = stops.at(-1); stop !== undefined; stop = stops.at(-1)) {
    const child = stop.children[stop.next];
    stop.next += 1;
    if (child === undefined) {
      stops.pop();
      continue;
    }
    const visit = visitChild(stop, child, base, plan, tally);
    if (visit === undefined) continue;
    if (visit.wanted) batch.push(visit.entry);
    const isEntered = child.isDirectory && stops.length < depth;
    if (batch.length >= FULL_BATCH || (isEntered && batch.length > 0)) {
      yield batch;
      batch = [];
    }
    if (!isEntered) continue;
    cancel.throwIfAborted();
    if (deadline.isOver()) {
      tally.timedOut = true;
      return;
    }
    const folder = `${stop.folder}/${child.name}`;
    const children = await (plan.reach?.list(folder) ?? fs.readdir(folder)).then(sorted, () => undefined);
    if (children === undefined) tally.unreadable += 1;
    else stops.push(await enter(fs, folder, children, visit.rules));
  }
  if (batch.length > 0) yield batch;
}

async function enter(
  fs: Fs,
  folder: string,
  children: readonly DirChild[],
  rules: IgnoreRules,
): Promise<Stop> {
  const names = children.filter((child) => child.name.startsWith(".")).map((child) => child.name);
  const inside = names.length === 0 ? rules : await rulesInside(readWith(fs), rules, folder, names);
  return { folder, children, rules: inside, next: 0 };
}

function readWith(fs: Fs): ReadRules {
  return (path) => fs.readText(path);
}

/** A child that is wanted or to be entered, with the rules that hold below it; undefined for all others. */
interface Visit {
  readonly entry: WalkEntry;
  readonly wanted: boolean;
  readonly rules: IgnoreRules;
}

function visitChild(
  stop: Stop,
  child: DirChild,
  base: string,
  plan: WalkPlan,
  tally: RunningTally,
): Visit | undefined {
  const { name, isDirectory, isSymlink = false } = child;
  if (isPruned(name)) return undefined;
  const place = `${stop.folder}/${name}`;
  const entry = { path: place.slice(base.length + 1), name, isDirectory, isSymlink };
  const wanted = plan.wants(entry);
  if (!wanted && !isDirectory) return undefined;
  const verdict = judge(stop.rules, place, isDirectory);
  if (verdict === "hidden") {
    tally.ignored = (tally.ignored ?? 0) + 1;
    return undefined;
  }
  const rules = isDirectory && verdict === "shown" ? overruled(stop.rules, place) : stop.rules;
  return { entry, wanted, rules };
}

function isPruned(name: string): boolean {
  return (PRUNED as readonly string[]).includes(name);
}

function sorted(children: readonly DirChild[]): readonly DirChild[] {
  return children.toSorted((a, b) => compareNames(a.name, b.name));
}
