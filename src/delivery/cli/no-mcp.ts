import { Fault } from "../../kernel/index.ts";
import { emptyBridgeLedger } from "../../ledger/index.ts";
import type { McpStatus, RemoteItems, SessionMcp } from "../../session/index.ts";

/** What stands where a session has no servers: there is nothing to tell, and nothing to ask. */
export const NO_MCP: SessionMcp = {
  rows: () => [],
  onChange: () => () => undefined,
  ready: async () => undefined,
  start: () => undefined,
  absent: () => undefined,
  standingOf: () => undefined,
  secrets: () => [],
  requires: () => "L3",
  notes: () => [],
  ledger: async () => emptyBridgeLedger(),
  tools: () => [],
  status: async () => nothing(),
  statusNow: nothing,
  connect: nobody,
  reconnect: async () => undefined,
  disconnect: nobody,
  review: nobody,
  approve: async () => undefined,
  resources: async () => noItems(),
  resourceTemplates: async () => noItems(),
  readResource: nobody,
  prompts: async () => noItems(),
  getPrompt: nobody,
  close: async () => undefined,
};

function nothing(): McpStatus {
  return { servers: [], diagnostics: [] };
}

function noItems(): RemoteItems {
  return { items: [], faults: [] };
}

async function nobody(): Promise<never> {
  throw new Fault("not_found", "This session has no MCP servers.");
}
