import { type Clock, Fault, systemClock } from "../../kernel/index.ts";
import type { WorkspaceStore } from "../workspace-store.ts";
import { memoryApprovals } from "./memory-approvals.ts";
import { memoryAudit } from "./memory-audit.ts";
import { memoryHistory } from "./memory-history.ts";
import { memoryLedger } from "./memory-ledger.ts";
import { memorySessions } from "./memory-sessions.ts";

/** A store that lives and ends with this process, for tests and for hosts that keep nothing. */
export function createMemoryStore(clock: Pick<Clock, "now"> = systemClock): WorkspaceStore {
  let closed = false;
  const guarded = Object.entries(openParts(clock)).map(([name, method]) => [
    name,
    async (...args: readonly unknown[]): Promise<unknown> => {
      if (closed) throw new Fault("unavailable", "The store in memory is closed.");
      return (method as (...args: readonly unknown[]) => Promise<unknown>)(...args);
    },
  ]);
  return {
    ...(Object.fromEntries(guarded) as Omit<WorkspaceStore, "close">),
    close: async () => {
      closed = true;
    },
  };
}

function openParts(clock: Pick<Clock, "now">): Omit<WorkspaceStore, "close"> {
  const { forgetEnded, ...approvals } = memoryApprovals();
  const { forgetSeen, ...sessions } = memorySessions(clock);
  const { forgetTraces, forgetUndo, ...history } = memoryHistory();
  return {
    ...memoryAudit(),
    ...approvals,
    ...sessions,
    ...history,
    ...memoryLedger(),
    prune: async (request) => ({
      traces: forgetTraces(request.traces),
      undo: forgetUndo(request.undo),
      approvals: forgetEnded(request.approvals?.before ?? -Infinity),
      evidence: forgetSeen(request.evidence?.before ?? -Infinity),
    }),
  };
}
