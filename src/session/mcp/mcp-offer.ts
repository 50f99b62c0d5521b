import { type JudgedTool, type McpServer, remoteTool, rowSecrets } from "../../bridge/index.ts";
import { foreignRequirement, type RemoteStanding } from "../../control/index.ts";
import type { CapabilityRow, DefinedTool, Withheld } from "../../kernel/index.ts";
import type { McpCore } from "./mcp-core.ts";
import { absentIn, type Seat, standingIn, unusableRow, withheldIn } from "./seat.ts";
import type { SessionMcp } from "./session-mcp.ts";
import { verifiedConnection } from "./verified-connection.ts";

/** The part of it that offers tools. */
type McpOffer = Pick<
  SessionMcp,
  "rows" | "ready" | "start" | "absent" | "standingOf" | "requires" | "secrets"
>;

/** Offers what the roster holds; a tool is made when it is first looked at, and once for each definition. */
export function mcpOffer(core: McpCore): McpOffer {
  const { roster, parts } = core;
  const made = new WeakMap<JudgedTool, DefinedTool>();
  const secrets = new WeakMap<McpServer, readonly string[]>();
  return {
    rows: () =>
      roster.seats().flatMap((seat) => (seat.listing?.tools ?? []).map((tool) => rowOf(seat, tool))),
    ready,
    start: () => void begin(core.startable()).catch(() => undefined),
    absent,
    standingOf,
    secrets: () => roster.seats().flatMap(({ server }) => secretsOf(server)),
    requires: (name) => foreignRequirement(standingOf(name)),
  };

  /** Every record asks for them. */
  function secretsOf(server: McpServer): readonly string[] {
    const known = secrets.get(server) ?? rowSecrets(server);
    secrets.set(server, known);
    return known;
  }

  function absent(id: string): Withheld | undefined {
    const broken = core.config().unusable.find((row) => row.id === id);
    if (broken !== undefined) return unusableRow(broken);
    const seat = roster.seat(id);
    return seat && absentIn(seat, core.fleetNow()?.server(id));
  }

  function standingOf(name: string): RemoteStanding | undefined {
    const found = roster.find(name);
    return found === undefined ? undefined : standingIn(found.seat, found.tool, parts.trust);
  }

  /** Asks those whose tools nobody knows; of one that is named, also whether they are still the same. */
  async function ready(id?: string): Promise<void> {
    const isWanted = ({ server, listing, isVerified }: Seat): boolean =>
      id === undefined ? listing === undefined : server.id === id && !isVerified;
    const wanted = new Set(
      roster
        .seats()
        .filter(isWanted)
        .map(({ server }) => server.id),
    );
    await begin(core.startable().filter((each) => wanted.has(each)));
  }

  async function begin(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const fleet = await core.fleet();
    fleet.start(ids);
    await fleet.settled(ids);
  }

  function rowOf(seat: Seat, tool: JudgedTool): CapabilityRow {
    const { id } = seat.server;
    return {
      name: tool.name,
      path: tool.path,
      source: `mcp:${id}`,
      withheld: withheldIn(seat, tool, core.fleetNow()?.server(id)),
      load: async () => {
        const known = made.get(tool) ?? toolOf(seat, tool);
        made.set(tool, known);
        return known;
      },
    };
  }

  function toolOf(
    { server }: Seat,
    { tool, name, title, description, parameters, pin }: JudgedTool,
  ): DefinedTool {
    return remoteTool(
      {
        server: server.id,
        tool,
        name,
        title,
        description,
        parameters,
        definition: pin.whole,
        timeoutMs: server.callTimeoutMs,
      },
      async (facts, cancel) => {
        return verifiedConnection(facts, cancel, { fleet: await core.fleet(), roster });
      },
    );
  }
}
