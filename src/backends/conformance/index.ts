/** The suite that every backend passes, for authors of backends; it needs no test framework of its own. */
export { backendConformance } from "./backend-conformance.ts";
export type {
  ConformanceCapabilities,
  ConformanceRegistrar,
  ConformanceSubject,
  OpenConformanceSubject,
} from "./conformance-case.ts";
