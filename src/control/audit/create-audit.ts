import { type Clock, Fault, faultInfoOf, showInvisible } from "../../kernel/index.ts";
import type { AuditEntry, AuditHead, AuditRecord } from "./audit-record.ts";
import { createGroupCommit } from "../record/group-commit.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { Anchor } from "./anchor.ts";
import { createAnchorKeeper, type Trail } from "./anchor-keeper.ts";
import { createSealer } from "./create-seal.ts";

/** What a record says beside its kind and time. */
export type AuditFacts = Omit<AuditEntry, "kind" | "at">;

/** Adds records to a trail; each promise is kept by the store, and a record that cannot be kept is an `unavailable` fault. */
export interface Audit {
  /** Durable and covered by the anchor when it settles; if it fails, the call must not run. */
  intent(facts: AuditFacts): Promise<AuditRecord>;
  completed(facts: AuditFacts): Promise<AuditRecord>;
  failed(facts: AuditFacts): Promise<AuditRecord>;
  denied(facts: AuditFacts): Promise<AuditRecord>;
  approved(facts: AuditFacts): Promise<AuditRecord>;
  undone(facts: AuditFacts): Promise<AuditRecord>;
  /** Moves the anchor behind everything acknowledged so far; may be called again. */
  close(): Promise<void>;
}

/** What a trail is written with. */
export interface AuditOptions {
  readonly store: Trail;
  readonly key: Uint8Array;
  readonly anchor: Anchor;
  readonly clock: Pick<Clock, "now">;
  readonly redactor: Redactor;
}

/** Makes the one writer of a session to the trail of its workspace; others may write at the same time. */
export function createAudit({ store, key, anchor, clock, redactor }: AuditOptions): Audit {
  const sealer = createSealer(key);
  const keeper = createAnchorKeeper(store, anchor);
  const append = createGroupCommit<Waiting, Written>(appendGroup);
  let began: Promise<void> | undefined;
  let uncovered: AuditHead | undefined;
  let covering = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  return {
    intent: (facts) => add("intent", facts, true),
    completed: (facts) => add("completed", facts),
    failed: (facts) => add("failed", facts),
    denied: (facts) => add("denied", facts),
    approved: (facts) => add("approved", facts, true),
    undone: (facts) => add("undone", facts),
    close: coverRest,
  };

  async function add(kind: AuditEntry["kind"], facts: AuditFacts, durable = false): Promise<AuditRecord> {
    try {
      const entry = entryOf(kind, facts, clock.now(), redactor);
      const { record, trouble } = await append({ entry, durable });
      if (durable && trouble !== undefined) throw trouble;
      return record;
    } catch (error) {
      throw unwritten(error);
    }
  }

  async function appendGroup(group: readonly Waiting[]): Promise<readonly Written[]> {
    await (began ??= begin());
    const durable = group.some((item) => item.durable);
    const entries = group.map(({ entry }) => entry);
    const records = await store.appendAudit(entries, sealer.seal, { durable });
    const last = records.at(-1);
    if (last === undefined) throw new Fault("unavailable", "The store kept no record.");
    const head = { records: last.seq, seal: last.seal };
    if (!durable) coverLater(head);
    const trouble = durable ? await coverDurable(head) : undefined;
    return records.map((record) => ({ record, trouble }));
  }

  /** A start that failed is tried again by the next record. */
  async function begin(): Promise<void> {
    try {
      await keeper.begin();
      await checkKey();
    } catch (error) {
      began = undefined;
      throw error;
    }
  }

  /** Records sealed with another key would make a good trail bad for ever. */
  async function checkKey(): Promise<void> {
    const { records, seal } = await store.auditHead();
    if (records === 0) return;
    const [last] = await store.readAudit(records, 1);
    if (last?.seal === seal && sealer.holds(last)) return;
    throw new Fault("unavailable", `Its last record, ${records}, was altered or sealed with another key.`, {
      hint: "Run `deckhand audit verify`; put the right key file back if it was changed.",
    });
  }

  /** With it goes everything of ours that was still waiting, since that stands before it. */
  async function coverDurable(head: AuditHead): Promise<Error | undefined> {
    try {
      await keeper.cover(head);
      if (uncovered !== undefined && uncovered.records <= head.records) uncovered = undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Nobody waits for these, so one look at the anchor serves many; whatever is wrong with it, the next intent says so. */
  function coverLater(head: AuditHead): void {
    uncovered = head;
    timer ??= setTimeout(() => void coverRest().catch(() => undefined), COVER_AFTER_MS).unref();
  }

  function coverRest(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return (covering = covering.catch(() => undefined).then(coverNow));
  }

  async function coverNow(): Promise<void> {
    const head = uncovered;
    if (head === undefined) return;
    uncovered = undefined;
    try {
      await store.appendAudit([], sealer.seal, { durable: true });
      await keeper.cover(head);
    } catch (error) {
      uncovered ??= head;
      throw unwritten(error);
    }
  }
}

const COVER_AFTER_MS = 1000;

interface Waiting {
  readonly entry: AuditEntry;
  readonly durable: boolean;
}

interface Written {
  readonly record: AuditRecord;
  /** Why the anchor does not cover it, which matters to whoever is about to act on it. */
  readonly trouble: Error | undefined;
}

function entryOf(kind: AuditEntry["kind"], facts: AuditFacts, at: number, redactor: Redactor): AuditEntry {
  const { text: redacted } = redactor.now();
  const plain = (text: string): string => forPeople(redacted(text));
  const { session, trace, tool, input, note } = facts;
  return {
    kind,
    at,
    session: plain(session),
    trace,
    tool: plain(tool),
    input: { digest: input.digest, preview: plain(input.preview) },
    ...(note === undefined ? {} : { note: plain(note) }),
  };
}

/** One line of bounded length in which nothing is hidden; half of a surrogate pair could not be sealed. */
function forPeople(text: string): string {
  const line = showInvisible(text.slice(0, LONGEST)).replaceAll(/[\p{Cc}\p{Cs}]/gu, visible);
  return text.length > LONGEST ? `${line}…` : line;
}

const LONGEST = 1000;

function visible(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}

function unwritten(error: unknown): Fault {
  const { message, hint } = faultInfoOf(error);
  return new Fault("unavailable", `The audit trail could not be written: ${message}`, {
    hint: hint ?? "Nothing with an effect runs without a record; make the store writable and try again.",
    cause: error,
  });
}
