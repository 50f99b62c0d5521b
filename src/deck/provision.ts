import { FURTHER_TOOLS } from "../tools/index.ts";
import { APP_NOVEL_CARDS } from "./cards/app-novel-cards.ts";
import { bindContext } from "./bind-context.ts";
import { buildCard } from "./build-card.ts";
import { describeTool } from "./builtin-table.ts";
import type { CapabilityCard, DeckContext, ToolDeck } from "./contract.ts";
import { cardsForProfile } from "./manifest.ts";
import { type DeckProfileName, GOES_BEYOND_BUILTINS, profileOf } from "./profiles.ts";

/** The native tools beyond the twelve, as cards; they follow the app cards. */
export const FURTHER_CARDS: readonly CapabilityCard[] = Object.freeze(FURTHER_TOOLS.map(describeTool));

/** The cards of a profile, in deck order: the built-ins, then the app cards, then the further native tools. */
export function cardsForDeckProfile(profile: DeckProfileName): readonly CapabilityCard[] {
  const builtins = cardsForProfile(profile);
  return GOES_BEYOND_BUILTINS[profileOf(profile)]
    ? [...builtins, ...APP_NOVEL_CARDS, ...FURTHER_CARDS]
    : builtins;
}

/** Assembles the deck of a profile. */
export function provisionDeck(profile: DeckProfileName, ctx: DeckContext): ToolDeck {
  return provisionCards(cardsForDeckProfile(profile), ctx);
}

/** Assembles a deck of these cards; every capability is built once, and all of them share one context. */
export function provisionCards(cards: readonly CapabilityCard[], ctx: DeckContext): ToolDeck {
  const context = bindContext(ctx);
  const shared: DeckContext = { ...ctx, context };
  const built = cards.map((card) => buildCard(card, shared));
  const isOurs = ctx.context === undefined;
  return {
    tools: () => [...built],
    box: () => [...built],
    close: async () => (isOurs ? context().state.jobs.close() : undefined),
  };
}
