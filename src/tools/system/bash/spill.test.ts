import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ResultStore } from "../../../kernel/index.ts";
import { createSpill } from "./spill.ts";

const HANDLE = "deckhand://result/x";

const never = () => Promise.reject(new Error("not asked for"));

function slowStore(write: (chunk: Uint8Array) => Promise<void>): {
  store: ResultStore;
  dropped: () => number;
} {
  let drops = 0;
  return {
    dropped: () => drops,
    store: {
      keep: never,
      open: never,
      begin: () =>
        Promise.resolve({
          write,
          finish: () => Promise.resolve(HANDLE),
          drop: () => {
            drops += 1;
            return Promise.resolve();
          },
        }),
    },
  };
}

describe("a spill", () => {
  it("keeps every byte in order, however slowly they are written", async () => {
    const written: Buffer[] = [];
    const { store } = slowStore(async (chunk) => {
      await sleep(1);
      written.push(Buffer.from(chunk));
    });
    const spill = createSpill(store);
    const chunks = Array.from({ length: 40 }, (_, at) => Buffer.alloc(1 + ((at * 77_777) % 900_000), at));
    for (const chunk of chunks) await spill.add(chunk);
    expect(await spill.finish()).toEqual({ handle: HANDLE, lostBytes: 0 });
    expect(Buffer.concat(written).equals(Buffer.concat(chunks))).toBe(true);
  });

  it("says nothing of a place where nothing can be kept", async () => {
    const { store, dropped } = slowStore(() => Promise.reject(new Error("disk is full")));
    const spill = createSpill(store);
    for (let at = 0; at < 4; at += 1) await spill.add(Buffer.alloc(1_000_000));
    expect([await spill.finish(), dropped()]).toEqual([undefined, 1]);
  });

  it("touches nothing when what came was small, or nothing", async () => {
    const { store, dropped } = slowStore(() => Promise.resolve());
    const spill = createSpill(store);
    await spill.add(Buffer.from("small"));
    await spill.drop();
    expect([await createSpill(store).finish(), dropped()]).toEqual([undefined, 0]);
  });
});
