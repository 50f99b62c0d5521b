/** What is on offer: one table of tools, and the cards, indexes, profiles and decks derived from it. */
export { type BridgeBuilder, type BuiltinDescriptor } from "./builtin-table.ts";
export { APP_NOVEL_CARDS } from "./cards/app-novel-cards.ts";
export { buildDaemonCapability, daemonCard } from "./cards/daemon-card.ts";
export { buildMemoryCapability, memoryCard } from "./cards/memory-card.ts";
export { buildSaasCapability, saasCard } from "./cards/saas-card.ts";
export { buildTaskCapability, taskCard } from "./cards/task-card.ts";
export { buildTodoCapability, todoCard } from "./cards/todo-card.ts";
export { canonicalName } from "./canonical-name.ts";
export { type Catalogue, createCatalogue } from "./catalogue.ts";
export {
  type AnyCapability,
  type Capability,
  type CapabilityCard,
  type CapabilityId,
  capabilityId,
  type DeckBox,
  type DeckContext,
  type DeckProfile,
  type ToolDeck,
} from "./contract.ts";
export { DeckFault, deckFault, type DeckFaultKind } from "./deck-fault.ts";
export { deckRows } from "./deck-rows.ts";
export type { Delegate, DelegateRequest } from "./delegate.ts";
export { DELEGATE_HANDLE_KEY, frameworkOf, MEMORY_HANDLE_KEY, SAAS_GATEWAY_KEY } from "./handles.ts";
export {
  BUILTIN_BRIDGE,
  BUILTIN_IDS,
  BUILTIN_PROFILES,
  buildBuiltin,
  buildBuiltinsForProfile,
  builtinDescriptors,
  CAPABILITY_CARDS,
  CAPABILITY_INDEX,
  capabilityIds,
  CARD_PROFILES,
  cardsForProfile,
  findCard,
  hasCapability,
} from "./manifest.ts";
export { toolCall } from "./meta/tool-call.ts";
export { createToolSearch } from "./meta/tool-search.ts";
export { createToolIndex, type ToolIndex } from "./search/create-tool-index.ts";
export type { ToolEntry } from "./search/tool-entry.ts";
export { InMemoryStore, type MemoryStore } from "./memory-store.ts";
export {
  DECK_PROFILES,
  type DeckProfileName,
  PROFILE_ALIASES,
  PROFILE_NAMES,
  profileOf,
} from "./profiles.ts";
export { cardsForDeckProfile, FURTHER_CARDS, provisionCards, provisionDeck } from "./provision.ts";
export { unknownCapability } from "./unknown-capability.ts";
