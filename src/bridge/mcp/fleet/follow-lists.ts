import { type Clock, type Timer, untilCancelled } from "../../../kernel/index.ts";
import type { RemoteDefinition } from "../../../ledger/index.ts";
import type { McpConnection } from "../wire/mcp-connection.ts";
import { type FleetLimits, listPause } from "./fleet-limits.ts";

/** What a follower of lists works with. */
export interface FollowLists {
  readonly connection: McpConnection;
  /** Ends the following. */
  readonly cancel: AbortSignal;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly limits: FleetLimits;
  /** What was listed; the next listing waits until this has settled. */
  readonly report: (tools: readonly RemoteDefinition[]) => Promise<void>;
  /** A later listing failed: the last one stands. */
  readonly onFault: (error: unknown) => void;
  readonly onListChanged: (list: "resources" | "prompts") => void;
}

/** Lists the tools of one connection, at first and whenever they change. */
export interface ListFollower {
  /** Lists for the first time, and fails where listing fails. */
  first(): Promise<void>;
  /** Lists once more. */
  again(): void;
  /** Settles when the listing that is under way, if any, is over. */
  rested(): Promise<void>;
}

/**
 * Follows the lists of a connection: one listing at a time, and one that waits, however many changes are told.
 * A list that goes on changing is listed after ever longer pauses.
 */
export function followLists(options: FollowLists): ListFollower {
  const { connection, cancel, clock, timer, limits } = options;
  let listing: Promise<void> | undefined;
  let isDue = false;
  let stopPause: (() => void) | undefined;
  let listingsInARow = 0;
  let lastListed = clock.monotonic();

  const listNow = (): Promise<void> => {
    isDue = false;
    const work = listOnce(options).finally(() => {
      listing = undefined;
      lastListed = clock.monotonic();
      if (isDue) plan();
    });
    listing = work.catch(() => undefined);
    return work;
  };

  const listAgain = (): void => {
    stopPause = undefined;
    listNow().catch((error: unknown) => {
      if (cancel.aborted) return;
      options.onFault(error);
      plan();
    });
  };

  const plan = (): void => {
    if (listing !== undefined) isDue = true;
    if (listing !== undefined || stopPause !== undefined || cancel.aborted) return;
    const quiet = clock.monotonic() - lastListed;
    if (quiet >= limits.quietMs) listingsInARow = 0;
    const pause = Math.max(0, listPause(listingsInARow, limits) - quiet);
    listingsInARow += 1;
    stopPause = timer.after(pause, listAgain);
  };

  const stopListening = connection.onChange((list) => {
    if (list !== "tools") options.onListChanged(list);
    else if (connection.offers.tools) plan();
  });
  cancel.addEventListener("abort", () => {
    stopListening();
    stopPause?.();
  });
  return { first: listNow, again: plan, rested: async () => listing };
}

async function listOnce({ connection, cancel, report }: FollowLists): Promise<void> {
  const tools = connection.offers.tools ? await untilCancelled(connection.listTools({ cancel }), cancel) : [];
  cancel.throwIfAborted();
  await report(tools);
}
