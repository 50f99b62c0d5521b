import type { JsonSchema } from "../kernel/index.ts";
import type { BridgeKey } from "./bridge-key.ts";

/** What the ledger needs to know of a remote tool; whoever runs it may enroll something richer. */
export interface BridgeCapability {
  /** The qualified name, `<server>__<tool>`. */
  readonly name: string;
  readonly description?: string | undefined;
  /** The schema of its input, as the server gave it. */
  readonly parameters?: JsonSchema | undefined;
  /** The whole definition, as the server gave it. */
  readonly definition?: RemoteDefinition | undefined;
}

/** A definition as a server sent it, with every field it came with. */
export type RemoteDefinition = { readonly [field: string]: unknown };

/** A tool came, or came again. */
export interface EnrollEntry<C extends BridgeCapability = BridgeCapability> extends EntryPlace {
  readonly op: "enroll";
  readonly capability: C;
}

/** A tool went. */
export interface RetireEntry extends EntryPlace {
  readonly op: "retire";
}

/** One event of the ledger. */
export type BridgeEntry<C extends BridgeCapability = BridgeCapability> = EnrollEntry<C> | RetireEntry;

/** What can happen to a remote tool. */
export type BridgeOp = BridgeEntry["op"];

interface EntryPlace {
  readonly key: BridgeKey;
  readonly server: string;
  /** Its place among all events; the fold goes by it. */
  readonly seq: number;
  /** When it was written, as ISO-8601 in UTC; kept for people and compared as text, never read back. */
  readonly at: string;
}
