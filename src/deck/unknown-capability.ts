import { nearestName } from "../kernel/index.ts";
import { deckFault, type DeckFault } from "./deck-fault.ts";

/** Says that nothing is called so, and what is. */
export function unknownCapability(name: string, known: readonly string[], kind = "capability"): DeckFault {
  const near = nearestName(name, known);
  const guess = near === undefined ? "" : `Did you mean "${near}"? `;
  const hint = `${guess}Known: ${known.join(", ")}.`;
  return deckFault("unknown_capability", `There is no ${kind} called "${name}".`, undefined, hint);
}
