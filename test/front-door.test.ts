import { describe, expect, expectTypeOf, it } from "vitest";
import * as deckhand from "../src/index.ts";
import type {
  AnyCapability,
  AttachResult,
  BridgeBuilder,
  BridgeEntry,
  BridgeKey,
  BridgeLedger,
  BridgeOp,
  BuiltinDescriptor,
  Capability,
  CapabilityCard,
  CapabilityId,
  DeckBox,
  DeckContext,
  DeckFaultKind,
  DeckProfile,
  EnrollRequest,
  LedgerSnapshot,
  ToolDeck,
} from "../src/index.ts";

/** The public surface of the deck's seed document. */
const NAMES = [
  "capabilityId",
  "DeckFault",
  "deckFault",
  "CAPABILITY_CARDS",
  "CAPABILITY_INDEX",
  "CARD_PROFILES",
  "capabilityIds",
  "hasCapability",
  "findCard",
  "cardsForProfile",
  "BUILTIN_BRIDGE",
  "BUILTIN_IDS",
  "BUILTIN_PROFILES",
  "buildBuiltin",
  "buildBuiltinsForProfile",
  "builtinDescriptors",
  "provisionDeck",
  "cardsForDeckProfile",
  "APP_NOVEL_CARDS",
  "buildTodoCapability",
  "buildDaemonCapability",
  "buildTaskCapability",
  "buildSaasCapability",
  "buildMemoryCapability",
  "todoCard",
  "daemonCard",
  "taskCard",
  "saasCard",
  "memoryCard",
  "InMemoryStore",
  "DELEGATE_HANDLE_KEY",
  "SAAS_GATEWAY_KEY",
  "MEMORY_HANDLE_KEY",
  "selectTools",
  "bridgeKey",
  "reduceLedger",
  "emptyBridgeLedger",
  "bridgeLedgerFromLog",
  "enrollBridgeCard",
  "retire",
  "withdrawServer",
  "liveCapabilities",
  "liveCapabilitiesForServer",
  "bridgeContentKey",
  "bridgeUlidKey",
  "qualifyBridgeName",
  "attachBridgeCapabilities",
  "detachBridge",
  "bridgeBoxToCapabilities",
  "bridgeCapabilityCard",
  "bridgeConfig",
];

describe("the front door", () => {
  it("R14: has every name of the deck and its bridge", () => {
    expect(Object.keys(deckhand)).toEqual(expect.arrayContaining(NAMES));
  });

  it("R14: has every type of the deck and its bridge", () => {
    expectTypeOf<[Capability, AnyCapability]>().not.toBeAny();
    expectTypeOf<[CapabilityId, CapabilityCard, DeckProfile, DeckContext]>().not.toBeAny();
    expectTypeOf<[ToolDeck, DeckBox, DeckFaultKind]>().not.toBeAny();
    expectTypeOf<[BuiltinDescriptor, BridgeBuilder]>().not.toBeAny();
    expectTypeOf<[BridgeEntry, BridgeOp, BridgeKey, LedgerSnapshot]>().not.toBeAny();
    expectTypeOf<[BridgeLedger, EnrollRequest, AttachResult]>().not.toBeAny();
  });
});
