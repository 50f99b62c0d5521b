/** Which remote tools are enrolled: pure events, pure fold, keys, names and pins. No I/O. */
export { definitionAsOf, type Instant, liveByName, snapshotAsOf } from "./as-of.ts";
export type {
  BridgeCapability,
  BridgeEntry,
  BridgeOp,
  EnrollEntry,
  RemoteDefinition,
  RetireEntry,
} from "./bridge-entry.ts";
export { bridgeContentKey, type BridgeKey, bridgeKey, bridgeUlidKey, isBridgeKey } from "./bridge-key.ts";
export {
  bridgeLedgerFromLog,
  emptyBridgeLedger,
  enrollBridgeCard,
  type EnrollRequest,
  retire,
  withdrawServer,
} from "./bridge-ledger.ts";
export { canonicalJson } from "./canonical-json.ts";
export { definitionPin, type Pin, type ServerIdentity, serverPin } from "./definition-pin.ts";
export { followListing } from "./follow-listing.ts";
export { differenceBetween, type LedgerDifference } from "./ledger-difference.ts";
export {
  type DecodedLog,
  decodeEntry,
  decodeLog,
  encodeEntry,
  encodeLog,
  type LedgerDiagnostic,
} from "./ledger-lines.ts";
export type { LedgerRow, LedgerStore } from "./ledger-store.ts";
export type { BridgeLedger } from "./ledger-value.ts";
export { liveCapabilities, liveCapabilitiesForServer, liveEntriesOfServer } from "./live-capabilities.ts";
export { type PinAudience, type PinChange, pinDifference, type PinDifference } from "./pin-difference.ts";
export { createProviderNames, providerName, type ProviderNames } from "./provider-name.ts";
export {
  QUALIFIER,
  qualifyBridgeName,
  serverIdProblem,
  serverOfQualified,
  unqualifiedTool,
} from "./qualified-name.ts";
export { type LedgerSnapshot, reduceLedger } from "./reduce-ledger.ts";
