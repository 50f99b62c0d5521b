import type { RemoteDefinition } from "../../ledger/index.ts";
import type { RememberedListing } from "./definitions/remembered-listing.ts";
import type { RememberedRevision } from "./wire/mcp-connection.ts";

/** What is known of a server from the last time it was there, so that its tools can be told before it is started. */
export interface ServerMemory {
  /** Of the row it was started by: another row is another server. */
  readonly hash: string;
  readonly tools: readonly RemoteDefinition[];
  /** What examining them came to. */
  readonly examined?: RememberedListing | undefined;
  readonly instructions?: string | undefined;
  readonly revision: string;
  readonly remembered: RememberedRevision;
  /** When it was last listed, in milliseconds since 1970. */
  readonly listedAt: number;
  /** When it was found out how it speaks, in milliseconds since 1970. */
  readonly revisionAt: number;
  /** Set when a person has disconnected it. */
  readonly isOff?: boolean | undefined;
}

/** Where memories of servers are kept, outside of every workspace; one that is lost costs time and nothing else. */
export interface ServerMemoryStore {
  get(workspace: string, server: string): Promise<ServerMemory | undefined>;
  set(workspace: string, server: string, memory: ServerMemory): Promise<void>;
  forget(workspace: string, server: string): Promise<void>;
}
