import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitionAsOf, snapshotAsOf } from "./as-of.ts";
import { bridgeContentKey } from "./bridge-key.ts";
import { bridgeLedgerFromLog, emptyBridgeLedger, enrollBridgeCard, retire } from "./bridge-ledger.ts";
import { followListing } from "./follow-listing.ts";
import { differenceBetween } from "./ledger-difference.ts";
import type { BridgeLedger } from "./ledger-value.ts";

const at = (ms: number) => ({ now: () => ms });
const tool = (name: string, description = "first") => ({ name, description });

/** x from 100; y from 200; x is described anew at 300; y goes at 400 and z comes at 500. */
const ledger = [
  (so: BridgeLedger) => followListing(so, "a", [tool("a__x")], at(100)),
  (so: BridgeLedger) => followListing(so, "a", [tool("a__x"), tool("a__y")], at(200)),
  (so: BridgeLedger) => followListing(so, "a", [tool("a__x", "second"), tool("a__y")], at(300)),
  (so: BridgeLedger) => followListing(so, "a", [tool("a__x", "second")], at(400)),
  (so: BridgeLedger) => followListing(so, "a", [tool("a__x", "second"), tool("a__z")], at(500)),
].reduce((so, next) => next(so), emptyBridgeLedger());

describe("asking the past", () => {
  it("says which definition was live at a time", () => {
    const described = (ms: number) => definitionAsOf(ledger, "a__x", { at: ms })?.capability.description;
    expect([99, 100, 299, 300, 9_999].map(described)).toEqual([
      undefined,
      "first",
      "first",
      "second",
      "second",
    ]);
    expect(definitionAsOf(ledger, "a__y", { at: 399 })?.seq).toBe(2);
    expect(definitionAsOf(ledger, "a__y", { at: 400 })).toBeUndefined();
  });

  it("says it by place too, which a clock that was set back cannot blur", () => {
    const back = enrollBridgeCard(ledger, { capability: tool("b__w"), server: "b" }, at(50));
    expect(definitionAsOf(back, "b__w", { seq: 6 })?.capability.name).toBe("b__w");
    expect(definitionAsOf(back, "b__w", { seq: 5 })).toBeUndefined();
    expect(definitionAsOf(back, "b__w", { at: 50 })?.seq).toBe(6);
  });

  it("takes the later of two keys that are live under one name", () => {
    const two = [{ type: "object" }, {}].reduce(
      (so: BridgeLedger, parameters) =>
        enrollBridgeCard(so, { capability: { name: "a__x", parameters }, server: "a" }),
      emptyBridgeLedger(),
    );
    expect(definitionAsOf(two, "a__x", { seq: 2 })?.seq).toBe(2);
  });

  it("agrees with the ledger as it was then, at every place", () => {
    const step = fc.tuple(fc.boolean(), fc.constantFrom("x", "y", "z"));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const then: BridgeLedger[] = [emptyBridgeLedger()];
        for (const [isEnroll, name] of steps) {
          const last = then.at(-1) ?? emptyBridgeLedger();
          const capability = tool(`a__${name}`);
          then.push(
            isEnroll
              ? enrollBridgeCard(last, { capability, server: "a" }, at(then.length))
              : retire(last, bridgeContentKey("a", name), "a", at(then.length)),
          );
        }
        const now = bridgeLedgerFromLog((then.at(-1) ?? emptyBridgeLedger()).log.toReversed());
        for (const [seq, { snapshot }] of then.entries()) {
          expect(snapshotAsOf(now, { seq })).toEqual(snapshot);
          expect(snapshotAsOf(now, { at: seq })).toEqual(snapshot);
        }
      }),
    );
  });

  it("refuses a time that is none", () => {
    expect(() => snapshotAsOf(ledger, { at: Number.NaN })).toThrow(/not a time/);
  });
});

describe("the difference between two moments", () => {
  it("tells what came, went and is defined otherwise", () => {
    expect(between(0, 999)).toEqual({ enrolled: ["a__x", "a__z"], retired: [], changed: [] });
    expect(between(200, 500)).toEqual({
      enrolled: ["a__z"],
      retired: ["a__y"],
      changed: [["first", "second"]],
    });
    expect(between(500, 200)).toEqual({
      enrolled: ["a__y"],
      retired: ["a__z"],
      changed: [["second", "first"]],
    });
    expect(between(500, 500)).toEqual({ enrolled: [], retired: [], changed: [] });
  });

  it("does not take a tool that went and came back as it was for another", () => {
    const key = bridgeContentKey("a", "z");
    const back = enrollBridgeCard(retire(ledger, key, "a"), { capability: tool("a__z"), server: "a" });
    expect(differenceBetween(back, { seq: ledger.nextSeq - 1 }, { seq: back.nextSeq - 1 })).toEqual({
      enrolled: [],
      retired: [],
      changed: [],
    });
  });
});

function between(from: number, to: number) {
  const { enrolled, retired, changed } = differenceBetween(ledger, { at: from }, { at: to });
  return {
    enrolled: enrolled.map(({ capability }) => capability.name),
    retired: retired.map(({ capability }) => capability.name),
    changed: changed.map(({ before, after }) => [
      before.capability.description,
      after.capability.description,
    ]),
  };
}
