import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ulid } from "ulid";
import { makeLocalContext } from "../../backends/index.ts";
import {
  type Approvals,
  type Audit,
  type AuditVerdict,
  type ControlStore,
  createApprovals,
  createAudit,
  createCallRecorder,
  createEvents,
  createRedactor,
} from "../../control/index.ts";
import { type Clock, Fault, systemClock } from "../../kernel/index.ts";
import type { BridgeLedger } from "../../ledger/index.ts";
import { createMemoryStore, openSqliteStore, stateFolder as usualStateFolder } from "../../store/index.ts";
import { createKnownSecrets } from "../governed/known-secrets.ts";
import { openTrail, recordPlaceOf } from "./open-trail.ts";
import { undoCalls, type UndoOptions, type UndoOutcome } from "./undo-calls.ts";
import type { UndoTarget } from "./undo-target.ts";
import { unverifiable, verifyTrail } from "./verify-trail.ts";

/** Whose records are opened. */
export interface RecordsPlace {
  readonly cwd: string;
  /** Further folders in which changes may be undone. */
  readonly addDirs?: readonly string[] | undefined;
  /** Where everything is kept; the user's state folder when absent. */
  readonly stateFolder?: string | undefined;
  /** The store, where it is not the one of the state folder; whoever gives one closes it. */
  readonly store?: ControlStore | undefined;
  readonly clock?: Clock | undefined;
}

/** What a workspace remembers of its calls, without a session. */
export interface Records {
  readonly store: ControlStore;
  readonly approvals: Approvals;
  /** The way to add to the trail; opened when it is first needed. */
  audit(): Promise<Audit>;
  /** Reads the whole trail and names the first bad record. */
  verify(): Promise<AuditVerdict>;
  /** Which remote tools came and went, also those of servers that are configured no longer. */
  ledger(): Promise<BridgeLedger>;
  /** Takes back what calls changed; a person's own undo asks nobody. */
  undo(target: UndoTarget, options?: UndoOptions): Promise<UndoOutcome>;
  close(): Promise<void>;
}

/** Opens what a workspace remembers; where nothing was ever recorded it is empty, and looking makes no file. */
export async function openRecords(place: RecordsPlace): Promise<Records> {
  const { clock = systemClock, stateFolder = usualStateFolder(), addDirs = [] } = place;
  const cwd = resolve(place.cwd);
  const where = recordPlaceOf(stateFolder, cwd);
  const isThere = place.store !== undefined || (await exists(where.database));
  const store =
    place.store ?? (isThere ? await openSqliteStore({ file: where.database }) : createMemoryStore());
  const redactor = createRedactor({ secrets: createKnownSecrets(process.env) });
  let opened: Promise<Audit> | undefined;
  let made: ControlStore | undefined;
  return {
    store,
    approvals: createApprovals({ store, clock, newId: () => ulid() }),
    audit,
    verify: () => verifyTrail(where, made ?? store),
    ledger: async () => {
      const { createKeptLedger } = await import("../mcp/kept-ledger.ts");
      return createKeptLedger(async () => store, clock).load();
    },
    undo: (target, options) => {
      const { fs } = makeLocalContext(cwd, { roots: addDirs });
      return undoCalls(target, { store, recorder, fs, clock }, options);
    },
    close: async () => {
      await (await opened)?.close();
      await made?.close();
      if (place.store === undefined) await store.close();
    },
  };

  function audit(): Promise<Audit> {
    return (opened ??= openAudit());
  }

  /** Whoever writes the first record of all makes the store for it. */
  async function openAudit(): Promise<Audit> {
    const written = isThere ? store : (made = await openSqliteStore({ file: where.database }));
    return createAudit({ store: written, clock, redactor, ...(await openTrail(where, written)) });
  }

  async function recorder() {
    return createCallRecorder({ store, audit: await audit(), events: createEvents(), redactor, clock });
  }
}

/** Verifies the trail of a workspace; a store that cannot even be opened holds no good record. */
export async function verifyRecords(place: RecordsPlace): Promise<AuditVerdict> {
  try {
    const records = await openRecords(place);
    try {
      return await records.verify();
    } finally {
      await records.close();
    }
  } catch (error) {
    if (error instanceof Fault) return unverifiable(error.message);
    throw error;
  }
}

/** What cannot be looked at is there: opening it says what is wrong. */
async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    return !["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}
