import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BridgeEntry } from "./bridge-entry.ts";
import { bridgeKey } from "./bridge-key.ts";
import { type LedgerSnapshot, reduceLedger } from "./reduce-ledger.ts";

const AT = "2026-01-31T00:00:00.000Z";
const enrolled = (seq: number, key: string, server = "a", name = `${server}__${key}`): BridgeEntry => ({
  op: "enroll",
  key: bridgeKey(key),
  server,
  seq,
  at: AT,
  capability: { name },
});
const retired = (seq: number, key: string, server = "a"): BridgeEntry => ({
  op: "retire",
  key: bridgeKey(key),
  server,
  seq,
  at: AT,
});
const event = fc
  .tuple(fc.boolean(), fc.constantFrom("x", "y", "z", "w"), fc.constantFrom("a", "b"), fc.nat(3))
  .map(
    ([isEnroll, key, server, name]) =>
      (seq: number) =>
        isEnroll ? enrolled(seq, key, server, `${server}__${name}`) : retired(seq, key, server),
  );
const numbered = fc.array(event, { maxLength: 40 }).map((all) => all.map((make, at) => make(at + 1)));

describe("the fold", () => {
  it("R65: comes to the same, in the same order, however its events are handed in", () => {
    const shuffled = numbered.chain((log) =>
      fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length })),
    );
    fc.assert(
      fc.property(shuffled, ([log, other]) => {
        expect(shown(reduceLedger(other))).toEqual(shown(reduceLedger(log)));
      }),
    );
  });

  it("R65: also where places are far apart, or two events claim one", () => {
    const anywhere = fc.array(
      fc.tuple(event, fc.oneof(fc.nat(5), fc.nat(1_000_000))).map(([make, seq]) => make(seq)),
      { maxLength: 12 },
    );
    const shuffled = anywhere.chain((log) =>
      fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length })),
    );
    fc.assert(
      fc.property(shuffled, ([log, other]) => {
        expect(shown(reduceLedger(other))).toEqual(shown(reduceLedger(log)));
      }),
    );
  });

  it("R65: two tools at one place come in one order, though all but their keys is the same", () => {
    const tied = [enrolled(1, "y", "a", "a__same"), enrolled(1, "x", "a", "a__same")];
    expect(keys(reduceLedger(tied))).toEqual(["x", "y"]);
    expect(keys(reduceLedger(tied.toReversed()))).toEqual(["x", "y"]);
  });

  it("is the plain fold: sort, set and delete", () => {
    fc.assert(
      fc.property(numbered, (log) => {
        const live = new Map<string, string>();
        for (const each of log) {
          if (each.op === "enroll") live.set(each.key, each.capability.name);
          else live.delete(each.key);
        }
        expect(shown(reduceLedger(log)).live).toEqual([...live]);
      }),
    );
  });

  it("folding a log twice over changes nothing: an event that comes again is the same event", () => {
    fc.assert(
      fc.property(numbered, (log) => {
        expect(shown(reduceLedger([...log, ...log]))).toEqual(shown(reduceLedger(log)));
      }),
    );
  });

  it("R64: never throws, whatever the list holds, and leaves it as it was", () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true });
    const almost = fc.record(
      { op: anything, key: anything, server: anything, seq: anything, at: anything, capability: anything },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            anything,
            almost,
            event.map((make) => make(3)),
          ),
        ),
        (entries) => {
          const before = [...entries];
          expect(() => reduceLedger(Object.freeze(entries) as BridgeEntry[])).not.toThrow();
          expect(entries).toEqual(before);
        },
      ),
    );
  });

  it("R64: leaves out what is no event and folds the rest", () => {
    const odd = [
      null,
      { op: "burn", key: "x", server: "a", seq: 9, at: AT },
      { op: "enroll", key: "y", server: "a", seq: 8, at: AT },
      { ...enrolled(1, "z"), seq: Number.NaN },
      enrolled(2, "x"),
    ] as BridgeEntry[];
    expect(shown(reduceLedger(odd))).toEqual({ live: [["x", "a__x"]], byServer: [["a", 1]], highWater: 2 });
  });

  it("R64: survives a tie between definitions that are not JSON", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const tied = [1, 2].map((n): BridgeEntry => ({
      ...enrolled(1, "x"),
      op: "enroll",
      capability: { name: "a__x", parameters: { n, deep } },
    }));
    expect(reduceLedger(tied).live.size).toBe(1);
  });

  it("R66: the later event of a key wins", () => {
    expect(shown(reduceLedger([enrolled(2, "x", "a", "new"), enrolled(1, "x", "a", "old")])).live).toEqual([
      ["x", "new"],
    ]);
    expect(shown(reduceLedger([enrolled(90, "x", "a", "new"), enrolled(1, "x", "a", "old")])).live).toEqual([
      ["x", "new"],
    ]);
    expect(reduceLedger([retired(2, "x"), enrolled(1, "x")]).live.size).toBe(0);
    expect(shown(reduceLedger([enrolled(3, "x"), retired(2, "x"), enrolled(1, "x")])).live).toEqual([
      ["x", "a__x"],
    ]);
  });

  it("R67: survivors keep their order, one replaced keeps its place, one that comes back is last", () => {
    const log = [enrolled(1, "x"), enrolled(2, "y"), enrolled(3, "z"), retired(4, "y")];
    expect(keys(reduceLedger(log))).toEqual(["x", "z"]);
    expect(keys(reduceLedger([...log, enrolled(5, "x")]))).toEqual(["x", "z"]);
    expect(keys(reduceLedger([...log, enrolled(5, "y"), retired(6, "x"), enrolled(7, "x")]))).toEqual([
      "z",
      "y",
      "x",
    ]);
  });

  it("R68: counts what is live of each server; one without any is absent", () => {
    const log = [enrolled(1, "x", "a"), enrolled(2, "y", "b"), enrolled(3, "z", "b"), retired(4, "x", "a")];
    expect(reduceLedger(log).byServer).toEqual(new Map([["b", 2]]));
    expect(reduceLedger([...log, enrolled(5, "y", "c")]).byServer).toEqual(
      new Map([
        ["c", 1],
        ["b", 1],
      ]),
    );
    expect(reduceLedger([enrolled(1, "x", "__proto__")]).byServer).toEqual(new Map([["__proto__", 1]]));
  });

  it("R68: a retire counts against the server that has the tool, whichever it names", () => {
    expect(
      reduceLedger([enrolled(1, "x", "a"), enrolled(2, "y", "b"), retired(3, "x", "b")]).byServer,
    ).toEqual(new Map([["b", 1]]));
  });

  it("R69: the high water is the highest place, 0 for none", () => {
    expect(reduceLedger([]).highWater).toBe(0);
    expect(reduceLedger([{ ...enrolled(1, "x"), seq: Number.NaN }]).highWater).toBe(0);
    expect(reduceLedger([enrolled(-5, "x")]).highWater).toBe(0);
    expect(reduceLedger([enrolled(7, "x"), retired(3, "x")]).highWater).toBe(7);
    expect(reduceLedger([retired(5, "nobody")]).highWater).toBe(5);
  });
});

function keys({ live }: LedgerSnapshot): string[] {
  return [...live.keys()];
}

function shown({ live, byServer, highWater }: LedgerSnapshot) {
  return { live: [...live].map(([key, { name }]) => [key, name]), byServer: [...byServer], highWater };
}
