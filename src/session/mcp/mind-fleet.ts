import {
  type ConnectServer,
  createFleet,
  type ExaminedListing,
  type Fleet,
  type FleetRow,
  type JudgedListing,
  type JudgedTool,
  type Listing,
  type McpServer,
  type PinStore,
  rememberListing,
  type ServerMemoryStore,
} from "../../bridge/index.ts";
import type { Clock, JsonSchema } from "../../kernel/index.ts";
import type { BridgeCapability } from "../../ledger/index.ts";
import { examineTools, pinListing } from "./judge-tools.ts";
import type { KeptLedger } from "./kept-ledger.ts";
import type { Roster, ToolNames } from "./roster.ts";
import { scopeOf, type Seat } from "./seat.ts";

/** What minds the fleet of a session. */
export interface FleetMind {
  readonly roster: Roster;
  readonly ledger: () => Promise<KeptLedger>;
  readonly pins: PinStore;
  readonly memories: ServerMemoryStore;
  readonly connect: ConnectServer;
  readonly otherTools: ToolNames;
  readonly clock: Clock;
  /** Told when a server begins or ceases to be there. */
  readonly onState: () => void;
}

/** Opens the fleet: whatever a server lists is judged, entered in the ledger and remembered before anything of it is called. */
export async function openFleet(mind: FleetMind): Promise<Fleet> {
  const { roster, connect, clock, onState } = mind;
  return createFleet({
    rows: await fleetRows(roster.seats(), mind),
    connect,
    clock,
    listener: { onListing: (listing) => takeIn(listing, mind), onState },
  });
}

/** The rows of the fleet: who may be started, and how they spoke last time. */
export function fleetRows(
  seats: readonly Seat[],
  mind: Pick<FleetMind, "memories" | "clock">,
): Promise<readonly FleetRow[]> {
  return Promise.all(
    seats.map(async ({ server, consent }) => ({
      server,
      pending: consent.verdict === "pending" ? consent.reason : undefined,
      remembered: await revisionOf(server.source.workspace, server.id, server.hash, mind),
    })),
  );
}

/** A server that has learned a new revision still speaks the old one, and would never be asked. */
const ASK_AGAIN_MS = 7 * 24 * 60 * 60 * 1000;

async function revisionOf(
  workspace: string,
  id: string,
  hash: string,
  { memories, clock }: Pick<FleetMind, "memories" | "clock">,
) {
  const memory = await memories.get(workspace, id);
  if (memory === undefined || memory.hash !== hash || memory.listedAt === 0) return undefined;
  return clock.now() - memory.revisionAt < ASK_AGAIN_MS ? memory.remembered : undefined;
}

async function takeIn(listing: Listing, mind: FleetMind): Promise<void> {
  const { roster, otherTools } = mind;
  const { server } = listing;
  const listed = examineTools(server, listing, otherTools);
  otherTools[server.id] = listed.tools.map(({ tool }) => tool);
  const isCurrent = (): boolean => roster.seat(server.id)?.server.hash === server.hash;
  try {
    const judged = await judgedAndEnrolled(server, listed, mind);
    // One that cannot be kept costs time when the next session begins, and nothing else.
    await remember(listing, listed, mind).catch(() => undefined);
    if (isCurrent()) roster.change(server.id, { listed, listing: judged, isVerified: true, isOff: false });
  } catch (error) {
    // What stood there before is no longer what the server has, and nobody knows how that stands.
    if (isCurrent()) roster.change(server.id, { listed: undefined, listing: undefined, isVerified: false });
    throw error;
  }
}

async function judgedAndEnrolled(
  server: McpServer,
  listed: ExaminedListing,
  { ledger, pins, clock }: FleetMind,
): Promise<JudgedListing> {
  const judged = await pinListing(server, listed, { pins, scope: scopeOf(server), clock });
  await (
    await ledger()
  ).follow(server.id, judged.tools.filter(({ pin }) => pin.whole !== "").map(capabilityOf));
  return judged;
}

/** As the server gave it: what we make of a schema may change with us, and its key must not. */
function capabilityOf({ name, description, definition }: JudgedTool): BridgeCapability {
  const { inputSchema } = definition;
  const hasSchema = typeof inputSchema === "object" && inputSchema !== null;
  return { name, description, definition, ...(hasSchema ? { parameters: inputSchema as JsonSchema } : {}) };
}

async function remember(
  listing: Listing,
  listed: ExaminedListing,
  { roster, memories, clock }: FleetMind,
): Promise<void> {
  const { server, tools, instructions, revision, remembered } = listing;
  const { workspace } = server.source;
  const { hash } = server;
  const now = clock.now();
  const before = await memories.get(workspace, server.id);
  // What was off when this session began was connected on purpose; what went off since is off by another session's person.
  const isOff = before?.isOff === true && roster.seat(server.id)?.isOff !== true;
  const askedAt =
    before !== undefined && before.hash === hash && now - before.revisionAt < ASK_AGAIN_MS
      ? before.revisionAt
      : now;
  await memories.set(workspace, server.id, {
    hash,
    tools,
    examined: rememberListing(listed, tools),
    instructions,
    revision,
    remembered,
    listedAt: now,
    revisionAt: askedAt,
    ...(isOff ? { isOff } : {}),
  });
}
