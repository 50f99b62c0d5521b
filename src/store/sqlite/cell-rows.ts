import type { ControlStore } from "../../control/index.ts";
import { nameColumn, valueFrom } from "./columns.ts";
import type { CommitQueue } from "./commit-queue.ts";
import { toJson } from "./json-text.ts";

/** Cells: the version decides who may still change one. */
export function cellRows(queue: CommitQueue): Pick<ControlStore, "cell" | "setCell"> {
  return {
    cell: (session, name) =>
      queue.read(async (statements) => {
        const [row] = await statements.all(SELECT, [session, name].map(nameColumn));
        return row && { value: valueFrom(row["value"]), version: Number(row["version"]) };
      }),
    setCell: async (session, name, value, version) => {
      const json = toJson(value);
      const key = [session, name].map(nameColumn);
      const changed = await queue.write((statements) =>
        version === 0
          ? statements.run(INSERT, [...key, json])
          : statements.run(UPDATE, [json, ...key, version]),
      );
      return changed === 1;
    },
  };
}

const SELECT = "SELECT value, version FROM cells WHERE session = ? AND name = ?";
const INSERT = "INSERT INTO cells (session, name, version, value) VALUES (?, ?, 1, ?) ON CONFLICT DO NOTHING";
const UPDATE =
  "UPDATE cells SET value = ?, version = version + 1 WHERE session = ? AND name = ? AND version = ?";
