/** What every store of control must pass. */
export {
  type OpenStoreSubject,
  type StoreCapabilities,
  type StoreRegistrar,
  type StoreSubject,
} from "./conformance-case.ts";
export { storeConformance } from "./store-conformance.ts";
