import type { RemoteServer } from "../config/declared-server.ts";
import type { Attempt } from "./create-connector.ts";
import { httpAnswerIn, isOtherTransport } from "./faults/http-answer.ts";
import type { Line } from "./line.ts";
import type { RememberedRevision } from "./mcp-connection.ts";
import type { Negotiation, OpenClient } from "./open-client.ts";
import type { Sdk } from "./sdk.ts";

/** How a remote server is connected. */
export interface RemoteWays {
  readonly attempt: Attempt;
  readonly openLine: (kind: "http" | "sse") => Line;
  readonly remembered: RememberedRevision | undefined;
  readonly sdk: Sdk;
}

/** Connects a server by URL: over Streamable HTTP, or over SSE where its row says so or its answers mean that. */
export async function connectRemote({ transport }: RemoteServer, ways: RemoteWays): Promise<OpenClient> {
  if (transport === "sse") return await overSse(ways);
  try {
    return await overHttp(ways);
  } catch (error) {
    if (transport === "http" || !isOtherTransport(error, ways.sdk)) throw error;
    return await overSse(ways).catch((second: unknown) => {
      // Where neither works, the first is the one that a server of today should answer.
      throw isOtherTransport(second, ways.sdk) ? error : second;
    });
  }
}

const LEGACY: Negotiation = { kind: "legacy" };

/** Silence over HTTP is an outage and tells nothing about revisions; whoever connects has a limit of their own. */
const ASKING: Negotiation = { kind: "ask", askMs: 600_000, handshakeMs: 600_000 };

async function overHttp({ attempt, openLine, remembered, sdk }: RemoteWays): Promise<OpenClient> {
  if (remembered?.era !== "legacy") return await attempt(openLine("http"), ASKING);
  try {
    return await attempt(openLine("http"), LEGACY);
  } catch (error) {
    // It has learnt a newer revision since, and forgotten the old ones.
    if (!isRevisionRefused(error, sdk)) throw error;
    return await attempt(openLine("http"), ASKING);
  }
}

/** This transport is older than the question for revisions. */
function overSse({ attempt, openLine }: RemoteWays): Promise<OpenClient> {
  return attempt(openLine("sse"), LEGACY);
}

function isRevisionRefused(error: unknown, sdk: Sdk): boolean {
  return error instanceof sdk.ProtocolError || httpAnswerIn(error, sdk)?.error !== undefined;
}
