import {
  examineListing,
  type ExaminedListing,
  type JudgedListing,
  judgeListing,
  type McpServer,
  type OtherTools,
  pinAll,
  type PinnedServer,
  type PinScope,
  type PinStore,
} from "../../bridge/index.ts";
import type { Clock } from "../../kernel/index.ts";
import { type RemoteDefinition, type ServerIdentity, serverPin } from "../../ledger/index.ts";
import { identityOf } from "./seat.ts";

/** What a server lists, as far as a listing is judged. */
export interface ToolListing {
  readonly tools: readonly RemoteDefinition[];
  readonly instructions?: string | undefined;
}

/** Looks at what a server lists; tools that its row leaves out are not there at all. */
export function examineTools(
  { id, includeTools, excludeTools = [] }: McpServer,
  { tools, instructions }: ToolListing,
  otherTools: OtherTools,
): ExaminedListing {
  const isWanted = ({ name }: RemoteDefinition): boolean =>
    typeof name !== "string" || (includeTools?.includes(name) !== false && !excludeTools.includes(name));
  return examineListing({ serverId: id, tools: tools.filter(isWanted), instructions, otherTools });
}

/** Where pins are kept, and whose they are. */
interface PinPlace {
  readonly pins: PinStore;
  readonly scope: PinScope;
  readonly clock: Clock;
}

/**
 * Judges a fresh listing of a server that a person consented to. The first one is what they consented to, and pinned; the
 * way to the server is covered by consent whenever it changes, its tools and what it tells the model are not.
 */
export async function pinListing(
  server: McpServer,
  listed: ExaminedListing,
  { pins, scope, clock }: PinPlace,
): Promise<JudgedListing> {
  const identity = identityOf(server);
  const pinned = await pins.update(scope, (before) =>
    before === undefined ? pinAll(listed, identity, new Date(clock.now())) : reachedBy(before, identity),
  );
  return judgeListing(listed, pinned, identity);
}

function reachedBy(pinned: PinnedServer, identity: ServerIdentity): PinnedServer {
  if (pinned.damage !== undefined) return pinned;
  const now = serverPin({ ...identity, instructions: pinned.instructions });
  return now.whole === pinned.identity.whole ? pinned : { ...pinned, identity: now };
}
