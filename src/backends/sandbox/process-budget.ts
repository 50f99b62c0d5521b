import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { livingProcess } from "../local/process-table.ts";

/** A group of processes whose number the kernel bounds, also where they are root's. */
export interface ProcessBudget {
  /** A descriptor through which a process joins, by writing `0`. */
  open(): number;
  /** Makes an end of it, once nobody is in it. */
  close(): void;
}

/** A hierarchy of control groups, and the file through which one joins a group of it. */
interface Hierarchy {
  readonly folder: string;
  readonly joinBy: string;
}

const PREFIX = "deckhand-";

/** Sets a bound on processes where this process may make control groups; undefined elsewhere. */
export function createProcessBudget(id: string, processes: number): ProcessBudget | undefined {
  const hierarchy = findHierarchy();
  if (hierarchy === undefined) return undefined;
  removeAbandoned(hierarchy.folder);
  const group = join(hierarchy.folder, `${PREFIX}${process.pid}-${id}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, "pids.max"), String(processes));
    return {
      open: () => openSync(join(group, hierarchy.joinBy), "w"),
      close: () => tryRemove(group),
    };
  } catch {
    tryRemove(group);
    return undefined;
  }
}

const ROOT = "/sys/fs/cgroup";

/** The first version has a hierarchy for this alone, in which a single thread joins without waiting for the whole machine. */
function findHierarchy(): Hierarchy | undefined {
  const first = join(ROOT, "pids");
  if (existsSync(join(first, "tasks"))) return { folder: first, joinBy: "tasks" };
  const controllers = tryRead(join(ROOT, "cgroup.subtree_control")) ?? "";
  return controllers.split(/\s/).includes("pids") ? { folder: ROOT, joinBy: "cgroup.procs" } : undefined;
}

/** Groups of hosts that died before they could. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^deckhand-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && livingProcess(Number(pid)) === undefined) tryRemove(join(folder, name));
  }
}

function tryRemove(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // Somebody is still in it, or it was never made.
  }
}

function tryRead(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
