import type { Pin, RemoteDefinition } from "../../../ledger/index.ts";

/** Whose pins: of a user's server they hold everywhere, of a project's or named one in its workspace. */
export interface PinScope {
  /** Empty for a server of the user's own file. */
  readonly workspace: string;
  readonly server: string;
}

/** What a person accepted of one tool, whole, so that a difference can be shown. */
export interface PinnedTool {
  readonly pin: Pin;
  readonly definition: RemoteDefinition;
  /** When, as ISO 8601. */
  readonly at: string;
}

/** What a person accepted of a server: how it is reached, what it tells the model, and each of its tools. */
export interface PinnedServer {
  readonly identity: Pin;
  readonly instructions: string | undefined;
  /** By the name the server gives them. */
  readonly tools: Readonly<Record<string, PinnedTool>>;
  /**
   * Why what was pinned cannot be read any more. Its identity is then one that no server has, so that the whole server
   * waits for a person: what was once pinned is never taken for a server that was never seen.
   */
  readonly damage?: string | undefined;
}

/** Where pins are kept, outside of every workspace. Contract: what was set is found by the next `get`, in every process. */
export interface PinStore {
  get(scope: PinScope): Promise<PinnedServer | undefined>;
  /** Changes what is pinned as one step, whoever else does; nothing pinned is `undefined`. */
  update(
    scope: PinScope,
    change: (pinned: PinnedServer | undefined) => PinnedServer | undefined,
  ): Promise<PinnedServer | undefined>;
}
