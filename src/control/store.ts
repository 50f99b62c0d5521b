import type { Evidence } from "../kernel/index.ts";
import type { Approval } from "./approval/approval.ts";
import type { AuditEntry, AuditHead, AuditRecord, Seal } from "./audit/audit-record.ts";
import type { Trace, TraceQuery } from "./record/trace.ts";

/** What it takes to put a path back as it was before a call; where nothing is said of before or after, nothing was there. */
export interface UndoRecord {
  readonly trace: string;
  readonly session: string;
  readonly path: string;
  readonly at: number;
  /** What the file held before; absent when it did not exist. */
  readonly before?: Uint8Array;
  readonly mode?: number;
  /** Digest of what the change left; absent when it deleted the file. Only such a file is put back. */
  readonly after?: string;
  /** Set when the path was a folder before. */
  readonly was?: "folder";
  /** Set when the call left a folder there. */
  readonly is?: "folder";
  /** Why what was there before could not be kept; such a change cannot be undone. */
  readonly lost?: string;
  readonly undoneAt?: number;
}

/** What may be thrown away: older than a time, or beyond a size, oldest first. */
export interface Retention {
  readonly before?: number;
  readonly maxBytes?: number;
}

/** What may be thrown away of each kind; a kind that is not named is left alone, and the trail cannot be named. */
export interface PruneRequest {
  readonly traces?: Retention;
  readonly undo?: Retention;
  /** Questions that ended before a time, whatever the answer. */
  readonly approvals?: Pick<Retention, "before">;
  /** What was seen before a time. */
  readonly evidence?: Pick<Retention, "before">;
}

/** How many of each kind were thrown away. */
export type Pruned = Readonly<Record<keyof PruneRequest, number>>;

/**
 * What control remembers, shared by every process of a workspace.
 * Contract: a promise that settled is kept through `kill -9`; with `durable` also through a power cut. Several processes
 * may write at once: appends to the trail stay one chain, and of two who update one approval or cell from the same
 * version exactly one succeeds. A store that is locked, full, read-only or damaged is a `unavailable` fault that says so.
 */
export interface ControlStore {
  /** Seals entries behind the end of the trail, all or none. None at all with `durable`: makes what is there durable. */
  appendAudit(
    entries: readonly AuditEntry[],
    seal: Seal,
    options: { readonly durable: boolean },
  ): Promise<readonly AuditRecord[]>;
  auditHead(): Promise<AuditHead>;
  /** Records from a number on, in order. */
  readAudit(from: number, limit: number): Promise<readonly AuditRecord[]>;

  addTraces(traces: readonly Trace[]): Promise<void>;
  trace(id: string): Promise<Trace | undefined>;
  traces(query: TraceQuery): Promise<readonly Trace[]>;

  addApproval(approval: Approval): Promise<void>;
  approval(id: string): Promise<Approval | undefined>;
  approvals(state?: Approval["state"]): Promise<readonly Approval[]>;
  /** Puts an approval in place of the one that is still in this state; false when it no longer is. */
  updateApproval(next: Approval, from: Approval["state"]): Promise<boolean>;

  /** What a session has seen of a file, newest first; what was added without a time has that of its addition. */
  evidence(session: string, path: string): Promise<readonly Evidence[]>;
  addEvidence(session: string, seen: readonly Evidence[]): Promise<void>;

  /** A remembered value of a session, with its version; undefined before the first. */
  cell(
    session: string,
    name: string,
  ): Promise<{ readonly value: unknown; readonly version: number } | undefined>;
  /** Puts a value in place of the one of this version (0: of none); false when it has changed since. */
  setCell(session: string, name: string, value: unknown, version: number): Promise<boolean>;

  /** Of several records of one trace and path the last one added counts. */
  addUndo(records: readonly UndoRecord[]): Promise<void>;
  /** What a call or a whole session changed, the last added first. */
  undo(of: { readonly trace?: string; readonly session?: string }): Promise<readonly UndoRecord[]>;
  markUndone(trace: string, path: string, at: number): Promise<void>;

  /** Throws away what is named, some at a time so that calls go on; never audit records or cells. */
  prune(request: PruneRequest): Promise<Pruned>;
  /** About how many bytes everything takes up. */
  size(): Promise<number>;
  close(): Promise<void>;
}
