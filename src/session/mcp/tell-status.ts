import {
  type Fleet,
  type FleetServer,
  type JudgedTool,
  type LoadedMcpConfig,
  mcpDiagnosticLine,
} from "../../bridge/index.ts";
import { commandWord, showInvisible } from "../../kernel/index.ts";
import { flagLine } from "./flag-line.ts";
import { type Seat, withheldIn } from "./seat.ts";
import type { McpServerFacts, McpStatus, RemoteToolFacts } from "./session-mcp.ts";

/** How every server of a configuration does, those that cannot be used included. */
export function mcpStatus(
  seats: readonly Seat[],
  { unusable, diagnostics }: LoadedMcpConfig,
  fleet: Fleet | undefined,
): McpStatus {
  const servers = seats.map((seat) => serverFacts(seat, fleet?.server(seat.server.id)));
  const broken = unusable.map(({ id, reason, source, declared }): McpServerFacts => ({
    id,
    state: "unusable",
    transport: declared.transport,
    fault: reason,
    restarts: 0,
    errorLines: [],
    file: source.file,
    consent: "none",
    quarantined: [],
    suspicious: [],
  }));
  return { servers: [...servers, ...broken], diagnostics };
}

function serverFacts(seat: Seat, known: FleetServer | undefined): McpServerFacts {
  const { server, consent, listing, isOff } = seat;
  const waiting = (listing?.tools ?? []).filter(
    (tool) => withheldIn(seat, tool, undefined)?.state === "quarantined",
  );
  return {
    ...(known ?? unstarted(seat)),
    ...(isOff ? { state: "disconnected" as const } : {}),
    ...(listing === undefined ? {} : { tools: listing.tools.length }),
    file: server.source.file,
    consent: consent.verdict === "given" ? `given by ${consent.by}` : consent.reason,
    quarantined: waiting.map(({ name }) => name),
    suspicious: (listing?.instructionFlags ?? []).map(flagLine),
  };
}

/** As long as nobody needed the fleet, there is none. */
function unstarted({ server, consent }: Seat): FleetServer {
  const { id, transport } = server;
  const base = { id, transport, restarts: 0, errorLines: [] };
  return consent.verdict === "pending"
    ? { ...base, state: "pending approval", fault: consent.reason }
    : { ...base, state: "idle" };
}

/** Every tool of a server, with how it stands. */
export function toolFacts(seat: Seat, fleet: FleetServer | undefined): readonly RemoteToolFacts[] {
  return (seat.listing?.tools ?? []).map((tool) => {
    const withheld = withheldIn(seat, tool, fleet);
    return {
      name: tool.name,
      server: seat.server.id,
      tool: tool.tool,
      state: withheld?.state ?? "live",
      ...(withheld === undefined ? {} : { reason: withheld.reason }),
      standing: tool.standing,
      noted: notedOf(tool),
      flags: tool.flags.map(flagLine),
      definition: tool.pin?.whole ?? "",
    };
  });
}

/** What differs from what was accepted and needs nobody. */
function notedOf({ difference }: JudgedTool): readonly string[] {
  return difference?.verdict === "noted" ? difference.changes.map(({ part, kind }) => `${part} ${kind}`) : [];
}

/** What a person should know before they use what is on offer. */
export function mcpNotes(
  seats: readonly Seat[],
  { unusable, diagnostics }: LoadedMcpConfig,
  fleet: Fleet | undefined,
): readonly string[] {
  return [
    ...diagnostics.map(mcpDiagnosticLine),
    ...unusable
      .filter(({ id }) => !diagnostics.some(({ server }) => server === id))
      .map(({ id, reason }) => `The server ${id} cannot be used: ${reason}.`),
    ...seats.flatMap((seat) => [...seatNotes(seat), ...faultNotes(fleet?.server(seat.server.id))]),
  ];
}

function seatNotes({ server: { id }, consent, listing, isVerified }: Seat): readonly string[] {
  if (consent.verdict === "pending") return [`The server ${id} is not started: ${consent.reason}.`];
  if (listing === undefined) return [];
  const { tools, rejected, instructionsStanding } = listing;
  const named = (standing: JudgedTool["standing"]): readonly string[] =>
    tools.filter((tool) => tool.standing === standing).map(({ name }) => name);
  const [fresh, changed] = [named("new"), named("changed")];
  const noted = tools.filter((tool) => notedOf(tool).length > 0).map(({ name }) => name);
  // Whoever was there before was told then, and looking takes its time.
  const flagged = isVerified ? tools.filter(({ flags }) => flags.length > 0).map(({ name }) => name) : [];
  return [
    ...note(
      fresh,
      `New tools of ${id}, which nobody has approved yet`,
      `deckhand mcp approve ${commandWord(id)}`,
    ),
    ...note(changed, `Tools of ${id} changed and are switched off`, `deckhand mcp diff ${commandWord(id)}`),
    ...note(noted, `Titles or icons of ${id} changed`, `deckhand mcp tools ${commandWord(id)}`),
    ...(instructionsStanding === "changed"
      ? [
          `The server ${id} tells models something else about itself now (deckhand mcp diff ${commandWord(id)}).`,
        ]
      : []),
    ...rejected.map(
      ({ shown, problem }) => `An entry "${shown}" in the list of ${id} is left out: ${problem}.`,
    ),
    ...note(flagged, `Something about tools of ${id} is suspicious`, `deckhand mcp tools ${commandWord(id)}`),
  ];
}

/** A server that is merely slow says nothing yet. */
function faultNotes(server: FleetServer | undefined): readonly string[] {
  if (server?.fault === undefined || server.state === "live" || server.state === "pending approval")
    return [];
  return [`The server ${server.id} is not there: ${server.fault} (deckhand mcp status).`];
}

const MOST_NAMED = 10;

function note(names: readonly string[], what: string, command: string): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MOST_NAMED).map((name) => showInvisible(name));
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return [`${what}: ${shown.join(", ")}${more} (${command}).`];
}
