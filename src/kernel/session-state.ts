import type { Cache } from "./cache.ts";
import type { Evidence } from "./evidence.ts";
import type { FsFile } from "./fs.ts";
import type { Supervisor } from "./supervisor.ts";

/** One remembered value of a session. */
export interface Cell<T> {
  read(): Promise<T>;
  replace(next: T): Promise<void>;
  /**
   * Makes the next value of the one that is there, with nothing in between, also not from another process.
   * Contract: `change` may be asked several times and changes nothing itself; when it throws, the value stays.
   */
  update(change: (now: T) => T): Promise<T>;
}

/** Where one line of the checklist stands; what was dropped is only shown to those who ask for it. */
export type ChecklistStatus = "pending" | "active" | "done" | "dropped";

/** How much one line of the checklist matters. */
export type ChecklistWeight = "low" | "normal" | "high";

/** One line of the session's checklist. */
export interface ChecklistItem {
  readonly id: string;
  readonly text: string;
  readonly status: ChecklistStatus;
  /** Normal when absent. */
  readonly weight?: ChecklistWeight;
}

/** Where a piece of work can stand. */
export const TASK_STATUSES = ["pending", "in_progress", "completed", "cancelled"] as const;

/** Where a piece of work stands. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** One piece of work of a session, known by an id `task-1`, `task-2` … */
export interface SessionTask {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly note?: string;
}

/** Whether a session may change things or only plan to. */
export type SessionMode = "plan" | "execute";

/** What the session has seen of files, so that a re-read can say so and a write can be proven. */
export interface ReadLog {
  /** Set when files may only be changed where they were seen; the tools that know the place ask. */
  readonly isRequired?: boolean | undefined;
  record(evidence: Evidence): void;
  /** The newest evidence first; empty when the file was never seen. */
  of(path: string): readonly Evidence[];
}

/** The address of a kept result. */
export type ResultHandle = `deckhand://result/${string}`;

/** A result that is kept piece by piece while it is being made. */
export interface ResultDraft {
  /** Settles when the bytes are kept and may be overwritten; the next piece waits for that. */
  write(chunk: Uint8Array): Promise<void>;
  /** Ends it and gives it its address. */
  finish(): Promise<ResultHandle>;
  /** Forgets what was written. */
  drop(): Promise<void>;
}

/**
 * Output that did not fit, kept under an address that later calls can read.
 * Contract: `keep` returns the address of exactly these bytes; `open` of an unknown or pruned one is a `not_found` fault.
 */
export interface ResultStore {
  keep(bytes: Uint8Array): Promise<ResultHandle>;
  begin(): Promise<ResultDraft>;
  open(handle: ResultHandle): Promise<FsFile>;
}

/** Everything one session remembers between calls; two sessions share none of it. */
export interface SessionState {
  /** Stays the same across the per-call copies of a context. */
  readonly id: string;
  readonly checklist: Cell<readonly ChecklistItem[]>;
  readonly jobs: Supervisor;
  readonly mode: Cell<SessionMode>;
  readonly tasks: Cell<readonly SessionTask[]>;
  readonly seen: ReadLog;
  readonly results: ResultStore;
  /** What was fetched lately. */
  readonly cache: Cache;
  /** Begins a piece of work that changes files only when the one before it has ended. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

const HANDLE = /^deckhand:\/\/result\/[A-Za-z0-9_-]+$/;

/** Tells whether a path is the address of a kept result. */
export function isResultHandle(path: string): path is ResultHandle {
  return HANDLE.test(path);
}
