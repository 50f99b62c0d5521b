import {
  afterReload,
  type ConnectServer,
  type Consent,
  type ConsentStore,
  type ConfigWatch,
  type Fleet,
  judgeListing,
  type LoadedMcpConfig,
  type McpServer,
  type PinnedServer,
  type PinStore,
  type ServerMemoryStore,
  watchConfig,
} from "../../bridge/index.ts";
import { Fault, nearestName, type TrustLevel } from "../../kernel/index.ts";
import type { KeptLedger } from "./kept-ledger.ts";
import type { ApprovalBell } from "../../store/index.ts";
import { lazily } from "./lazily.ts";
import { createRoster, type Roster, takeSeats, type ToolNames } from "./roster.ts";
import { identityOf, scopeOf, type Seat } from "./seat.ts";
import type { ConnectOptions, McpPlace } from "./session-mcp.ts";

/** What the MCP part of a session is opened with. */
export interface SessionMcpParts {
  readonly config: LoadedMcpConfig;
  /** Reads the configuration again. */
  readonly load: () => Promise<LoadedMcpConfig>;
  readonly seats: readonly Seat[];
  readonly consents: ConsentStore;
  /** Rung by whoever has agreed to something, in this process or another. */
  readonly bell: ApprovalBell;
  /** What the flags of this session consent to. */
  readonly byFlag: readonly Consent[];
  readonly pins: PinStore;
  readonly memories: ServerMemoryStore;
  readonly otherTools: ToolNames;
  readonly connect: ConnectServer;
  readonly signIn: (server: McpServer, options: ConnectOptions) => Promise<void>;
  /** What the user's own configuration says of servers and tools. */
  readonly trust: Readonly<Record<string, TrustLevel>>;
  /** What of all that is kept was found damaged, in sentences. */
  readonly damage: () => readonly string[];
}

/** What every part of a session's MCP shares: who is there, what is kept, and the fleet once it is needed. */
export interface McpCore {
  readonly parts: SessionMcpParts;
  readonly place: McpPlace;
  readonly roster: Roster;
  /** The ledger of the workspace; it is opened when it is first asked for. */
  readonly ledger: () => Promise<KeptLedger>;
  readonly config: () => LoadedMcpConfig;
  /** The fleet; it is made when it is first asked for. */
  readonly fleet: () => Promise<Fleet>;
  /** The fleet, if there is one yet. */
  readonly fleetNow: () => Fleet | undefined;
  /** The ids of those that may run. */
  readonly startable: () => readonly string[];
  /** The seat of a server; an unknown one is a fault that says which there are. */
  readonly known: (id: string) => Seat;
  /** Reads configuration and consents again: only servers that changed are touched. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Makes the core; nothing is started, and files are watched only for a session that stays. */
export function createMcpCore(parts: SessionMcpParts, place: McpPlace, onChange: () => void): McpCore {
  const { consents, byFlag, pins, memories, connect } = parts;
  const { store, clock, stays } = place;
  const roster = createRoster(parts.seats, onChange);
  const ledger = lazily(async () => {
    const { createKeptLedger } = await import("./kept-ledger.ts");
    return createKeptLedger(() => store.open(), clock);
  });
  const { otherTools } = parts;
  const mind = { roster, ledger, pins, memories, otherTools, connect, clock, onState: onChange };
  let config = parts.config;
  let opening: Promise<Fleet> | undefined;
  let opened: Fleet | undefined;
  let closing: Promise<void> | undefined;
  let reloading: Promise<void> = Promise.resolve();
  const watch: Promise<ConfigWatch> | undefined = stays
    ? watchConfig([...config.files, parts.bell.file], () => reload())
    : undefined;
  return {
    parts,
    place,
    roster,
    ledger,
    config: () => config,
    fleet,
    fleetNow: () => opened,
    startable: () =>
      roster
        .seats()
        .flatMap(({ server, consent, isOff }) => (consent.verdict === "given" && !isOff ? [server.id] : [])),
    known: (id) => {
      const seat = roster.seat(id);
      if (seat === undefined) throw unknownServer(id, roster.seats(), config);
      return seat;
    },
    reload,
    close: () => (closing ??= close()),
  };

  async function fleet(): Promise<Fleet> {
    if (closing !== undefined) throw new Fault("unavailable", "The session is closed.");
    opened = await (opening ??= import("./mind-fleet.ts").then(({ openFleet }) => openFleet(mind)));
    return opened;
  }

  /** One after the other, so that the last to be asked for is the last to be taken in. */
  function reload(): Promise<void> {
    const done = reloading.then(takeInConfig);
    reloading = done.catch(() => undefined);
    return done;
  }

  async function takeInConfig(): Promise<void> {
    const now = afterReload(config, await parts.load());
    const seats = await takeSeats(now.servers, [...(await consents.list()), ...byFlag], {
      pins,
      memories,
      otherTools,
    });
    const pinned = await Promise.all(seats.map(({ server }) => pins.get(scopeOf(server))));
    config = now;
    // Without giving way in between: what a server lists meanwhile must not be lost.
    roster.replace(seats.map((seat, at) => keptSeat(seat, roster.seat(seat.server.id), pinned[at])));
    if (opened === undefined) return;
    const { fleetRows } = await import("./mind-fleet.ts");
    await opened.update(await fleetRows(roster.seats(), mind));
  }

  async function close(): Promise<void> {
    (await watch)?.close();
    await (await opening?.catch(() => undefined))?.close();
  }
}

/** What a server has shown in this session is still so if its row is, whatever others remember; what was pinned meanwhile counts. */
function keptSeat(now: Seat, before: Seat | undefined, pinned: PinnedServer | undefined): Seat {
  if (before === undefined || before.server.hash !== now.server.hash || !before.isVerified) return now;
  const { listed } = before;
  const listing = listed && judgeListing(listed, pinned, identityOf(now.server));
  return { ...now, listed, listing, isVerified: true };
}

function unknownServer(id: string, seats: readonly Seat[], { unusable }: LoadedMcpConfig): Fault {
  const broken = unusable.find((row) => row.id === id);
  if (broken !== undefined) {
    return new Fault("unavailable", `The server ${id} cannot be used: ${broken.reason}.`, {
      hint: `Mend its row in ${broken.source.file}.`,
    });
  }
  const ids = seats.map(({ server }) => server.id);
  const near = nearestName(id, ids);
  const guess = near === undefined ? "" : `Did you mean "${near}"? `;
  const all = ids.length === 0 ? "No server is configured." : `There are: ${ids.join(", ")}.`;
  return new Fault("not_found", `There is no MCP server called "${id}".`, { hint: `${guess}${all}` });
}
