import type { RemoteServer } from "../config/declared-server.ts";
import type { McpServer } from "../config/mcp-server.ts";
import type { TokenScope } from "./token-store.ts";

/** A server that can be signed in to. */
export type SignInServer = Extract<McpServer, RemoteServer>;

/** Whose sign-in a server's is. */
export function tokenScopeOf({ id, url, source }: SignInServer): TokenScope {
  return { workspace: source.origin === "user" ? "" : source.workspace, server: id, url };
}
