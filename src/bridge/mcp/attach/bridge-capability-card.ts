import type { AgentTool } from "../../../kernel/index.ts";

/** A card of the deck, as far as the bridge needs to know one. */
export interface BridgeCard {
  readonly id: string & { readonly __capabilityId: true };
  readonly title: string;
  readonly summary: string;
  readonly build: () => AgentTool;
}

/** Shows a tool that is already there as a card beside the static ones; building it gives that tool. */
export function bridgeCapabilityCard(capability: AgentTool): BridgeCard {
  const { name, title, summary } = capability;
  return Object.freeze({ id: name as BridgeCard["id"], title, summary, build: () => capability });
}
