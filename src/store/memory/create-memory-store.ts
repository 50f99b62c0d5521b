import type { ControlStore } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";
import { memoryApprovals } from "./memory-approvals.ts";
import { memoryAudit } from "./memory-audit.ts";
import { memoryHistory } from "./memory-history.ts";
import { memorySessions } from "./memory-sessions.ts";

/** A store that lives and ends with this process, for tests and for hosts that keep nothing. */
export function createMemoryStore(): ControlStore {
  let closed = false;
  const parts = { ...memoryAudit(), ...memoryApprovals(), ...memorySessions(), ...memoryHistory() };
  const guarded = Object.entries(parts).map(([name, method]) => [
    name,
    async (...args: readonly unknown[]): Promise<unknown> => {
      if (closed) throw new Fault("unavailable", "The store in memory is closed.");
      return (method as (...args: readonly unknown[]) => Promise<unknown>)(...args);
    },
  ]);
  return {
    ...(Object.fromEntries(guarded) as typeof parts),
    close: async () => {
      closed = true;
    },
  };
}
