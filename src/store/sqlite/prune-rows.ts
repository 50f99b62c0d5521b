import type { ControlStore, Retention } from "../../control/index.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { SqliteStatements } from "./driver.ts";

/** Throws away the oldest traces and undo data, some at a time, so that calls go on meanwhile. */
export function pruneRows(queue: CommitQueue): Pick<ControlStore, "prune"> {
  return {
    prune: async ({ before, maxBytes }: Retention) => {
      const removed = { traces: 0, undo: 0 };
      const repeat = async (step: (statements: SqliteStatements) => Promise<Removed>) => {
        for (;;) {
          const part = await queue.write(step);
          if (part.traces + part.undo === 0) return;
          removed.traces += part.traces;
          removed.undo += part.undo;
        }
      };
      if (before !== undefined) await repeat((statements) => removeOlder(statements, before));
      if (maxBytes !== undefined) await repeat((statements) => removeBeyond(statements, maxBytes));
      return removed;
    },
  };
}

interface Removed {
  readonly traces: number;
  readonly undo: number;
}

const TABLES = ["traces", "undo"] as const;

/** How many rows of a table go in one commit. */
const MOST_AT_ONCE = 1000;

async function removeOlder(statements: SqliteStatements, before: number): Promise<Removed> {
  const removed = { traces: 0, undo: 0 };
  for (const table of TABLES) {
    const oldest = `SELECT n FROM ${table} WHERE at < ? ORDER BY at, n LIMIT ${MOST_AT_ONCE}`;
    removed[table] = await statements.run(`DELETE FROM ${table} WHERE n IN (${oldest})`, [before]);
  }
  return removed;
}

async function removeBeyond(statements: SqliteStatements, maxBytes: number): Promise<Removed> {
  const removed = { traces: 0, undo: 0 };
  // The size is asked for each time: other processes add, and may be throwing away as well.
  let excess = (await bytesOf(statements)) - maxBytes;
  for (const { kind, n, bytes } of excess > 0 ? await statements.all(OLDEST) : []) {
    if (excess <= 0) break;
    const table = kind === "undo" ? "undo" : "traces";
    removed[table] += await statements.run(`DELETE FROM ${table} WHERE n = ?`, [n ?? null]);
    excess -= Number(bytes);
  }
  return removed;
}

async function bytesOf(statements: SqliteStatements): Promise<number> {
  let sum = 0;
  for (const table of TABLES) {
    const [row] = await statements.all(`SELECT total(bytes) AS bytes FROM ${table}`);
    sum += Number(row?.["bytes"]);
  }
  return sum;
}

const OLDEST = `SELECT kind, n, bytes FROM (${TABLES.map(
  (table) =>
    `SELECT * FROM (SELECT '${table}' AS kind, at, n, bytes FROM ${table} ORDER BY at, n LIMIT ${MOST_AT_ONCE})`,
).join(" UNION ALL ")}) ORDER BY at, kind, n LIMIT ${MOST_AT_ONCE}`;
