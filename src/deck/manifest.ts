import type { DeckMembership } from "../kernel/index.ts";
import { BUILTIN_DESCRIPTORS, type BuiltinDescriptor } from "./builtin-table.ts";
import { buildCard } from "./build-card.ts";
import { createCatalogue } from "./catalogue.ts";
import {
  type Capability,
  type CapabilityCard,
  type CapabilityId,
  capabilityId,
  type DeckContext,
  type DeckProfile,
} from "./contract.ts";
import { type DeckProfileName, profileOf } from "./profiles.ts";

const CATALOGUE = createCatalogue(BUILTIN_DESCRIPTORS);

/** The rows of the built-in table, by id. */
export const BUILTIN_BRIDGE: ReadonlyMap<CapabilityId, BuiltinDescriptor> = CATALOGUE.bridge;

/** The ids of the built-ins, in table order. */
export const BUILTIN_IDS: readonly CapabilityId[] = CATALOGUE.ids;

/** Whether a built-in only reads, by id. */
export const BUILTIN_PROFILES: ReadonlyMap<CapabilityId, DeckMembership> = CATALOGUE.memberships;

/** The catalogue: one card a built-in, in table order. */
export const CAPABILITY_CARDS: readonly CapabilityCard[] = CATALOGUE.cards;

/** The cards of the catalogue, by id. */
export const CAPABILITY_INDEX: ReadonlyMap<CapabilityId, CapabilityCard> = CATALOGUE.index;

/** The profiles a card of the catalogue is part of, by id. */
export const CARD_PROFILES: ReadonlyMap<CapabilityId, readonly DeckProfile[]> = CATALOGUE.profiles;

/** A copy of the built-in table, in order. */
export function builtinDescriptors(): BuiltinDescriptor[] {
  return CATALOGUE.descriptors();
}

/** Builds one built-in. */
export function buildBuiltin(id: string, ctx: DeckContext): Capability {
  return CATALOGUE.build(id, ctx);
}

/** Builds every built-in of a profile, in table order. */
export function buildBuiltinsForProfile(profile: DeckProfileName, ctx: DeckContext): Capability[] {
  return cardsForProfile(profile).map((card) => buildCard(card, ctx));
}

/** The ids of the catalogue, in order. */
export function capabilityIds(): CapabilityId[] {
  return [...CATALOGUE.ids];
}

/** Tells whether the catalogue has a card of this id. */
export function hasCapability(id: string): boolean {
  return CATALOGUE.index.has(capabilityId(id));
}

/** The card of this id, if the catalogue has one. */
export function findCard(id: string): CapabilityCard | undefined {
  return CATALOGUE.index.get(capabilityId(id));
}

/** The built-ins of a profile: the one place where they are selected. */
export function cardsForProfile(profile: DeckProfileName): readonly CapabilityCard[] {
  return CATALOGUE.cardsFor(profileOf(profile));
}
