import type { TrustLevel } from "../../../kernel/index.ts";

/** What a row says beside how its server is reached. */
export interface ServerSettings {
  /** How long the server may take until it answers for the first time. */
  readonly startupTimeoutMs?: number;
  /** How long one call may take without progress. */
  readonly callTimeoutMs?: number;
  /** The only tools to offer; all when absent. */
  readonly includeTools?: readonly string[];
  /** Tools that are never offered. */
  readonly excludeTools?: readonly string[];
  /** What its tools need, instead of what consent and pins give. */
  readonly trust?: TrustLevel;
  /** The same for single tools, by the name the server gives them. */
  readonly toolTrust?: Readonly<Record<string, TrustLevel>>;
}

/** A server that is started as a child process and spoken to over its pipes. */
export interface StdioServer extends ServerSettings {
  readonly id: string;
  readonly transport: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A file with further variables of its environment; `env` wins over it. */
  readonly envFile?: string;
}

/** A server that is reached by URL: `auto` tries Streamable HTTP, then SSE. */
export interface RemoteServer extends ServerSettings {
  readonly id: string;
  readonly transport: "auto" | "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One row of a configuration in one form, whatever host wrote it; variables are not filled in. */
export type DeclaredServer = StdioServer | RemoteServer;
