import type { RemoteItem, SessionMcp } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { knownServer } from "../known-server.ts";
import { oneLine } from "../printable.ts";
import { withProgress } from "../progress.ts";
import { noteFaults, refuseFailed, textField } from "../remote-items.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";

/** The flags of `deckhand mcp resources`. */
export interface McpResourcesFlags extends SessionFlags {
  readonly templates?: boolean;
  readonly out?: string;
}

/** `deckhand mcp resources [SERVER]`: what servers have to read, or the templates of what they could make. */
export async function mcpResources(
  mcp: SessionMcp,
  server: string | undefined,
  flags: McpResourcesFlags,
  terminal: Terminal,
): Promise<number> {
  if (flags.out !== undefined) throw new UsageFault("--out is for one resource.", "Name its server and URI.");
  if (server !== undefined) knownServer(mcp, server);
  const isTemplates = flags.templates === true;
  const asked = isTemplates ? mcp.resourceTemplates(server) : mcp.resources(server);
  const found = await withProgress("asking", terminal, asked);
  refuseFailed(mcp, server, found);
  const { items, faults } = found;
  if (flags.json === true) {
    const listed = items.map(({ server: id, item }) => ({ server: id, resource: item }));
    terminal.out(JSON.stringify({ [isTemplates ? "templates" : "resources"]: listed, faults }));
    return EXIT.ok;
  }
  noteFaults(faults, terminal);
  if (items.length === 0) terminal.note(isTemplates ? "There are no templates." : "There are no resources.");
  else terminal.out(listing(items, isTemplates, terminal));
  return EXIT.ok;
}

function listing(items: readonly RemoteItem[], isTemplates: boolean, terminal: Terminal): string {
  const head = ["SERVER", isTemplates ? "TEMPLATE" : "URI", "TYPE", "BYTES", "NAME"];
  const rows = items.map(({ server, item }) => [
    terminal.paint("bold", oneLine(server, 40)),
    oneLine(textField(item, isTemplates ? "uriTemplate" : "uri") ?? "-", 200),
    oneLine(textField(item, "mimeType") ?? "-", 40),
    typeof item["size"] === "number" ? String(item["size"]) : "-",
    oneLine(textField(item, "title") ?? textField(item, "name") ?? ""),
  ]);
  return table([head.map((title) => terminal.paint("dim", title)), ...rows]);
}
