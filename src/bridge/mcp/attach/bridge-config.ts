import { resolve } from "node:path";
import { type Consent, consentsByFlag, judgeConsent } from "../config/consent.ts";
import type { DeclaredServer } from "../config/declared-server.ts";
import type { McpServer } from "../config/mcp-server.ts";
import { rowHash } from "../config/row-hash.ts";
import type { FleetRow } from "../fleet/fleet.ts";

/** The servers to attach, in their order, and what a person agreed to. */
export interface BridgeConfig {
  readonly servers: readonly McpServer[];
  readonly consents: readonly Consent[];
}

/**
 * Wraps a flat list of servers. Those that a program writes down itself, or reads from a file it names or of its user, may
 * be started; those of a project's file need consent.
 */
export function bridgeConfig(
  servers: readonly (McpServer | DeclaredServer)[],
  consents: readonly Consent[] = [],
): BridgeConfig {
  const known = servers.map((server) => ("source" in server ? server : asWritten(server)));
  return { servers: known, consents: [...consents, ...consentsByFlag(known, new Date())] };
}

/** The rows of a fleet: who may be started. */
export function rowsOfConfig({ servers, consents }: BridgeConfig): FleetRow[] {
  return servers.map((server) => {
    const consent = judgeConsent(server, consents);
    return { server, pending: consent.verdict === "pending" ? consent.reason : undefined };
  });
}

/** A server that stands in no file: whoever wrote the program speaks for the user. */
function asWritten(declared: DeclaredServer): McpServer {
  const source = {
    file: "",
    host: "deckhand",
    origin: "user",
    workspace: resolve("."),
    isInWorkspace: false,
  } as const;
  return { ...declared, source, declared, hash: rowHash(declared) };
}
