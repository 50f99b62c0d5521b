import { describe, expect, expectTypeOf, it } from "vitest";
import type { BridgeCapability, BridgeEntry } from "./bridge-entry.ts";
import { bridgeContentKey, type BridgeKey, bridgeKey } from "./bridge-key.ts";
import { emptyBridgeLedger, enrollBridgeCard, withdrawServer } from "./bridge-ledger.ts";
import type { LedgerSnapshot } from "./reduce-ledger.ts";

const CAPABILITY: BridgeCapability = { name: "files__read", parameters: { type: "object" } };

describe("the shapes of the ledger", () => {
  it("R9: an entry says what happened, to whom, where and when; only who enrolls brings a capability", () => {
    const enrolled = enrollBridgeCard(emptyBridgeLedger(), { server: "files", capability: CAPABILITY });
    const { log } = withdrawServer(enrolled, "files");
    expect(log.map((entry) => Object.keys(entry).toSorted())).toEqual([
      ["at", "capability", "key", "op", "seq", "server"],
      ["at", "key", "op", "seq", "server"],
    ]);
    expect(log.map(({ op }) => op)).toEqual(["enroll", "retire"]);
    expectTypeOf<Extract<BridgeEntry, { op: "retire" }>>().not.toHaveProperty("capability");
  });

  it("R10: a plain text is no key before it was vetted", () => {
    expectTypeOf<string>().not.toExtend<BridgeKey>();
    expectTypeOf(bridgeKey("bk_0")).toEqualTypeOf<BridgeKey>();
    expectTypeOf(bridgeContentKey("files", "read", {})).toEqualTypeOf<BridgeKey>();
    expect(bridgeKey("bk_0")).toBe("bk_0");
  });

  it("R11: a snapshot is who is live, how many of each server, and the highest place", () => {
    const { snapshot } = enrollBridgeCard(emptyBridgeLedger(), { server: "files", capability: CAPABILITY });
    expect(Object.keys(snapshot).toSorted()).toEqual(["byServer", "highWater", "live"]);
    expectTypeOf<keyof LedgerSnapshot>().toEqualTypeOf<"live" | "byServer" | "highWater">();
  });
});
