import type { RemoteDefinition } from "../../../ledger/index.ts";

/** What is remembered of how a server speaks, so that nobody has to ask again; it is dated by whoever keeps it. */
export type RememberedRevision =
  | { readonly era: "legacy" }
  | { readonly era: "modern"; readonly discover: Readonly<Record<string, unknown>> };

/** How one request is made. */
export interface RequestOptions {
  readonly cancel?: AbortSignal | undefined;
  /** How long it may take without progress. */
  readonly timeoutMs?: number | undefined;
  /** Told how far it has come; each time the time limit begins anew. */
  readonly onProgress?: ((note: string) => void) | undefined;
}

/** A result as the server sent it, with every field it came with. */
export type RawResult = { readonly [field: string]: unknown };

/** Which of a server's lists has changed. */
export type ServerList = "tools" | "resources" | "prompts";

/** Why a connection ended by itself. */
export interface ConnectionEnd {
  readonly reason: string;
}

/** One live connection to one server. Nothing in it restarts: who holds it opens another one. */
export interface McpConnection {
  /** The negotiated revision, such as `2025-11-25`. */
  readonly revision: string;
  readonly remembered: RememberedRevision;
  readonly transport: "stdio" | "http" | "sse";
  /** What the server calls itself; nothing may depend on it. */
  readonly serverInfo: { readonly name?: string; readonly version?: string };
  /** What the server would tell the model. */
  readonly instructions: string | undefined;
  readonly offers: { readonly tools: boolean; readonly resources: boolean; readonly prompts: boolean };
  /** Every tool as it was sent, all pages; bounded in number and bytes. */
  listTools(options?: RequestOptions): Promise<readonly RemoteDefinition[]>;
  /** The raw result of a tool, `isError` included; protocol errors, time and cancellation are faults. */
  callTool(tool: string, input: unknown, options?: RequestOptions): Promise<RawResult>;
  listResources(options?: RequestOptions): Promise<readonly RawResult[]>;
  listResourceTemplates(options?: RequestOptions): Promise<readonly RawResult[]>;
  readResource(uri: string, options?: RequestOptions): Promise<RawResult>;
  listPrompts(options?: RequestOptions): Promise<readonly RawResult[]>;
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    options?: RequestOptions,
  ): Promise<RawResult>;
  /** Tells that a list has changed; returns what ends that. */
  onChange(listener: (list: ServerList) => void): () => void;
  /** Settles when the connection is gone, by whoever's doing; never rejects. */
  readonly ended: Promise<ConnectionEnd>;
  /** The last lines a child process wrote to its standard error, terminal escapes stripped. */
  readonly errorLines: () => readonly string[];
  /** Ends the connection and everything it started; may be called again. */
  close(): Promise<void>;
}
