import type { DeclaredServer } from "./declared-server.ts";
import type { McpHost } from "./mcp-host.ts";

/** Who a configuration file speaks for: the user, a person who named it with `--mcp`, or whoever wrote the project. */
export type McpOrigin = "user" | "named" | "project";

/** Where a row came from. */
export interface McpSource {
  readonly file: string;
  readonly host: McpHost;
  readonly origin: McpOrigin;
  /** The workspace: what relative folders are relative to, and where consent holds. */
  readonly workspace: string;
  /** Whether tools could have written the file. */
  readonly isInWorkspace: boolean;
}

/** A server that can be started or reached; variables are filled in, so it holds secrets. */
export type McpServer = DeclaredServer & {
  readonly source: McpSource;
  /** The row as it was written, variables as names. */
  readonly declared: DeclaredServer;
  /** What consent is bound to. */
  readonly hash: string;
};

/** A row that is meant to be a server and cannot be one now. */
export interface UnusableServer {
  readonly id: string;
  readonly source: McpSource;
  readonly declared: DeclaredServer;
  readonly reason: string;
}
