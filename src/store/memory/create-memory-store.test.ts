import { it } from "vitest";
import { ledgerStoreConformance, storeConformance } from "../conformance/index.ts";
import { createMemoryStore } from "./create-memory-store.ts";

storeConformance("the memory store", openSubject, { test: it });
ledgerStoreConformance("the memory store", openSubject, { test: it });

async function openSubject() {
  const store = createMemoryStore();
  return { store, close: () => store.close() };
}
