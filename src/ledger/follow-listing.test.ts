import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BridgeCapability } from "./bridge-entry.ts";
import { bridgeContentKey } from "./bridge-key.ts";
import { emptyBridgeLedger, enrollBridgeCard, withdrawServer } from "./bridge-ledger.ts";
import { followListing } from "./follow-listing.ts";
import { liveCapabilities, liveCapabilitiesForServer } from "./live-capabilities.ts";

const tool = (name: string, rest: Partial<BridgeCapability> = {}): BridgeCapability => ({ name, ...rest });
const start = followListing(emptyBridgeLedger(), "a", [tool("a__x"), tool("a__y")]);

describe("following what a server lists", () => {
  it("R88: the same list again, in any order, leaves no event, also after the server was gone", () => {
    expect(followListing(start, "a", [tool("a__y"), tool("a__x")])).toBe(start);
    const back = followListing(withdrawServer(start, "a"), "a", [tool("a__x"), tool("a__y")]);
    expect(liveCapabilities(back).map(({ name }) => name)).toEqual(["a__x", "a__y"]);
  });

  it("retires what is gone, enrolls what is new, at one moment, and leaves other servers alone", () => {
    const two = enrollBridgeCard(start, { capability: tool("b__x"), server: "b" });
    const after = followListing(two, "a", [tool("a__y"), tool("a__z")], { now: () => 7 });
    expect(after.log.slice(3).map(({ op, key, at }) => [op, key, at])).toEqual([
      ["retire", bridgeContentKey("a", "x"), "1970-01-01T00:00:00.007Z"],
      ["enroll", bridgeContentKey("a", "z"), "1970-01-01T00:00:00.007Z"],
    ]);
    expect(liveCapabilitiesForServer(after, "b")).toHaveLength(1);
  });

  it("a changed schema is another tool; a changed description is the same one, enrolled again", () => {
    const schema = followListing(start, "a", [tool("a__x", { parameters: {} }), tool("a__y")]);
    expect(schema.log.slice(2).map(({ op }) => op)).toEqual(["retire", "enroll"]);
    const text = followListing(start, "a", [tool("a__x", { description: "new" }), tool("a__y")]);
    expect(text.log.slice(2).map(({ op }) => op)).toEqual(["enroll"]);
    expect(liveCapabilities(text)[0]?.description).toBe("new");
  });

  it("does not take two definitions for the same because neither can be written down", () => {
    const endless: unknown[] = [];
    endless.push(endless);
    const first = followListing(start, "a", [tool("a__x", { definition: { endless } })]);
    const second = followListing(first, "a", [tool("a__x", { definition: { endless, evil: true } })]);
    expect(second.nextSeq).toBe(first.nextSeq + 1);
  });

  it("of two tools with one name the first counts", () => {
    const ledger = followListing(emptyBridgeLedger(), "a", [tool("a__x"), tool("a__x", { parameters: {} })]);
    expect(liveCapabilities(ledger)).toEqual([{ name: "a__x" }]);
  });

  it("always ends at what was listed, and following again changes nothing", () => {
    const listing = fc.uniqueArray(
      fc.tuple(fc.constantFrom("x", "y", "z"), fc.constantFrom(undefined, {}, { type: "object" })),
      { selector: ([name]) => name },
    );
    fc.assert(
      fc.property(fc.array(listing, { maxLength: 6 }), (listings) => {
        let ledger = emptyBridgeLedger();
        for (const each of listings) {
          const tools = each.map(([name, parameters]) => tool(`a__${name}`, { parameters }));
          ledger = followListing(ledger, "a", tools);
          expect(liveCapabilities(ledger)).toHaveLength(tools.length);
          expect(liveCapabilities(ledger)).toEqual(expect.arrayContaining(tools));
          expect(followListing(ledger, "a", tools)).toBe(ledger);
        }
      }),
    );
  });
});
