import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anEntry, aTrace, testSeal } from "../conformance/conformance-case.ts";
import { createMemoryStore } from "../memory/create-memory-store.ts";
import type { WorkspaceStore } from "../workspace-store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

type Step = (store: WorkspaceStore) => Promise<unknown>;

const word = fc.constantFrom("a", "b", "a\0", "\ud800", "");
const traceId = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
const time = fc.integer({ min: 0, max: 6 });
const retention = fc.record(
  { before: time, maxBytes: fc.integer({ min: 0, max: 900 }) },
  { requiredKeys: [] },
);
const json = fc.jsonValue({ maxDepth: 2 });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      id: traceId,
      session: word,
      tool: word,
      at: time,
      input: json,
      success: fc.boolean(),
    })
    .map(
      ({ id, ...more }): Step =>
        (store) =>
          store.addTraces([aTrace(id, more)]),
    ),
  fc
    .record(
      {
        session: word,
        tool: word,
        success: fc.boolean(),
        since: time,
        after: traceId,
      },
      { requiredKeys: [] },
    )
    .map(
      (query): Step =>
        (store) =>
          store.traces({ ...query, limit: 5 }),
    ),
  fc.tuple(word, word, json, fc.integer({ min: 0, max: 3 })).map(
    ([session, name, value, version]): Step =>
      (store) =>
        store.setCell(session, name, value, version),
  ),
  fc.tuple(word, word).map(
    ([session, name]): Step =>
      (store) =>
        store.cell(session, name),
  ),
  fc.array(word, { maxLength: 3 }).map(
    (traces): Step =>
      (store) =>
        store.appendAudit(
          traces.map((trace) => anEntry(trace)),
          testSeal,
          { durable: false },
        ),
  ),
  fc.tuple(time, time).map(
    ([from, limit]): Step =>
      (store) =>
        store.readAudit(from, limit),
  ),
  fc.record({ trace: word, path: word, at: time, before: fc.uint8Array({ maxLength: 40 }) }).map(
    (record): Step =>
      (store) =>
        store.addUndo([{ ...record, session: "s" }]),
  ),
  fc.tuple(word, word, time).map(
    ([trace, path, at]): Step =>
      (store) =>
        store.markUndone(trace, path, at),
  ),
  fc.record({ traces: retention, undo: retention, evidence: retention }, { requiredKeys: [] }).map(
    (request): Step =>
      (store) =>
        store.prune(request),
  ),
  fc.tuple(word, word, time, time).map(
    ([session, path, n, at]): Step =>
      (store) =>
        store.addEvidence(session, [{ path, identity: `id:${n}`, ranges: [], at }]),
  ),
  fc.tuple(word, word).map(
    ([session, path]): Step =>
      (store) =>
        store.evidence(session, path),
  ),
  fc.constant<Step>((store) => store.undo({ session: "s" })),
  fc.tuple(fc.array(json, { maxLength: 3 }), fc.integer({ min: 0, max: 4 })).map(
    ([values, next]): Step =>
      (store) =>
        store.appendLedger(
          values.map((value, index) => ({ seq: next + index, line: JSON.stringify(value) })),
          next,
        ),
  ),
  time.map(
    (after): Step =>
      (store) =>
        store.ledgerEntries(after),
  ),
);

it("a store in a file answers everything as the one in memory does", async () => {
  const folder = await mkdtemp(join(tmpdir(), "deckhand-same-"));
  let run = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const file = await openSqliteStore({ file: join(folder, `${(run += 1)}.db`) });
        const memory = createMemoryStore();
        for (const each of steps) expect(await outcome(each(file))).toEqual(await outcome(each(memory)));
        await file.close();
      }),
      { numRuns: 40 },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => (error as { code?: string }).code);
}
