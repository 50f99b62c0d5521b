import type { SessionMcp } from "../../session/index.ts";
import { NO_MCP } from "./no-mcp.ts";
import { openFromFlags } from "./open-from-flags.ts";
import type { SessionFlags } from "./session-flags.ts";
import type { Terminal } from "./terminal.ts";

/** Opens the session of the flags for as long as some work on its MCP servers takes; none is left running. */
export async function withMcp<T>(
  flags: SessionFlags,
  terminal: Terminal,
  work: (mcp: SessionMcp) => Promise<T>,
): Promise<T> {
  const session = await openFromFlags(flags, terminal);
  try {
    return await work(session.mcp ?? NO_MCP);
  } finally {
    await session.close();
  }
}
