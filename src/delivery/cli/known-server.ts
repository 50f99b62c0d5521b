import { commandWord, Fault, nearestName } from "../../kernel/index.ts";
import { serverOfQualified } from "../../ledger/index.ts";
import type { McpServerFacts, SessionMcp } from "../../session/index.ts";
import { UsageFault } from "./usage-fault.ts";

/** The server of exactly this id as it stands; another id is wrong usage. */
export function knownServer(mcp: SessionMcp, id: string): McpServerFacts {
  const { servers } = mcp.statusNow();
  const server = servers.find((each) => each.id === id);
  if (server !== undefined) return server;
  throw unknown(
    `There is no MCP server ${JSON.stringify(id)}.`,
    id,
    servers.map((each) => each.id),
  );
}

/** Refuses what is the name of no server and of no tool; a tool nobody has listed yet counts if its server is known. */
export function refuseUnknownName(mcp: SessionMcp, name: string): void {
  const ids = mcp.statusNow().servers.map(({ id }) => id);
  const tools = mcp.tools().map((tool) => tool.name);
  if ([...ids, ...tools].includes(name) || ids.includes(serverOfQualified(name))) return;
  throw unknown(`There is no MCP server or remote tool ${JSON.stringify(name)}.`, name, ids, tools);
}

/** Refuses the name of a tool that its server does not have; one that cannot be asked says why. */
export function refuseUnknownTool(mcp: SessionMcp, server: string, name: string): void {
  const tools = mcp.tools().map((tool) => tool.name);
  if (tools.includes(name)) return;
  refuseUnusable(knownServer(mcp, server));
  throw unknown(`${server} has no tool ${JSON.stringify(name)}.`, name, [server], tools);
}

/** Refuses to go on with a server that cannot be used now, and says why and what to do. */
export function refuseUnusable({ id, state, fault, file }: McpServerFacts): void {
  const why = fault === undefined ? "" : `: ${fault}`;
  const stop = (code: "needs_approval" | "unavailable", message: string, verb: string): never => {
    throw new Fault(code, `${message}${why}`, { hint: `Try: deckhand mcp ${verb} ${commandWord(id)}` });
  };
  switch (state) {
    case "pending approval":
      return stop("needs_approval", `${id} waits for a person's approval`, "approve");
    case "needs sign-in":
      return stop("unavailable", `${id} wants somebody to sign in`, "connect");
    case "disconnected":
      return stop("unavailable", `${id} is disconnected`, "connect");
    case "suspended":
    case "waiting to retry":
      return stop("unavailable", `${id} cannot be reached`, "reconnect");
    case "unusable":
      throw new Fault("unavailable", `${id} cannot be used${why}`, { hint: `Mend its row in ${file}.` });
    case "idle":
    case "connecting":
    case "live":
  }
}

const NONE = "No MCP server is configured here. --mcp FILE names a file that is not looked for.";

function unknown(
  message: string,
  wanted: string,
  ids: readonly string[],
  tools: readonly string[] = [],
): UsageFault {
  const near = nearestName(wanted, [...ids, ...tools]);
  const guess = near === undefined ? "" : `Did you mean ${JSON.stringify(near)}? `;
  const known = ids.length === 0 ? NONE : `Servers: ${ids.join(", ")}.`;
  return new UsageFault(message, `${guess}${known}`, "not_found");
}
