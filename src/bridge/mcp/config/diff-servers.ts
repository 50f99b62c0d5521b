import { canonicalJson } from "../../../ledger/index.ts";
import type { DeclaredServer } from "./declared-server.ts";
import type { LoadedMcpConfig } from "./merge-places.ts";
import type { McpServer } from "./mcp-server.ts";

/** A server before and after. */
export interface ServerChange {
  readonly before: McpServer;
  readonly after: McpServer;
}

/** What a new configuration asks of a running fleet. */
export interface ServersDifference {
  readonly added: readonly McpServer[];
  readonly removed: readonly McpServer[];
  /** They are started or reached in another way now, and have to be begun anew. */
  readonly changed: readonly ServerChange[];
  /** They run on; only what is said about them (trust, limits, tools, whose file it is) is another. */
  readonly adjusted: readonly ServerChange[];
  readonly kept: readonly McpServer[];
}

/** Tells what changed between two configurations; the order of servers and of keys is no change. */
export function diffServers(before: readonly McpServer[], after: readonly McpServer[]): ServersDifference {
  const old = new Map(before.map((server) => [server.id, server]));
  const ids = new Set(after.map(({ id }) => id));
  const pairs = after.flatMap((server) => {
    const earlier = old.get(server.id);
    return earlier === undefined ? [] : [{ before: earlier, after: server }];
  });
  const changed = pairs.filter((pair) => !isSame(pair, wayTo));
  const others = pairs.filter((pair) => !changed.includes(pair));
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !ids.has(id)),
    changed,
    adjusted: others.filter((pair) => !isSame(pair, (server) => server)),
    kept: others.filter((pair) => isSame(pair, (server) => server)).map((pair) => pair.after),
  };
}

function isSame({ before, after }: ServerChange, part: (server: McpServer) => unknown): boolean {
  return canonicalJson(part(before)) === canonicalJson(part(after));
}

/** What a process or connection was begun with. */
function wayTo(server: DeclaredServer): unknown {
  if (server.transport !== "stdio") return [server.transport, server.url, server.headers];
  return [server.command, server.args, server.env, server.cwd];
}

/**
 * The configuration to go on with after a reload: what a file said before, as long as nobody knows what it says now.
 * An editor in the middle of writing, or a missing comma, ends no server.
 */
export function afterReload(before: LoadedMcpConfig, now: LoadedMcpConfig): LoadedMcpConfig {
  const wasIn = ({ source }: Pick<McpServer, "source">): boolean => now.broken.includes(source.file);
  const known = new Set([...now.servers, ...now.unusable].map(({ id }) => id));
  const isLeft = (row: Pick<McpServer, "id" | "source">): boolean => wasIn(row) && !known.has(row.id);
  return {
    ...now,
    servers: [...now.servers, ...before.servers.filter(isLeft)],
    unusable: [...now.unusable, ...before.unusable.filter(isLeft)],
  };
}
