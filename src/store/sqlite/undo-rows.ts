import type { ControlStore, UndoRecord } from "../../control/index.ts";
import { nameColumn, nameFrom } from "./columns.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { SqlRow, SqlValue } from "./driver.ts";

/** What puts files back: their bytes as they were. */
export function undoRows(queue: CommitQueue): Pick<ControlStore, "addUndo" | "undo" | "markUndone"> {
  return {
    addUndo: async (records) => {
      const rows = records.map(rowOf);
      await queue.write(async (statements) => {
        for (const row of rows) await statements.run(INSERT, row);
      });
    },
    undo: ({ trace, session }) =>
      queue.read(async (statements) => {
        const args = [trace, session].filter((name) => name !== undefined).map(nameColumn);
        // Of nothing in particular, nothing: never everything.
        if (args.length === 0) return [];
        const wheres = [trace === undefined ? "" : "trace = ?", session === undefined ? "" : "session = ?"];
        const where = wheres.filter((each) => each !== "").join(" AND ");
        return (await statements.all(`SELECT * FROM undo WHERE ${where} ORDER BY n DESC`, args)).map(
          recordOf,
        );
      }),
    markUndone: async (trace, path, at) => {
      await queue.write((statements) => statements.run(MARK, [at, nameColumn(trace), nameColumn(path)]));
    },
  };
}

const INSERT = `INSERT INTO undo
  (trace, session, path, at, bytes, before, mode, after, was, is_now, lost, undone_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const MARK = "UPDATE undo SET undone_at = ? WHERE trace = ? AND path = ?";

function rowOf(record: UndoRecord): readonly SqlValue[] {
  const { trace, session, path, at, before, mode, after, was, is, lost, undoneAt } = record;
  const bytes = Buffer.byteLength(path) + (before?.byteLength ?? 0);
  const names = [trace, session, path].map(nameColumn);
  const rest = [before, mode, after, was, is, lost, undoneAt].map((value) => value ?? null);
  return [...names, at, bytes, ...rest];
}

function recordOf(row: SqlRow): UndoRecord {
  const { before, mode, after, was, is_now: is, lost, undone_at: undoneAt } = row;
  return {
    trace: nameFrom(row["trace"]),
    session: nameFrom(row["session"]),
    path: nameFrom(row["path"]),
    at: Number(row["at"]),
    ...(before instanceof Uint8Array ? { before } : {}),
    ...(typeof mode === "number" ? { mode } : {}),
    ...(typeof after === "string" ? { after } : {}),
    ...(was === "folder" ? { was } : {}),
    ...(is === "folder" ? { is } : {}),
    ...(typeof lost === "string" ? { lost } : {}),
    ...(typeof undoneAt === "number" ? { undoneAt } : {}),
  };
}
