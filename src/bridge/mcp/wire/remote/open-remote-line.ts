import type { AuthProvider } from "@modelcontextprotocol/client";
import type { RemoteServer } from "../../config/declared-server.ts";
import type { Line } from "../line.ts";
import type { Sdk } from "../sdk.ts";
import { hasAuthorization, remoteAddressOf } from "./remote-address.ts";
import { createRemoteFetch } from "./remote-fetch.ts";

/** How a line to a remote server is made. */
export interface RemoteLineOptions {
  readonly sdk: Sdk;
  readonly kind: "http" | "sse";
  /** Who we are, where the row's own headers do not say it. */
  readonly authProvider?: AuthProvider | undefined;
  /** The longest answer, or event of a stream. */
  readonly maxBytes?: number | undefined;
}

/** Makes the line to a server that is reached by URL; nothing is sent yet. */
export function openRemoteLine(server: RemoteServer, options: RemoteLineOptions): Line {
  const { sdk, kind, authProvider, maxBytes } = options;
  const { url, headers } = remoteAddressOf(server);
  const { fetch, trouble } = createRemoteFetch({ url, headers, maxBytes });
  const shared = {
    fetch,
    // Our own fetch decides about redirects.
    redirectPolicy: "follow" as const,
    ...(authProvider === undefined || hasAuthorization(headers) ? {} : { authProvider }),
  };
  const line = { kind, trouble, errorLines: () => [] };
  if (kind === "sse") return { ...line, transport: new sdk.SSEClientTransport(url, shared) };
  const transport = new sdk.StreamableHTTPClientTransport(url, { ...shared, ...RECONNECTING });
  return { ...line, transport, leave: () => transport.terminateSession() };
}

/** A server may name a shorter pause than ours, within reason. */
const SHORTEST_PAUSE_MS = 250;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** The stream of a server's own messages is opened again for as long as the connection lives. */
const RECONNECTING = {
  reconnectionOptions: {
    initialReconnectionDelay: FIRST_PAUSE_MS,
    maxReconnectionDelay: LONGEST_PAUSE_MS,
    reconnectionDelayGrowFactor: 2,
    maxRetries: Number.POSITIVE_INFINITY,
  },
  // The server may name the pause, so it is not taken at its word.
  reconnectionScheduler: (reconnect: () => void, delay: number) => {
    const pause = Math.min(Math.max(delay, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
    const waiting = setTimeout(reconnect, pause).unref();
    return () => clearTimeout(waiting);
  },
};
