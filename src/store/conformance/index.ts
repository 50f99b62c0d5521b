/** What every store of control, and every store of a ledger, must pass. */
export {
  type OpenStoreSubject,
  type StoreCapabilities,
  type StoreRegistrar,
  type StoreSubject,
} from "./conformance-case.ts";
export { ledgerStoreConformance, storeConformance } from "./store-conformance.ts";
