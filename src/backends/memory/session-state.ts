import { randomBytes } from "node:crypto";
import {
  type Cell,
  type Clock,
  type Evidence,
  type ReadLog,
  type ResultStore,
  type SessionState,
  type Supervisor,
  systemClock,
} from "../../kernel/index.ts";
import { createTurns } from "../overlay/turns.ts";
import { createSupervisor } from "../supervisor/supervisor.ts";
import { createMemoryCache } from "./memory-cache.ts";
import { createMemoryResults } from "./results.ts";

/** The parts of a session state that may outlive the process. */
export type SessionCells = Pick<SessionState, "checklist" | "mode" | "tasks">;

/** What a session state is made with; everything has a default in memory. */
export interface MemoryStateOptions extends Partial<SessionCells> {
  readonly id?: string;
  readonly results?: ResultStore;
  readonly jobs?: Supervisor;
  readonly clock?: Clock;
}

/** A session's memory that ends with the process. */
export function createMemoryState(options: MemoryStateOptions = {}): SessionState {
  return {
    id: options.id ?? randomBytes(8).toString("hex"),
    checklist: options.checklist ?? createCell([]),
    jobs: options.jobs ?? createSupervisor(),
    mode: options.mode ?? createCell("execute"),
    tasks: options.tasks ?? createCell([]),
    seen: createReadLog(options.clock ?? systemClock),
    results: options.results ?? createMemoryResults(),
    cache: createMemoryCache(options.clock === undefined ? {} : { clock: options.clock }),
    inTurn: createTurns(),
  };
}

function createCell<T>(initial: T): Cell<T> {
  let value = initial;
  return {
    read: () => Promise.resolve(value),
    replace: (next) => {
      value = next;
      return Promise.resolve();
    },
    update: async (change) => (value = change(value)),
  };
}

const REMEMBERED_PER_FILE = 16;

function createReadLog(clock: Clock): ReadLog {
  const byPath = new Map<string, readonly Evidence[]>();
  return {
    record: (evidence) => {
      const earlier = byPath.get(evidence.path) ?? [];
      const stamped = { at: clock.now(), ...evidence };
      byPath.set(evidence.path, [stamped, ...earlier].slice(0, REMEMBERED_PER_FILE));
    },
    of: (path) => byPath.get(path) ?? [],
  };
}
