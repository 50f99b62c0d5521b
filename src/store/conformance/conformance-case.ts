import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ControlStore, Approval, AuditEntry, AuditRecord, Seal, Trace } from "../../control/index.ts";
import { Fault, type FaultCode } from "../../kernel/index.ts";

/** A fresh, empty store under test. */
export interface StoreSubject<S = ControlStore> {
  readonly store: S;
  /** The same store opened once more, as another process would; required with the `shared` capability. */
  readonly again?: () => Promise<S>;
  /** Closes everything that was opened, and leaves nothing behind. */
  close(): Promise<void>;
}

/** Opens a fresh store for one case. */
export type OpenStoreSubject<S = ControlStore> = () => Promise<StoreSubject<S>>;

/** The one thing the suite needs of a test framework. */
export interface StoreRegistrar {
  test(title: string, run: () => Promise<void>): void;
}

/** Which optional parts of the contract a store offers. */
export interface StoreCapabilities {
  /** Several processes can open it. */
  readonly shared?: boolean;
}

/** One clause of the contract, tried on a fresh store. */
export interface StoreCase<S = ControlStore> {
  readonly title: string;
  run(subject: StoreSubject<S>): Promise<void>;
}

/** Expects a fault of one code. */
export async function rejectsWith(promise: Promise<unknown>, code: FaultCode): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof Fault, `expected a fault ${code}, got ${String(error)}`);
    assert.equal(error.code, code);
    return true;
  });
}

/** A seal without a key: enough to see whether records are a chain. */
export const testSeal: Seal = (entry, seq, prev) => ({ ...entry, seq, prev, seal: sealOf(entry, seq, prev) });

function sealOf(entry: AuditEntry, seq: number, prev: string): string {
  return createHash("sha256")
    .update(JSON.stringify([seq, prev, entry.session, entry.trace, entry.note]))
    .digest("hex");
}

/** Expects records to be a chain from the first on, made by `testSeal`. */
export function assertChain(records: readonly AuditRecord[]): void {
  let prev = "";
  for (const [index, record] of records.entries()) {
    assert.equal(record.seq, index + 1);
    assert.equal(record.prev, prev);
    assert.equal(record.seal, sealOf(record, record.seq, record.prev));
    prev = record.seal;
  }
}

/** An entry of the trail. */
export function anEntry(trace: string, more: Partial<AuditEntry> = {}): AuditEntry {
  const input = { digest: "0f", preview: '{"path":"a"}' };
  return { kind: "intent", at: 1, session: "s", trace, tool: "write", input, ...more };
}

/** A trace of a call that succeeded. */
export function aTrace(id: string, more: Partial<Trace> = {}): Trace {
  return {
    id,
    session: "s",
    tool: "read",
    path: "world.tools.file.read",
    definition: "d",
    trust: "L0",
    input: { path: "a" },
    output: "text",
    success: true,
    durationMs: 1.5,
    alternatives: [],
    at: 1,
    ...more,
  };
}

/** A question that waits for its answer. */
export function anApproval(id: string, more: Partial<Approval> = {}): Approval {
  return {
    id,
    binding: {
      session: "s",
      tool: "write",
      definition: "d",
      input: "i",
      cwd: "/w",
      places: "l",
      policy: "p",
    },
    state: "waiting",
    width: "once",
    createdAt: 1,
    expiresAt: 2,
    preview: "write a",
    reason: "L2 asks",
    ...more,
  };
}

/** Names that a careless store would cut, mend or mix up. */
export const ODD_NAMES: readonly string[] = [
  "",
  "a",
  "A",
  "a ",
  "a\0",
  "a\0b",
  "\ud800",
  "\udc00",
  "\ufffd",
  '"a"',
  '"',
  "a'; DROP TABLE traces; --",
  "%_?1",
  "é",
  "e\u0301",
  "👩‍👩‍👧",
  "x".repeat(5000),
];
