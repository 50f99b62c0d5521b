import type { ControlStore, Trace, TraceQuery } from "../../control/index.ts";
import { limitColumn, nameColumn, valuesFrom } from "./columns.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { SqliteStatements, SqlValue } from "./driver.ts";
import { toJson } from "./json-text.ts";

/** Traces: whole as JSON, with what is looked for beside it. */
export function traceRows(queue: CommitQueue): Pick<ControlStore, "addTraces" | "trace" | "traces"> {
  return {
    addTraces: async (traces) => {
      const rows = traces.map(rowOf);
      await queue.write(async (statements) => {
        for (const row of rows) await statements.run(INSERT, row);
      });
    },
    trace: (id) =>
      queue.read(async (statements) => {
        const rows = await statements.all("SELECT trace FROM traces WHERE id = ?", [nameColumn(id)]);
        return valuesFrom(rows, "trace")[0] as Trace | undefined;
      }),
    traces: (query) => queue.read((statements) => find(statements, query)),
  };
}

const INSERT =
  "INSERT INTO traces (id, session, tool, success, at, bytes, trace) VALUES (?, ?, ?, ?, ?, ?, ?)";

function rowOf(trace: Trace): readonly SqlValue[] {
  const { id, session, tool, success, at } = trace;
  const json = toJson(trace);
  const names = [id, session, tool].map(nameColumn);
  return [...names, success ? 1 : 0, at, Buffer.byteLength(json), json];
}

async function find(statements: SqliteStatements, query: TraceQuery): Promise<readonly Trace[]> {
  const { wheres, args } = conditionsOf(query);
  if (query.after !== undefined) {
    const [place] = await statements.all("SELECT at, n FROM traces WHERE id = ?", [nameColumn(query.after)]);
    // The oldest are thrown away first: with this one gone, so is all that came after it in the list.
    if (place === undefined) return [];
    wheres.push("(at, n) < (?, ?)");
    args.push(place["at"] ?? null, place["n"] ?? null);
  }
  const where = wheres.length === 0 ? "" : `WHERE ${wheres.join(" AND ")}`;
  const sql = `SELECT trace FROM traces ${where} ORDER BY at DESC, n DESC LIMIT ?`;
  const rows = await statements.all(sql, [...args, limitColumn(query.limit)]);
  return valuesFrom(rows, "trace") as readonly Trace[];
}

function conditionsOf({ session, tool, success, since }: TraceQuery): { wheres: string[]; args: SqlValue[] } {
  const wheres: string[] = [];
  const args: SqlValue[] = [];
  const only = (where: string, value: SqlValue): void => {
    wheres.push(where);
    args.push(value);
  };
  if (session !== undefined) only("session = ?", nameColumn(session));
  if (tool !== undefined) only("tool = ?", nameColumn(tool));
  if (success !== undefined) only("success = ?", success ? 1 : 0);
  if (since !== undefined) only("at >= ?", since);
  return { wheres, args };
}
