import type { Approval, ControlStore } from "../../control/index.ts";
import { nameColumn, valuesFrom } from "./columns.ts";
import type { CommitQueue } from "./commit-queue.ts";
import { toJson } from "./json-text.ts";

/** Approvals: the state beside the JSON decides who may still change one. */
export function approvalRows(
  queue: CommitQueue,
): Pick<ControlStore, "addApproval" | "approval" | "approvals" | "updateApproval"> {
  return {
    addApproval: async (approval) => {
      const { id, state, expiresAt } = approval;
      const row = [nameColumn(id), state, expiresAt, toJson(approval)];
      await queue.write((statements) => statements.run(INSERT, row));
    },
    approval: (id) =>
      queue.read(async (statements) => {
        const rows = await statements.all("SELECT approval FROM approvals WHERE id = ?", [nameColumn(id)]);
        return valuesFrom(rows, "approval")[0] as Approval | undefined;
      }),
    approvals: (state) =>
      queue.read(async (statements) => {
        const rows = await (state === undefined ? statements.all(ALL) : statements.all(IN_STATE, [state]));
        return valuesFrom(rows, "approval") as readonly Approval[];
      }),
    updateApproval: async (next, from) => {
      const row = [next.state, next.expiresAt, toJson(next), nameColumn(next.id), from];
      return (await queue.write((statements) => statements.run(UPDATE, row))) === 1;
    },
  };
}

const INSERT = "INSERT INTO approvals (id, state, expires_at, approval) VALUES (?, ?, ?, ?)";
const ALL = "SELECT approval FROM approvals ORDER BY n";
const IN_STATE = "SELECT approval FROM approvals WHERE state = ? ORDER BY n";
const UPDATE = "UPDATE approvals SET state = ?, expires_at = ?, approval = ? WHERE id = ? AND state = ?";
