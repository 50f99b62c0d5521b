import {
  type Consent,
  type ConsentVerdict,
  type ExaminedListing,
  judgeConsent,
  type JudgedTool,
  judgeListing,
  type McpServer,
  type PinStore,
  recallListing,
  type ServerMemory,
  type ServerMemoryStore,
} from "../../bridge/index.ts";
import { identityOf, scopeOf, type Seat } from "./seat.ts";

/** Everything a session knows of its servers, in the order of the configuration. */
export interface Roster {
  seats(): readonly Seat[];
  seat(id: string): Seat | undefined;
  /** The tool of a qualified name, and whose it is. */
  find(name: string): { readonly seat: Seat; readonly tool: JudgedTool } | undefined;
  /** Takes in a whole configuration; what is known of servers whose row stayed the same stays. */
  replace(seats: readonly Seat[]): void;
  /** Changes what is known of one server; one that is gone stays gone. */
  change(id: string, change: Partial<Omit<Seat, "server">>): void;
}

/** Keeps the roster and tells of every change. */
export function createRoster(first: readonly Seat[], onChange: () => void): Roster {
  let seats = new Map(first.map((seat) => [seat.server.id, seat]));
  let byName: Map<string, { seat: Seat; tool: JudgedTool }> | undefined;
  return {
    seats: () => [...seats.values()],
    seat: (id) => seats.get(id),
    find: (name) => index().get(name),
    replace: (next) => {
      seats = new Map(next.map((seat) => [seat.server.id, seat]));
      changed();
    },
    change: (id, change) => {
      const seat = seats.get(id);
      if (seat === undefined) return;
      seats.set(id, { ...seat, ...change });
      changed();
    },
  };

  function index(): Map<string, { seat: Seat; tool: JudgedTool }> {
    return (byName ??= new Map(
      [...seats.values()].flatMap((seat) =>
        (seat.listing?.tools ?? []).map((tool) => [tool.name, { seat, tool }] as const),
      ),
    ));
  }

  function changed(): void {
    byName = undefined;
    onChange();
  }
}

/** Where what is remembered of servers is kept. */
export interface SeatStores {
  readonly pins: PinStore;
  readonly memories: ServerMemoryStore;
  readonly otherTools: ToolNames;
}

/** What every server calls its tools, as far as it is known yet, and the built-in names under an empty id. */
export type ToolNames = Record<string, readonly string[]>;

/** Takes a seat for each server: whose word it runs by, and what is remembered of it. */
export function takeSeats(
  servers: readonly McpServer[],
  consents: readonly Consent[],
  stores: SeatStores,
): Promise<readonly Seat[]> {
  return Promise.all(servers.map((server) => takeSeat(server, judgeConsent(server, consents), stores)));
}

async function takeSeat(
  server: McpServer,
  consent: ConsentVerdict,
  { pins, memories, otherTools }: SeatStores,
): Promise<Seat> {
  const memory = await memories.get(server.source.workspace, server.id);
  const listed = await rememberedListing(server, memory, otherTools);
  const listing = listed && judgeListing(listed, await pins.get(scopeOf(server)), identityOf(server));
  return { server, consent, listed, listing, isOff: memory?.isOff === true, isVerified: false };
}

/** What another row listed says nothing of this one; what looks at definitions is loaded only where that has to be done. */
async function rememberedListing(
  server: McpServer,
  memory: ServerMemory | undefined,
  otherTools: ToolNames,
): Promise<ExaminedListing | undefined> {
  if (memory === undefined || memory.hash !== server.hash || memory.listedAt === 0) return undefined;
  const listed =
    recallListing({ ...memory, serverId: server.id, otherTools }) ??
    (await import("./judge-tools.ts")).examineTools(server, memory, otherTools);
  otherTools[server.id] = listed.tools.map(({ tool }) => tool);
  return listed;
}
