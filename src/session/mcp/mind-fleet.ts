import {
  type ConnectServer,
  createFleet,
  EXAMINATION_FORM,
  examinationsOf,
  type ExaminedListing,
  type Fleet,
  type FleetRow,
  type JudgedTool,
  type Listing,
  type McpConnection,
  type PinStore,
  type RemoteToolSpec,
  type ServerMemoryStore,
} from "../../bridge/index.ts";
import { type Clock, Fault, type JsonSchema } from "../../kernel/index.ts";
import type { BridgeCapability } from "../../ledger/index.ts";
import { examineTools, pinListing } from "./judge-tools.ts";
import type { KeptLedger } from "./kept-ledger.ts";
import type { Roster, ToolNames } from "./roster.ts";
import { scopeOf, type Seat, withheldIn } from "./seat.ts";

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
  const { roster, ledger, pins, otherTools, clock } = mind;
  const { server } = listing;
  const listed = examineTools(server, listing, otherTools);
  otherTools[server.id] = listed.tools.map(({ tool }) => tool);
  const judged = await pinListing(server, listed, { pins, scope: scopeOf(server), clock });
  await (
    await ledger()
  ).follow(server.id, judged.tools.filter(({ pin }) => pin.whole !== "").map(capabilityOf));
  await remember(listing, listed, mind);
  roster.change(server.id, { listing: judged, isVerified: true, isOff: false });
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
  { memories, clock }: FleetMind,
): Promise<void> {
  const { server, tools, instructions, revision, remembered } = listing;
  const { workspace } = server.source;
  const { hash } = server;
  const now = clock.now();
  const before = await memories.get(workspace, server.id);
  const askedAt =
    before !== undefined && before.hash === hash && now - before.revisionAt < ASK_AGAIN_MS
      ? before.revisionAt
      : now;
  await memories.set(workspace, server.id, {
    hash,
    tools,
    examined: { form: EXAMINATION_FORM, found: examinationsOf(listed) },
    instructions,
    revision,
    remembered,
    listedAt: now,
    revisionAt: askedAt,
  });
}

/** The connection to a tool's server, once it has shown that the tool is still the one that was judged. */
export async function verifiedConnection(
  { server, name, definition }: Pick<RemoteToolSpec, "server" | "name" | "definition">,
  cancel: AbortSignal,
  { fleet, roster }: { readonly fleet: Fleet; readonly roster: Roster },
): Promise<McpConnection> {
  const connection = await fleet.connection(server, cancel);
  const found = roster.find(name);
  if (found === undefined) {
    throw new Fault("unavailable", `The server ${server} no longer has the tool ${name}.`, {
      hint: "Ask again which tools there are.",
    });
  }
  const withheld = withheldIn(found.seat, found.tool, fleet.server(server));
  if (withheld !== undefined) throw new Fault("denied_policy", withheld.reason, { hint: withheld.hint });
  if (found.tool.pin.whole !== definition) {
    throw new Fault("denied_policy", `The definition of ${name} has changed since this call was judged.`, {
      hint: "Nothing was called. Look at the tool again, then call it as it is now.",
    });
  }
  return connection;
}
