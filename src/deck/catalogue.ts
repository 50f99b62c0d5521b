import type { DeckMembership } from "../kernel/index.ts";
import { buildCard } from "./build-card.ts";
import type { BuiltinDescriptor } from "./builtin-table.ts";
import {
  type Capability,
  type CapabilityCard,
  type CapabilityId,
  capabilityId,
  type DeckContext,
  type DeckProfile,
} from "./contract.ts";
import { BUILTIN_MEMBERS, DECK_PROFILES } from "./profiles.ts";
import { readOnlyMap } from "./read-only-map.ts";
import { unknownCapability } from "./unknown-capability.ts";

/** Everything that is derived from a table of built-ins. */
export interface Catalogue {
  /** The rows, by id. */
  readonly bridge: ReadonlyMap<CapabilityId, BuiltinDescriptor>;
  readonly ids: readonly CapabilityId[];
  readonly memberships: ReadonlyMap<CapabilityId, DeckMembership>;
  readonly cards: readonly CapabilityCard[];
  /** The cards, by id. */
  readonly index: ReadonlyMap<CapabilityId, CapabilityCard>;
  /** The profiles a card is part of, by id. */
  readonly profiles: ReadonlyMap<CapabilityId, readonly DeckProfile[]>;
  /** A copy of the rows, in table order. */
  readonly descriptors: () => BuiltinDescriptor[];
  readonly cardsFor: (profile: DeckProfile) => readonly CapabilityCard[];
  readonly build: (id: string, ctx: DeckContext) => Capability;
}

/** Derives every index, profile and lookup from one table. */
export function createCatalogue(rows: readonly BuiltinDescriptor[]): Catalogue {
  const cards = Object.freeze(rows.map(cardOf));
  const index = readOnlyMap(cards.map((card) => [card.id, card]));
  const cardsFor = (profile: DeckProfile): readonly CapabilityCard[] =>
    cards.filter((_card, at) => isMember(rows[at], profile));
  return {
    bridge: readOnlyMap(rows.map((row) => [row.id, row])),
    ids: Object.freeze(rows.map(({ id }) => id)),
    memberships: readOnlyMap(rows.map(({ id, membership }) => [id, membership])),
    cards,
    index,
    profiles: readOnlyMap(
      rows.map((row) => [row.id, DECK_PROFILES.filter((profile) => isMember(row, profile))]),
    ),
    descriptors: () => [...rows],
    cardsFor,
    build: (id, ctx) => {
      const card = index.get(capabilityId(id));
      if (card === undefined) throw unknownCapability(id, [...index.keys()]);
      return buildCard(card, ctx);
    },
  };
}

function cardOf({ id, title, summary, build }: BuiltinDescriptor): CapabilityCard {
  return Object.freeze({ id, title, summary, build });
}

function isMember(row: BuiltinDescriptor | undefined, profile: DeckProfile): boolean {
  return row !== undefined && BUILTIN_MEMBERS[profile].includes(row.membership);
}
