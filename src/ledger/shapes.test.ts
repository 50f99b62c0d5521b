import { describe, expect, expectTypeOf, it } from "vitest";
import type { BridgeCapability, BridgeEntry } from "./bridge-entry.ts";
import { bridgeContentKey, type BridgeKey, bridgeKey } from "./bridge-key.ts";
import { emptyBridgeLedger, enrollBridgeCard, retire, withdrawServer } from "./bridge-ledger.ts";
import type { LedgerSnapshot } from "./reduce-ledger.ts";

const CAPABILITY: BridgeCapability = { name: "files__read", parameters: { type: "object" } };

describe("the shapes of the ledger", () => {
  it("R9: an entry says what happened, to whom, where and when; only who enrolls brings a capability", () => {
    const time = { now: () => 0 };
    const key = bridgeContentKey("files", "read", CAPABILITY.parameters);
    const enrolled = enrollBridgeCard(emptyBridgeLedger(), { server: "files", capability: CAPABILITY }, time);
    const { log } = retire(withdrawServer(enrolled, "files", time), key, "files", time);
    const [server, at] = ["files", "1970-01-01T00:00:00.000Z"];
    expect(log).toStrictEqual([
      { op: "enroll", key, server, capability: CAPABILITY, seq: 1, at },
      { op: "retire", key, server, seq: 2, at },
      { op: "retire", key, server, seq: 3, at },
    ]);
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
    expect(snapshot).toStrictEqual({
      live: new Map([[bridgeContentKey("files", "read", CAPABILITY.parameters), CAPABILITY]]),
      byServer: new Map([["files", 1]]),
      highWater: 1,
    });
    expectTypeOf<keyof LedgerSnapshot>().toEqualTypeOf<"live" | "byServer" | "highWater">();
  });
});
