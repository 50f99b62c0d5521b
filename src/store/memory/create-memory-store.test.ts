import { it } from "vitest";
import { storeConformance } from "../conformance/index.ts";
import { createMemoryStore } from "./create-memory-store.ts";

storeConformance(
  "the memory store",
  async () => {
    const store = createMemoryStore();
    return { store, close: () => store.close() };
  },
  { test: it },
);
