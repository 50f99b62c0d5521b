import type { Backend, BackendSource } from "../../kernel/index.ts";

/** Supplies one backend at every trust level. */
export function createFixedBackend(backend: Backend): BackendSource {
  return { backendFor: () => backend };
}
