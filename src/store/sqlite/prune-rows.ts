import type { ControlStore, Retention } from "../../control/index.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { SqliteStatements } from "./driver.ts";

/** Throws away what is old, some at a time, so that calls go on meanwhile; the file gets smaller by it. */
export function pruneRows(queue: CommitQueue): Pick<ControlStore, "prune" | "size"> {
  return {
    prune: async ({ traces, undo, approvals, evidence }) => {
      const pruned = {
        traces: await pruneHistory(queue, "traces", traces),
        undo: await pruneHistory(queue, "undo", undo),
        approvals: await removeBefore(queue, ENDED_APPROVALS, approvals?.before),
        evidence: await removeBefore(queue, OLD_EVIDENCE, evidence?.before),
      };
      await giveSpaceBack(queue);
      return pruned;
    },
    size: () =>
      queue.read(async (statements) => {
        const [row] = await statements.all(SIZE);
        return Number(row?.["bytes"]);
      }),
  };
}

/** How many rows go in one commit, and how many bytes. */
const MOST_ROWS = 250;
const MOST_BYTES = 2 * 1024 * 1024;

const ENDED_APPROVALS = `DELETE FROM approvals WHERE n IN
  (SELECT n FROM approvals WHERE expires_at < ? LIMIT ${MOST_ROWS})`;
// Rows come in the order of time, give or take a little, so that the first ones tell whether there is anything to do.
const OLD_EVIDENCE = `DELETE FROM evidence WHERE n IN (SELECT n FROM
  (SELECT n, at FROM evidence ORDER BY n LIMIT ${MOST_ROWS}) WHERE at < ?)`;
const SIZE = "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size";

type History = "traces" | "undo";

/** A place in the order of time; everything up to it goes. */
interface Place {
  readonly at: number;
  readonly n: number;
}

async function pruneHistory(queue: CommitQueue, table: History, retention: Retention = {}): Promise<number> {
  const { before, maxBytes } = retention;
  let removed = 0;
  if (before !== undefined) removed += await removeUpTo(queue, table, { at: before, n: 0 });
  if (maxBytes === undefined) return removed;
  // A place, and not how many bytes: of two who prune at once, both take the same.
  const place = await queue.read((statements) => firstBeyond(statements, table, maxBytes));
  return place === undefined ? removed : removed + (await removeUpTo(queue, table, place));
}

async function removeUpTo(queue: CommitQueue, table: History, { at, n }: Place): Promise<number> {
  const oldest = `SELECT at, n, bytes FROM ${table} WHERE (at, n) <= (?, ?) ORDER BY at, n LIMIT ${MOST_ROWS}`;
  return untilNone(queue, async (statements) => {
    let bytes = 0;
    const rows = (await statements.all(oldest, [at, n])).filter((row, index) => {
      bytes += Number(row["bytes"]);
      return index === 0 || bytes <= MOST_BYTES;
    });
    const last = rows.at(-1);
    if (last === undefined) return 0;
    return statements.run(`DELETE FROM ${table} WHERE (at, n) <= (?, ?)`, [
      last["at"] ?? null,
      last["n"] ?? null,
    ]);
  });
}

/** The newest that does not fit any more. */
async function firstBeyond(
  statements: SqliteStatements,
  table: History,
  maxBytes: number,
): Promise<Place | undefined> {
  const [all] = await statements.all(`SELECT total(bytes) AS bytes FROM ${table}`);
  if (Number(all?.["bytes"]) <= maxBytes) return undefined;
  const sums = `SELECT at, n, sum(bytes) OVER (ORDER BY at DESC, n DESC ROWS UNBOUNDED PRECEDING) AS sum FROM ${table}`;
  const [row] = await statements.all(`SELECT at, n FROM (${sums}) WHERE sum > ? LIMIT 1`, [maxBytes]);
  return row && { at: Number(row["at"]), n: Number(row["n"]) };
}

async function removeBefore(queue: CommitQueue, sql: string, before: number | undefined): Promise<number> {
  return before === undefined ? 0 : untilNone(queue, (statements) => statements.run(sql, [before]));
}

async function untilNone(
  queue: CommitQueue,
  step: (statements: SqliteStatements) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (;;) {
    const count = await queue.write(step);
    if (count === 0) return sum;
    sum += count;
  }
}

const PAGES_AT_ONCE = 250;

/** Moves what is at the end of the file into its holes, and cuts it off there. */
async function giveSpaceBack(queue: CommitQueue): Promise<void> {
  await untilNone(queue, async (statements) => {
    const before = await freePages(statements);
    if (before > 0) await statements.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
    return before - (await freePages(statements));
  });
}

async function freePages(statements: SqliteStatements): Promise<number> {
  const [row] = await statements.all("SELECT freelist_count AS pages FROM pragma_freelist_count");
  return Number(row?.["pages"]);
}
