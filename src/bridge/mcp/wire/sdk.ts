import type * as client from "@modelcontextprotocol/client";

/** The MCP SDK; it costs a tenth of a second to load, so it is loaded when the first server is connected. */
export type Sdk = typeof client;

/** Loads the SDK, once for the process. */
export function loadSdk(): Promise<Sdk> {
  return import("@modelcontextprotocol/client");
}
