import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One living process, as the kernel lists it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** In ticks since the machine started. */
  readonly startTime: number;
}

/** Whether this machine lists its processes at all. */
export function hasProcessTable(): boolean {
  return livingProcess(process.pid) !== undefined;
}

/** Every living process from this number on; the dead that nobody has collected are not among them. */
export function livingProcesses(from = 1): readonly ProcessRow[] {
  return (tryRead(() => readdirSync("/proc")) ?? []).flatMap((name) => {
    const row = Number(name) >= from ? livingProcess(Number(name)) : undefined;
    return row === undefined ? [] : [row];
  });
}

/** One living process, or undefined. */
export function livingProcess(pid: number): ProcessRow | undefined {
  const line = tryRead(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  if (line === undefined) return undefined;
  // The name before the last parenthesis may hold anything.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [state = "X", parent, group] = fields;
  if (state === "Z" || state === "X") return undefined;
  return { pid, parent: Number(parent), group: Number(group), startTime: Number(fields[19]) };
}

/** The children of a process without a look at all others; undefined where the kernel does not list them. */
export function childrenOf(pid: number): readonly number[] | undefined {
  // Each thread has its own.
  const lists = tryRead(() =>
    readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1"),
    ),
  );
  return lists?.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

/** Everybody who descends from these, told without a look at all others; undefined where the kernel does not list children. */
export function descendantsOf(ancestors: readonly number[]): readonly ProcessRow[] | undefined {
  if (childrenOf(process.pid) === undefined) return undefined;
  const found: ProcessRow[] = [];
  for (let generation = ancestors; generation.length > 0;) {
    generation = generation.flatMap((pid) => childrenOf(pid) ?? []);
    found.push(...generation.flatMap((pid) => livingProcess(pid) ?? []));
  }
  return found;
}

/** The PID namespace a process is in, or that its children are born into. */
export function namespaceOf(pid: number | "self", whose: "own" | "children"): string | undefined {
  return tryRead(() => readlinkSync(`/proc/${pid}/ns/${whose === "own" ? "pid" : "pid_for_children"}`));
}

/** Tells whether a process was started with this setting in its environment. */
export function wasStartedWith(pid: number, setting: string): boolean {
  const environment = tryRead(() => readFileSync(`/proc/${pid}/environ`, "latin1")) ?? "";
  return environment.split("\0").includes(setting);
}

/** How many threads the whole machine has; cheap, however many there are. */
export function threadCount(): number {
  return Number(loadAverage()[3]?.split("/")[1] ?? 0);
}

/** Whether process numbers have begun anew since this one was given out. */
export function hasWrappedSince(pid: number): boolean {
  return Number(loadAverage()[4] ?? pid) < pid;
}

function loadAverage(): readonly string[] {
  return tryRead(() => readFileSync("/proc/loadavg", "latin1").trim().split(" ")) ?? [];
}

function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
