import type { RemoteDefinition } from "../../../ledger/index.ts";
import type { McpServer } from "../config/mcp-server.ts";
import type { McpConnection, RememberedRevision } from "../wire/mcp-connection.ts";

/** How one server of the fleet is doing. `idle` ones start when they are first needed. */
export type ServerState =
  | "pending approval"
  | "idle"
  | "connecting"
  | "live"
  | "waiting to retry"
  | "suspended"
  | "needs sign-in"
  | "disconnected";

/** One server of the fleet, as it is told to people and machines. */
export interface FleetServer {
  readonly id: string;
  readonly state: ServerState;
  readonly transport: string;
  /** Of the connection that is there, or the last one. */
  readonly revision?: string;
  /** How many tools it listed last. */
  readonly tools?: number;
  /** What went wrong last, in one sentence. */
  readonly fault?: string;
  /** When it is tried again, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** How often it was started again since it was last live for a while. */
  readonly restarts: number;
  /** The last lines of its standard error. */
  readonly errorLines: readonly string[];
}

/** What a server lists, right after it was listed. */
export interface Listing {
  readonly server: McpServer;
  readonly tools: readonly RemoteDefinition[];
  readonly instructions: string | undefined;
  readonly revision: string;
  readonly remembered: RememberedRevision;
}

/** What the fleet tells whoever owns it. */
export interface FleetListener {
  /**
   * A server was listed, at first or again; it counts as live once this has settled, so that nothing is called before it
   * is judged. One that fails makes the first listing a failed start, and leaves the last of later ones standing.
   * It is not called again for the server before it has settled.
   */
  onListing(listing: Listing): Promise<void>;
  /** The state of a server has changed. */
  onState?(server: FleetServer): void;
  /** Another list than that of tools has changed. */
  onListChanged?(server: string, list: "resources" | "prompts"): void;
}

/**
 * Connects once; whoever supervises calls it again.
 * Contract: it settles soon after `cancel` is aborted, and has left nothing running when it fails. It is given up by
 * `cancel` alone and has no time limit of its own. `NeedsSignIn` means that a person has to do something first; an
 * error may carry `errorLines`, what a child that did not come up wrote last.
 */
export type ConnectServer = (
  server: McpServer,
  options: {
    readonly cancel: AbortSignal;
    readonly remembered?: RememberedRevision | undefined;
  },
) => Promise<McpConnection>;

/** Many servers, each minded on its own: one that fails never holds up another. */
export interface Fleet {
  servers(): readonly FleetServer[];
  server(id: string): FleetServer | undefined;
  /**
   * Begins to connect every server that is idle, side by side, and waits for none of them. Without ids, so does every
   * server that an update brings later; one that waits for approval begins when an update says it has it.
   */
  start(ids?: readonly string[]): void;
  /** Settles when these servers (all when absent) are live or have failed or used up their time to start. */
  settled(ids?: readonly string[]): Promise<void>;
  /**
   * The live connection to a server, made now if there is none, whatever wait was on; a fault that says why where there
   * can be none, or none in time. Whoever cancels ends their own waiting only.
   */
  connection(id: string, cancel?: AbortSignal): Promise<McpConnection>;
  /** Ends the connection and begins a new one, breaker and waiting forgotten; settles when the old one is gone. */
  reconnect(id: string): Promise<void>;
  /** Ends the connection; the server stays so until `connection` or `reconnect`. Settles when it is gone. */
  disconnect(id: string): Promise<void>;
  /**
   * Takes in what a changed configuration says. Servers that went are ended; those that are reached in another way begin
   * anew if they had been started; those of which only the settings changed are listed again. Settles when what went is gone.
   */
  update(servers: readonly FleetRow[]): Promise<void>;
  /** Ends every connection and every child process, and waits for them in bounds. May be called again; all else is a fault then. */
  close(): Promise<void>;
}

/** A server and whether it may be started. */
export interface FleetRow {
  readonly server: McpServer;
  /** Why it may not be started yet. */
  readonly pending?: string | undefined;
  readonly remembered?: RememberedRevision | undefined;
}
