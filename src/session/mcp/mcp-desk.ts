import { NeedsSignIn } from "../../bridge/index.ts";
import type { McpCore } from "./mcp-core.ts";
import type { ConnectOptions, SessionMcp } from "./session-mcp.ts";
import { mcpNotes, mcpStatus, toolFacts } from "./tell-status.ts";

/** The part of it that a person works with. */
type McpDesk = Pick<
  SessionMcp,
  "notes" | "ledger" | "tools" | "status" | "statusNow" | "connect" | "reconnect" | "disconnect"
>;

/** Tells how servers do, and connects and disconnects them. */
export function mcpDesk(core: McpCore): McpDesk {
  const { roster, ledger, parts } = core;
  const statusNow = (): ReturnType<SessionMcp["statusNow"]> =>
    mcpStatus(roster.seats(), core.config(), core.fleetNow());
  return {
    notes: () => [...parts.damage(), ...mcpNotes(roster.seats(), core.config(), core.fleetNow())],
    ledger: async () => (await ledger()).load(),
    tools: () => roster.seats().flatMap((seat) => toolFacts(seat, core.fleetNow()?.server(seat.server.id))),
    status: async () => {
      const ids = core.startable();
      const fleet = await core.fleet();
      fleet.start(ids);
      await fleet.settled(ids);
      return statusNow();
    },
    statusNow,
    connect,
    reconnect: async (id) => {
      if (id !== undefined) core.known(id);
      await core.reload();
      const ids = id === undefined ? core.startable() : [core.known(id).server.id];
      const fleet = await core.fleet();
      await Promise.all(ids.map((each) => fleet.reconnect(each)));
      await fleet.settled(ids);
    },
    disconnect,
  };

  async function connect(id: string, options: ConnectOptions = {}): Promise<void> {
    core.known(id);
    // Whoever names what a sign-in has to allow wants another one, though the server may be content with the first.
    if (options.scope !== undefined) return signInAndConnect(id, options);
    try {
      await (await core.fleet()).connection(id, options.cancel);
    } catch (error) {
      if (!(error instanceof NeedsSignIn) || options.openBrowser === undefined) throw error;
      await signInAndConnect(id, { ...options, scope: error.scope });
    }
  }

  async function signInAndConnect(id: string, options: ConnectOptions): Promise<void> {
    await parts.signIn(core.known(id).server, options);
    const fleet = await core.fleet();
    await fleet.reconnect(id);
    await fleet.connection(id, options.cancel);
  }

  async function disconnect(id: string): Promise<void> {
    const { server } = core.known(id);
    await (await core.fleet()).disconnect(id);
    await (await ledger()).withdraw(id);
    const { workspace } = server.source;
    const memory = (await parts.memories.get(workspace, id)) ?? NEVER_LISTED;
    await parts.memories.set(workspace, id, { ...memory, hash: server.hash, isOff: true });
    roster.change(id, { isOff: true });
  }
}

const NEVER_LISTED = {
  tools: [],
  revision: "",
  remembered: { era: "legacy" },
  listedAt: 0,
  revisionAt: 0,
} as const;
