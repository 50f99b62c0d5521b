import type { Capability, CapabilityCard, DeckContext } from "./contract.ts";
import { DeckFault, deckFault } from "./deck-fault.ts";

/** Builds a card; whatever its builder throws becomes a fault that names the card. */
export function buildCard(card: CapabilityCard, ctx: DeckContext): Capability {
  try {
    return card.build(ctx);
  } catch (error) {
    if (error instanceof DeckFault && error.kind === "backend") throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw deckFault("build_failed", `The card "${card.id}" could not be built: ${reason}`, error);
  }
}
