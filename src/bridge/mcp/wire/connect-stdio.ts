import type { StdioServer } from "../config/declared-server.ts";
import type { Attempt } from "./create-connector.ts";
import type { Line } from "./line.ts";
import type { RememberedRevision } from "./mcp-connection.ts";
import type { Negotiation, OpenClient } from "./open-client.ts";

/** How a program is connected. */
export interface StdioWays {
  readonly attempt: Attempt;
  /** Starts the program. */
  readonly openLine: () => Promise<Line>;
  readonly remembered: RememberedRevision | undefined;
  readonly cancel: AbortSignal;
}

/**
 * Connects a program, which is started again if need be: some old ones end or fall silent when they are asked a question
 * that is newer than they are, and a new one that is slow to start looks like one of those.
 */
export async function connectStdio(server: StdioServer, ways: StdioWays): Promise<OpenClient> {
  const { attempt, openLine, remembered, cancel } = ways;
  let way: Negotiation = remembered?.era === "legacy" ? LEGACY_OF_OLD : asking(server, remembered);
  for (;;) {
    const line = await openLine();
    try {
      return await attempt(line, way);
    } catch (error) {
      const next = cancel.aborted ? undefined : wayAfter(way, error);
      if (next === undefined) throw error;
      way = next;
    }
  }
}

const STARTUP_MS = 30_000;
const ASK_MS = 4000;

const LEGACY: Negotiation = { kind: "legacy" };
/** What is remembered may no longer be true. */
const LEGACY_OF_OLD: Negotiation = { kind: "legacy" };
/** For a server that may want it, however long it takes to start; whoever connects has a limit of their own. */
const ASKING_FOR_LONG: Negotiation = { kind: "ask", askMs: 600_000, handshakeMs: 600_000 };

function asking(
  { startupTimeoutMs = STARTUP_MS }: StdioServer,
  remembered: RememberedRevision | undefined,
): Negotiation {
  const isKnown = remembered?.era === "modern";
  const askMs = isKnown ? startupTimeoutMs * (3 / 4) : Math.min(ASK_MS, startupTimeoutMs / 4);
  return { kind: "ask", askMs, handshakeMs: (startupTimeoutMs - askMs) / 4 };
}

/** What is left to try, if anything. */
function wayAfter(tried: Negotiation, error: unknown): Negotiation | undefined {
  if (tried === ASKING_FOR_LONG) return undefined;
  // Whoever answers that it does not know the old handshake is neither old nor silent.
  if (tried === LEGACY_OF_OLD || (error instanceof Error && error.name === "ProtocolError"))
    return ASKING_FOR_LONG;
  return tried === LEGACY ? undefined : LEGACY;
}
