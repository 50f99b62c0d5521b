import type { DirChild, FileFinding, Fs } from "../../../kernel/index.ts";
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
import type { ListFolder, QuickReach } from "./quick-reach.ts";

/** What a walk covers and reports. */
export interface WalkPlan {
  readonly root: string;
  /** Tells whether to report a child, at its path below the root; asked before the ignore rules, which cost more. */
  readonly wants: (child: DirChild, path: string) => boolean;
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
  /** What the paths of its children begin with. */
  readonly prefix: string;
  readonly children: readonly DirChild[];
  readonly rules: IgnoreRules;
  next: number;
}

/** Walks a tree in name order and yields what is wanted and not ignored, in batches; paths are below the root. */
export async function* walk(fs: Fs, plan: WalkPlan, tally: RunningTally): AsyncGenerator<FileFinding[]> {
  const { deadline, cancel, depth = Number.POSITIVE_INFINITY } = plan;
  const base = plan.root === "/" ? "" : plan.root;
  tally.ignored ??= 0;
  const children = sorted(await fs.readdir(plan.root));
  const list = (await plan.reach?.below(fs, plan.root)) ?? ((folder: string) => fs.readdir(folder));
  const rules = await rulesAbove(plan.reach?.readAbove ?? readWith(fs), base);
  const stops = [await enter(fs, { folder: base, prefix: "", children, rules, next: 0 })];
  let batch: FileFinding[] = [];
  for (let stop = stops.at(-1); stop !== undefined; stop = stops.at(-1)) {
    const child = stop.children[stop.next];
    stop.next += 1;
    if (child === undefined) {
      stops.pop();
      continue;
    }
    const visit = visitChild(stop, child, plan, tally);
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
    const found = await tryList(list, folder);
    if (found === undefined) tally.unreadable += 1;
    else {
      const prefix = `${visit.entry.path}/`;
      stops.push(await enter(fs, { folder, prefix, children: found, rules: visit.rules, next: 0 }));
    }
  }
  if (batch.length > 0) yield batch;
}

/** The children of a folder in order; undefined when it cannot be listed. */
async function tryList(list: ListFolder, folder: string): Promise<readonly DirChild[] | undefined> {
  try {
    const children = list(folder);
    return sorted(Array.isArray(children) ? children : await children);
  } catch {
    return undefined;
  }
}

/** Adds the rules that a folder itself holds. */
function enter(fs: Fs, stop: Stop): Stop | Promise<Stop> {
  const { folder, children, rules } = stop;
  const names = children.filter((child) => child.name.startsWith(".")).map((child) => child.name);
  if (names.length === 0) return stop;
  return rulesInside(readWith(fs), rules, folder, names).then((inside) => ({ ...stop, rules: inside }));
}

function readWith(fs: Fs): ReadRules {
  return (path) => fs.readText(path);
}

/** A child that is wanted or to be entered, with the rules that hold below it; undefined for all others. */
interface Visit {
  readonly entry: FileFinding;
  readonly wanted: boolean;
  readonly rules: IgnoreRules;
}

function visitChild(stop: Stop, child: DirChild, plan: WalkPlan, tally: RunningTally): Visit | undefined {
  const { name, isDirectory } = child;
  if (isPruned(name)) return undefined;
  const path = stop.prefix + name;
  const wanted = plan.wants(child, path);
  if (!wanted && !isDirectory) return undefined;
  const place = `${stop.folder}/${name}`;
  const verdict = judge(stop.rules, place, isDirectory);
  if (verdict === "hidden") {
    tally.ignored = (tally.ignored ?? 0) + 1;
    return undefined;
  }
  const rules = isDirectory && verdict === "shown" ? overruled(stop.rules, place) : stop.rules;
  return { entry: { path, isDirectory }, wanted, rules };
}

function isPruned(name: string): boolean {
  return (PRUNED as readonly string[]).includes(name);
}

function sorted(children: readonly DirChild[]): readonly DirChild[] {
  return children.toSorted((a, b) => compareNames(a.name, b.name));
}
