import { describe, expect, it } from "vitest";
import { manualClock } from "./manual-clock.ts";
import { createMemoryCache } from "./memory-cache.ts";

const never = new AbortController().signal;
const made = (value: string, bytes = 1, keepMs = 1000) => Promise.resolve({ value, bytes, keepMs });

describe("createMemoryCache", () => {
  it("keeps a value as long as it was made for", async () => {
    const clock = manualClock();
    const cache = createMemoryCache({ clock });
    const get = (value: string) => cache.get("k", () => made(value), never);
    expect(await get("first")).toBe("first");
    clock.advance(999);
    expect(await get("second")).toBe("first");
    clock.advance(1);
    expect(await get("third")).toBe("third");
  });

  it("makes a value once for all who ask at the same time", async () => {
    const cache = createMemoryCache();
    let makings = 0;
    const make = async () => {
      makings += 1;
      await Promise.resolve();
      return { value: makings, bytes: 1, keepMs: 0 };
    };
    expect(await Promise.all([1, 2, 3].map(() => cache.get("k", make, never)))).toEqual([1, 1, 1]);
    expect(await cache.get("k", make, never)).toBe(2);
  });

  it("does not keep a failure", async () => {
    const cache = createMemoryCache();
    await expect(cache.get("k", () => Promise.reject(new Error("no")), never)).rejects.toThrow("no");
    expect(await cache.get("k", () => made("yes"), never)).toBe("yes");
  });

  it("one who leaves does not spoil it for the others; the last to leave ends the making", async () => {
    const cache = createMemoryCache();
    const [one, two] = [new AbortController(), new AbortController()];
    let signal: AbortSignal | undefined;
    let finish: ((value: Awaited<ReturnType<typeof made>>) => void) | undefined;
    const make = (cancel: AbortSignal) => {
      signal = cancel;
      return new Promise<Awaited<ReturnType<typeof made>>>((done) => {
        finish = done;
      });
    };
    const first = cache.get("k", make, one.signal);
    const second = cache.get("k", make, two.signal);
    const reason = new Error("left");
    one.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(signal?.aborted).toBe(false);
    await Promise.resolve();
    finish?.({ value: "made", bytes: 1, keepMs: 0 });
    expect(await second).toBe("made");

    const alone = cache.get("k", make, two.signal);
    await Promise.resolve();
    await Promise.resolve();
    two.abort(reason);
    await expect(alone).rejects.toBe(reason);
    expect(signal?.aborted).toBe(true);
    expect(await cache.get("k", () => made("anew"), never)).toBe("anew");
    await expect(cache.get("k", make, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("forgets what was used longest ago when it is full, by bytes and by number", async () => {
    for (const options of [{ maxBytes: 25 }, { maxEntries: 2 }]) {
      const cache = createMemoryCache(options);
      const get = (key: string, value: string) => cache.get(key, () => made(value, 10), never);
      await get("a", "a1");
      await get("b", "b1");
      await get("a", "a2");
      await get("c", "c1");
      expect([await get("a", "a2"), await get("b", "b2")]).toEqual(["a1", "b2"]);
    }
    const small = createMemoryCache({ maxBytes: 5 });
    await small.get("k", () => made("large", 10), never);
    expect(await small.get("k", () => made("again", 10), never)).toBe("again");
  });
});
