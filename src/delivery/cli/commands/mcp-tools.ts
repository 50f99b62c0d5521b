import type { RemoteToolFacts, SessionMcp } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { knownServer, refuseUnusable } from "../known-server.ts";
import { oneLine, printable } from "../printable.ts";
import { withProgress } from "../progress.ts";
import { some } from "../server-page.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";

/** `deckhand mcp tools`: every tool of every server, or of one, with how it stands. */
export async function mcpTools(
  mcp: SessionMcp,
  server: string | undefined,
  flags: SessionFlags,
  terminal: Terminal,
): Promise<number> {
  if (server !== undefined) knownServer(mcp, server);
  await withProgress("connecting", terminal, mcp.ready(server));
  const tools = mcp.tools().filter((tool) => server === undefined || tool.server === server);
  // A server that is gone may have left what it listed last, which is worth telling.
  if (server !== undefined && tools.length === 0) refuseUnusable(knownServer(mcp, server));
  if (flags.json === true) terminal.out(JSON.stringify({ tools }));
  else if (tools.length === 0) terminal.note("No remote tools are known; `deckhand mcp status` says why.");
  else terminal.out(page(tools, terminal));
  return EXIT.ok;
}

function page(tools: readonly RemoteToolFacts[], terminal: Terminal): string {
  const head = ["TOOL", "STATE", "STANDING", "FLAGS"].map((title) => terminal.paint("dim", title));
  const rows = tools.map(({ name, state, standing, flags }) => [
    terminal.paint("bold", oneLine(name)),
    terminal.paint(state === "live" ? "green" : "yellow", state),
    standing,
    flags.length === 0 ? "-" : terminal.paint("yellow", String(flags.length)),
  ]);
  const remarks = [
    ...[...namesByReason(tools)].map(([reason, names]) => `${oneLine(some(names))}: ${printable(reason)}`),
    ...tools.flatMap(({ name, noted, flags }) =>
      [...noted.map((what) => `noted: its ${what}`), ...flags].map(
        (text) => `${oneLine(name)}: ${printable(text)}`,
      ),
    ),
  ];
  return [table([head, ...rows]), ...(remarks.length === 0 ? [] : ["", ...remarks])].join("\n");
}

/** A server that is gone has one reason for all of its tools. */
function namesByReason(tools: readonly RemoteToolFacts[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name, reason } of tools) {
    if (reason !== undefined) names.set(reason, [...(names.get(reason) ?? []), name]);
  }
  return names;
}
