import { expect, it } from "vitest";
import { createLazyStore } from "./lazy-store.ts";
import { createMemoryStore } from "./memory/create-memory-store.ts";

it("a lazy store is opened once for all, and again only after it could not be", async () => {
  let opens = 0;
  const lazy = createLazyStore(async () => {
    opens += 1;
    if (opens === 1) throw new Error("locked");
    return createMemoryStore();
  });
  await lazy.close();
  expect(opens).toBe(0);
  await expect(Promise.all([lazy.open(), lazy.open()])).rejects.toThrow("locked");
  expect(opens).toBe(1);
  await lazy.close();
  const [one, other] = await Promise.all([lazy.open(), lazy.open()]);
  expect(one).toBe(other);
  expect(opens).toBe(2);
  await lazy.close();
  await expect(one.auditHead()).rejects.toMatchObject({ code: "unavailable" });
});
