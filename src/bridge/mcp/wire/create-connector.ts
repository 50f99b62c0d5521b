import type { AuthProvider } from "@modelcontextprotocol/client";
import { type Programs, untilCancelled } from "../../../kernel/index.ts";
import type { McpServer } from "../config/mcp-server.ts";
import type { ConnectServer } from "../fleet/fleet.ts";
import { connectRemote } from "./connect-remote.ts";
import { connectStdio } from "./connect-stdio.ts";
import { createConnection } from "./create-connection.ts";
import { connectFault } from "./faults/connect-fault.ts";
import type { Line } from "./line.ts";
import { type Elicit, type Negotiation, type OpenClient, openClient } from "./open-client.ts";
import { openStdioLine } from "./open-stdio-line.ts";
import { openRemoteLine } from "./remote/open-remote-line.ts";
import { loadSdk } from "./sdk.ts";

/** What servers are connected with. */
export interface ConnectorOptions {
  /** Starts the programs of servers. */
  readonly programs: Programs;
  /** What every such program knows of its surroundings beside the `env` of its row; nothing else is passed on. */
  readonly environment: Readonly<Record<string, string>>;
  /** Our own version, as servers are told it. */
  readonly version: string;
  /** Who we are at a remote server whose row does not say it. */
  readonly authProviderFor?: ((server: McpServer) => AuthProvider | undefined) | undefined;
  /** Puts questions of servers to a person; without it they are told that nobody can be asked. */
  readonly onElicit?: Elicit | undefined;
  /** The longest answer of a remote server. */
  readonly maxAnswerBytes?: number | undefined;
}

/** Tries one line to a server in one way; a line that fails is closed. */
export type Attempt = (line: Line, negotiation: Negotiation) => Promise<OpenClient>;

/** Makes what connects a server once, in whatever transport and revision it speaks. */
export function createConnector(options: ConnectorOptions): ConnectServer {
  const { programs, environment, version, authProviderFor, onElicit, maxAnswerBytes } = options;
  const clientInfo = { name: "deckhand", version };

  return async (server, { cancel, remembered }) => {
    cancel.throwIfAborted();
    const sdk = await loadSdk();
    let asked = 0;
    let last: Line | undefined;
    const elicit =
      onElicit &&
      (async (params: Readonly<Record<string, unknown>>, stop: AbortSignal) => {
        asked += 1;
        return await onElicit({ server: server.id, params, cancel: stop }).finally(() => (asked -= 1));
      });
    const attempt: Attempt = async (line, negotiation) => {
      last = line;
      try {
        return await untilCancelled(
          openClient(line, negotiation, { sdk, clientInfo, onElicit: elicit }),
          cancel,
        );
      } catch (error) {
        await line.transport.close().catch(() => {});
        throw error;
      }
    };

    try {
      const open =
        server.transport === "stdio"
          ? await connectStdio(server, {
              attempt,
              openLine: () => openStdioLine(server, { programs, environment, cancel }),
              remembered,
              cancel,
            })
          : await connectRemote(server, {
              attempt,
              openLine: (kind) =>
                openRemoteLine(server, {
                  sdk,
                  kind,
                  authProvider: authProviderFor?.(server),
                  maxBytes: maxAnswerBytes,
                }),
              remembered,
              sdk,
            });
      return createConnection(server, open, { sdk, isPersonAsked: () => asked > 0 });
    } catch (error) {
      if (cancel.aborted) throw cancel.reason;
      const fault = connectFault(error, { sdk, server, line: last });
      // A fleet shows them beside the fault.
      throw Object.assign(fault, { errorLines: last?.errorLines() ?? [] });
    }
  };
}
