import { mcpDiagnosticLine } from "../../../bridge/index.ts";
import type { McpServerFacts, McpStatus, RemoteToolFacts, SessionMcp } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { knownServer } from "../known-server.ts";
import { printable } from "../printable.ts";
import { withProgress } from "../progress.ts";
import { serverDetails, serverPage } from "../server-page.ts";
import type { SessionFlags } from "../session-flags.ts";
import type { Terminal } from "../terminal.ts";
import { timeOf } from "../time-of.ts";

/** The flags of `deckhand mcp status`. */
export interface McpStatusFlags extends SessionFlags {
  readonly verbose?: boolean;
}

/** `deckhand mcp status`: connects what may be connected, and tells how every server does and what to do about it. */
export async function mcpStatus(
  mcp: SessionMcp,
  server: string | undefined,
  flags: McpStatusFlags,
  terminal: Terminal,
): Promise<number> {
  if (server !== undefined) knownServer(mcp, server);
  const { servers, diagnostics } = about(server, await withProgress("connecting", terminal, mcp.status()));
  const tools = mcp.tools();
  if (flags.json === true) {
    terminal.out(JSON.stringify({ servers: servers.map((each) => serverJson(each, tools)), diagnostics }));
    return EXIT.ok;
  }
  terminal.out(
    [
      servers.length === 0 ? NOTHING : serverPage(servers, tools, terminal),
      ...(flags.verbose === true ? servers.map((each) => `\n${serverDetails(each, terminal)}`) : []),
      ...(diagnostics.length === 0 ? [] : [""]),
      ...diagnostics.map(
        (each) => `${terminal.paint("yellow", "configuration:")} ${printable(mcpDiagnosticLine(each))}`,
      ),
    ].join("\n"),
  );
  return EXIT.ok;
}

/** One server as machines are told of it, with those of its tools that a person should look at. */
export function serverJson(
  { revision, tools, retryAt, ...server }: McpServerFacts,
  remote: readonly RemoteToolFacts[],
): unknown {
  const own = remote.filter((tool) => tool.server === server.id);
  return {
    ...server,
    revision: revision ?? null,
    tools: tools ?? 0,
    ...(retryAt === undefined ? {} : { retryAt: timeOf(retryAt) }),
    new: own.filter(({ standing }) => standing === "new").map(({ name }) => name),
    flagged: own.filter((tool) => tool.flags.length > 0).map(({ name, flags }) => ({ name, flags })),
  };
}

const NOTHING =
  'There are no MCP servers: none is configured here, or they are switched off ("disabled", --no-tools, mcp.enabled). `deckhand mcp import` takes over those of other programs.';

function about(server: string | undefined, { servers, diagnostics }: McpStatus): McpStatus {
  if (server === undefined) return { servers, diagnostics };
  return {
    servers: servers.filter(({ id }) => id === server),
    diagnostics: diagnostics.filter((diagnostic) => diagnostic.server === server),
  };
}
