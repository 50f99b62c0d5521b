import { type McpDiagnostic, mcpDiagnosticLine } from "../../../bridge/index.ts";
import { commandWord } from "../../../kernel/index.ts";
import type { McpServerFacts, SessionMcp } from "../../../session/index.ts";
import type { Check } from "./check.ts";

/** How the servers of a session do, and what is wrong with their configuration. */
export async function checkFleet(mcp: SessionMcp): Promise<readonly Check[]> {
  const { servers, diagnostics } = await mcp.status();
  const flagged = new Set(mcp.tools().flatMap(({ server, flags }) => (flags.length > 0 ? [server] : [])));
  const checks = [
    ...diagnostics.map(checkOfDiagnostic),
    ...servers.map((server) => checkOfServer(server, flagged.has(server.id))),
  ];
  return checks.length > 0 ? checks : [{ name: "mcp", state: "ok", says: "no server is configured" }];
}

const UNREAD: readonly McpDiagnostic["kind"][] = ["unreadable", "too-large", "not-parsed"];

function checkOfDiagnostic(diagnostic: McpDiagnostic): Check {
  return {
    name: "mcp configuration",
    state: UNREAD.includes(diagnostic.kind) ? "fail" : "warn",
    says: mcpDiagnosticLine(diagnostic),
    mend: `mend ${diagnostic.file}`,
  };
}

function checkOfServer(server: McpServerFacts, isFlagged: boolean): Check {
  const { id, state, transport, revision = "?", tools = 0, fault, quarantined, file } = server;
  const name = `mcp ${id}`;
  const way = (verb: string): string => `deckhand mcp ${verb} ${commandWord(id)}`;
  const because = fault === undefined ? state : `${state}: ${fault}`;
  switch (state) {
    case "live": {
      const says = `live by ${transport}, ${revision}, ${tools} tools`;
      if (quarantined.length > 0)
        return {
          name,
          state: "warn",
          says: `${says}, of which ${quarantined.length} are switched off`,
          mend: way("diff"),
        };
      return isFlagged
        ? { name, state: "warn", says: `${says}; something about them is suspicious`, mend: way("tools") }
        : { name, state: "ok", says };
    }
    case "pending approval":
      return { name, state: "warn", says: because, mend: way("approve") };
    case "needs sign-in":
    case "disconnected":
      return { name, state: "warn", says: because, mend: way("connect") };
    case "idle":
    case "connecting":
      return { name, state: "warn", says: "it has not answered yet", mend: way("status") };
    case "suspended":
    case "waiting to retry":
      return {
        name,
        state: "fail",
        says: because,
        mend: `deckhand mcp status ${commandWord(id)} -v, then ${way("reconnect")}`,
      };
    case "unusable":
      return { name, state: "fail", says: because, mend: `mend its row in ${file}` };
  }
}
