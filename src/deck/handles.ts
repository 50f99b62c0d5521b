import type { SaasGateway } from "../kernel/index.ts";
import { deckFault } from "./deck-fault.ts";
import type { DeckContext } from "./contract.ts";
import type { Delegate } from "./delegate.ts";
import type { MemoryStore } from "./memory-store.ts";

/** Where `task` finds the runner it delegates to. */
export const DELEGATE_HANDLE_KEY = "delegate";

/** Where `saas-action` finds its gateway. */
export const SAAS_GATEWAY_KEY = "saasGateway";

/** Where `memory` finds its store. */
export const MEMORY_HANDLE_KEY = "memoryStore";

interface Handles {
  readonly [DELEGATE_HANDLE_KEY]: Delegate;
  readonly [SAAS_GATEWAY_KEY]: SaasGateway;
  readonly [MEMORY_HANDLE_KEY]: MemoryStore;
}

const METHODS: { readonly [K in keyof Handles]: readonly string[] } = {
  [DELEGATE_HANDLE_KEY]: ["run"],
  [SAAS_GATEWAY_KEY]: ["discover", "execute"],
  [MEMORY_HANDLE_KEY]: ["read", "replace", "append"],
};

/** The handle under a key, or nothing; one that lacks its methods is a `backend` fault. */
export function handleOf<K extends keyof Handles>(ctx: DeckContext, key: K): Handles[K] | undefined {
  const handle = ctx.framework?.[key];
  if (handle === undefined || handle === null) return undefined;
  const missing = METHODS[key].filter((method) => !hasMethod(handle, method));
  if (missing.length === 0) return handle as Handles[K];
  throw deckFault("backend", `framework.${key} lacks ${missing.join(" and ")}().`);
}

function hasMethod(handle: unknown, method: string): boolean {
  return typeof (handle as Record<string, unknown>)[method] === "function";
}

/** The handle bag of these handles; those that are absent are left out. */
export function frameworkOf(handles: {
  readonly [K in keyof Handles]?: Handles[K] | undefined;
}): Readonly<Record<string, unknown>> {
  const bag: Record<string, unknown> = {};
  for (const key of [DELEGATE_HANDLE_KEY, SAAS_GATEWAY_KEY, MEMORY_HANDLE_KEY] as const) {
    if (handles[key] !== undefined) bag[key] = handles[key];
  }
  return bag;
}
