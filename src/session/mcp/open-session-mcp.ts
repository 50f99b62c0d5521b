import { createMcpCore, type SessionMcpParts } from "./mcp-core.ts";
import { mcpDesk } from "./mcp-desk.ts";
import { mcpItems } from "./mcp-items.ts";
import { mcpOffer } from "./mcp-offer.ts";
import { lazily } from "./lazily.ts";
import type { McpPlace, SessionMcp } from "./session-mcp.ts";

/** Opens the MCP part of a session; nothing is started before it is needed, or in the background where the session stays. */
export function openSessionMcp(parts: SessionMcpParts, place: McpPlace): SessionMcp {
  parts.otherTools[""] = place.builtins;
  const listeners = new Set<() => void>();
  const core = createMcpCore(parts, place, () => {
    for (const listener of listeners) listener();
  });
  const offer = mcpOffer(core);
  const reviews = lazily(() => import("./mcp-reviews.ts").then(({ mcpReviews }) => mcpReviews(core)));
  if (place.stays) offer.start();
  return {
    ...offer,
    ...mcpDesk(core),
    review: async (name) => (await reviews()).review(name),
    approve: async (review) => (await reviews()).approve(review),
    ...mcpItems(core),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: core.close,
  };
}
