import { Fault } from "../../../kernel/index.ts";
import { type ServerIdentity, serverPin } from "../../../ledger/index.ts";
import type { ExaminedListing, ExaminedTool } from "./examine-listing.ts";
import type { JudgedTool } from "./judge-listing.ts";
import type { PinnedServer, PinnedTool } from "./pins.ts";

/** Accepts a whole listing as it is: what can be used is pinned, and what is gone is forgotten. */
export function pinAll(listing: ExaminedListing, identity: ServerIdentity, at: Date): PinnedServer {
  return acceptServer(undefined, listing, identity, at);
}

/** Accepts a server as it is now, in place of what was accepted before; what stayed the same keeps its date. */
export function acceptServer(
  pinned: PinnedServer | undefined,
  { tools, instructions }: ExaminedListing,
  identity: ServerIdentity,
  at: Date,
): PinnedServer {
  return {
    identity: serverPin({ ...identity, instructions }),
    instructions,
    tools: Object.fromEntries(
      tools
        .filter(({ problem }) => problem === undefined)
        .map((tool) => [tool.tool, pinnedTool(tool, pinned, at)]),
    ),
  };
}

/**
 * Accepts these tools as they are and leaves everything else as it was. Nothing is pinned of a server that has no pins
 * at all: its next listing is accepted as its first.
 */
export function acceptTools(
  pinned: PinnedServer | undefined,
  tools: readonly (ExaminedTool & Pick<JudgedTool, "renamedFrom">)[],
  at: Date,
): PinnedServer | undefined {
  for (const tool of tools) if (tool.problem !== undefined) throw unusable(tool);
  if (pinned === undefined) return undefined;
  const gone = new Set(tools.map(({ renamedFrom }) => renamedFrom));
  const kept = Object.entries(pinned.tools).filter(([name]) => !gone.has(name));
  const accepted = tools.map((tool) => [tool.tool, pinnedTool(tool, pinned, at)] as const);
  return { ...pinned, tools: Object.fromEntries([...kept, ...accepted]) };
}

function pinnedTool(
  { tool, pin, definition }: ExaminedTool,
  pinned: PinnedServer | undefined,
  at: Date,
): PinnedTool {
  const before = pinned !== undefined && Object.hasOwn(pinned.tools, tool) ? pinned.tools[tool] : undefined;
  return before?.pin.whole === pin.whole ? before : { pin, definition, at: at.toISOString() };
}

function unusable({ name, problem = "it is no definition" }: ExaminedTool): Fault {
  return new Fault("invalid_input", `The tool ${name} cannot be accepted: ${problem}.`, {
    hint: "Its server has to define it otherwise.",
  });
}
