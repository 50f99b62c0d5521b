import { Fault } from "../../../kernel/index.ts";
import type { McpConnection } from "../wire/mcp-connection.ts";
import type { ListFollower } from "./follow-lists.ts";

/** How one run of a server is made. */
export interface RunSteps {
  /** What has to be gone before it begins. */
  readonly after: Promise<void>;
  readonly connect: (cancel: AbortSignal) => Promise<McpConnection>;
  /** Follows the lists of the connection until `cancel` is aborted. */
  readonly follow: (connection: McpConnection, cancel: AbortSignal) => ListFollower;
}

/** One connection from its first step to its end. */
export interface ServerRun {
  /** The connection, once its tools are listed and judged; fails with whatever was in the way, and holds nothing then but what `end` lets go. */
  readonly ready: Promise<McpConnection>;
  /** Lists its tools once more. */
  relist(): void;
  /** Ends it at whatever step it is: nothing more is reported; settles when everything it held is gone. May be called again. */
  end(): Promise<void>;
}

/** Begins a run: what came before is gone, then connect, then list. */
export function runServer({ after, connect, follow }: RunSteps): ServerRun {
  const ending = new AbortController();
  const cancel = ending.signal;
  const connecting = after.then(() => {
    cancel.throwIfAborted();
    return connect(cancel);
  });
  const lists = connecting.then((connection) => {
    cancel.throwIfAborted();
    return follow(connection, cancel);
  });
  const listed = lists.then((follower) => follower.first()).then(() => connecting);
  // A connection that comes after all, because it did not hear of the end in time, is closed as it comes.
  const letGo = (): Promise<unknown> =>
    Promise.allSettled([
      connecting.then((connection) => connection.close()),
      lists.then((follower) => follower.rested()),
    ]);
  let gone: Promise<void> | undefined;
  return {
    ready: Promise.race([listed, connecting.then(endOf)]),
    relist: () => void lists.then((follower) => follower.again(), ignore),
    end: () => {
      ending.abort();
      return (gone ??= letGo().then(ignore));
    },
  };
}

async function endOf({ ended }: McpConnection): Promise<never> {
  const { reason } = await ended;
  throw new Fault("unavailable", reason);
}

function ignore(): void {
  // It was told elsewhere, or nobody is left to be told.
}
