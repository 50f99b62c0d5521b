import type { Transport } from "@modelcontextprotocol/client";

/** A way to one server, over which nothing has been said yet. */
export interface Line {
  readonly kind: "stdio" | "http" | "sse";
  readonly transport: Transport;
  /** What has just gone wrong with it, where that is known better than by the error it caused. */
  readonly trouble: () => unknown;
  /** The last lines a child process wrote to its standard error. */
  readonly errorLines: () => readonly string[];
  /** Tells the server that we go. */
  readonly leave?: () => Promise<void>;
}
