import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { moduleFacts } from "../../test/floor-plan/module-facts.ts";
import type { BridgeCapability, BridgeEntry, BridgeOp } from "./bridge-entry.ts";
import { bridgeContentKey, bridgeKey, bridgeUlidKey } from "./bridge-key.ts";
import {
  bridgeLedgerFromLog,
  emptyBridgeLedger,
  enrollBridgeCard,
  retire,
  withdrawServer,
} from "./bridge-ledger.ts";
import type { BridgeLedger } from "./ledger-value.ts";
import { liveCapabilities, liveCapabilitiesForServer } from "./live-capabilities.ts";
import { reduceLedger } from "./reduce-ledger.ts";

const at = (ms: number) => ({ now: () => ms });
const tool = (name: string, parameters?: BridgeCapability["parameters"]): BridgeCapability => ({
  name,
  ...(parameters === undefined ? {} : { parameters }),
});
const enroll = (ledger: BridgeLedger, name: string, key?: string) =>
  enrollBridgeCard(ledger, {
    capability: tool(name),
    server: name.split("__")[0] ?? "",
    ...(key === undefined ? {} : { key: bridgeKey(key) }),
  });
const names = (ledger: BridgeLedger) => liveCapabilities(ledger).map(({ name }) => name);
const attach = (ledger: BridgeLedger) => ["a__x", "a__y"].reduce((so, name) => enroll(so, name), ledger);
const filled = (...all: string[]) => all.reduce((ledger, name) => enroll(ledger, name), emptyBridgeLedger());

describe("a ledger", () => {
  it("R57: begins without events and without tools, and counts from 1", () => {
    const ledger = emptyBridgeLedger();
    expect(ledger).toEqual({
      log: [],
      snapshot: { live: new Map(), byServer: new Map(), highWater: 0 },
      nextSeq: 1,
    });
    expect(enroll(ledger, "a__x").log[0]?.seq).toBe(1);
  });

  it("R55: is a log, the fold of that log and the next place, and nothing else", () => {
    const ledger = retire(filled("a__x", "b__y"), bridgeContentKey("a", "x"), "a");
    expect(Object.keys(ledger)).toEqual(["log", "snapshot", "nextSeq"]);
    expect(ledger.log.map(({ op, seq }) => [op, seq])).toEqual([
      ["enroll", 1],
      ["enroll", 2],
      ["retire", 3],
    ]);
    expect(ledger.snapshot).toEqual(reduceLedger(ledger.log));
    expect(ledger.nextSeq).toBe(4);
    expect(() => (ledger.log as BridgeEntry[]).push(...ledger.log)).toThrow(TypeError);
  });

  it("R56: no transition changes the ledger it is given, even a frozen one", () => {
    const ledger = deepFreeze(filled("a__x", "a__y", "b__z"));
    const before = JSON.stringify(shown(ledger));
    const after = [
      enroll(ledger, "c__w"),
      enroll(ledger, "a__x"),
      retire(ledger, bridgeContentKey("a", "x"), "a"),
      withdrawServer(ledger, "a"),
      withdrawServer(ledger, "nobody"),
    ];
    expect(JSON.stringify(shown(ledger))).toBe(before);
    expect(after).not.toContain(ledger);
    expect(after.map(names)).toEqual([
      ["a__x", "a__y", "b__z", "c__w"],
      ["a__x", "a__y", "b__z"],
      ["a__y", "b__z"],
      ["b__z"],
      ["a__x", "a__y", "b__z"],
    ]);
  });

  it("R56: what was read late of an earlier ledger is what it was then", () => {
    const first = filled("a__x");
    const second = enroll(first, "b__y");
    const third = withdrawServer(second, "a");
    expect(names(third)).toEqual(["b__y"]);
    expect(second.snapshot.byServer).toEqual(
      new Map([
        ["a", 1],
        ["b", 1],
      ]),
    );
    expect(first.log).toHaveLength(1);
    expect(names(first)).toEqual(["a__x"]);
    expect(first.snapshot.highWater).toBe(1);
  });

  it("R58: goes on from a stored log after its highest place, in whatever order it was read", () => {
    const { log } = filled("a__x", "b__y", "c__z");
    const ledger = bridgeLedgerFromLog(log.toReversed());
    expect(ledger.nextSeq).toBe(4);
    expect(names(ledger)).toEqual(["a__x", "b__y", "c__z"]);
    expect(names(enroll(ledger, "d__w"))).toEqual(["a__x", "b__y", "c__z", "d__w"]);
    const gap = bridgeLedgerFromLog(log.map((entry) => ({ ...entry, seq: entry.seq * 100 })));
    expect(gap.nextSeq).toBe(301);
  });

  it("R59: enrolling a key again replaces its tool where it stands", () => {
    const ledger = filled("a__x", "a__y");
    const again: BridgeCapability = { name: "a__x", description: "new" };
    const after = enrollBridgeCard(ledger, { capability: again, server: "a" });
    expect(after.snapshot.live.size).toBe(2);
    expect(liveCapabilities(after)[0]).toBe(again);
    expect(after.log).toHaveLength(3);
  });

  it("R60: a retired tool leaves the live view and stays in the log", () => {
    const ledger = filled("a__x", "a__y");
    const after = retire(ledger, bridgeContentKey("a", "x"), "a");
    expect(names(after)).toEqual(["a__y"]);
    expect(after.log.at(-1)).toMatchObject({ op: "retire", server: "a", seq: 3 });
    expect(after.log.at(-1)).not.toHaveProperty("capability");
  });

  it("R61: retiring what nobody knows changes nothing live and is recorded", () => {
    const ledger = filled("a__x");
    const after = retire(ledger, bridgeContentKey("a", "nobody"), "a");
    expect(after.snapshot.live).toEqual(ledger.snapshot.live);
    expect(after.log).toHaveLength(2);
    expect(after.snapshot.highWater).toBe(2);
  });

  it("R62: withdrawing a server retires each of its tools in one batch and leaves the others", () => {
    const ledger = filled("a__x", "b__y", "a__z");
    const after = withdrawServer(ledger, "a", at(5));
    expect(names(after)).toEqual(["b__y"]);
    expect(after.log.slice(3)).toEqual([
      { op: "retire", key: bridgeContentKey("a", "x"), server: "a", seq: 4, at: "1970-01-01T00:00:00.005Z" },
      { op: "retire", key: bridgeContentKey("a", "z"), server: "a", seq: 5, at: "1970-01-01T00:00:00.005Z" },
    ]);
  });

  it("R63: lists live tools in the order in which they came, and those of one server", () => {
    const ledger = enrollBridgeCard(filled("b__y", "bb__x", "b__z"), { capability: tool("w"), server: "b" });
    expect(names(ledger)).toEqual(["b__y", "bb__x", "b__z", "w"]);
    expect(liveCapabilitiesForServer(ledger, "b").map(({ name }) => name)).toEqual(["b__y", "b__z", "w"]);
    expect(liveCapabilitiesForServer(ledger, "c")).toEqual([]);
    expect([...ledger.snapshot.live.values()]).toEqual(liveCapabilities(ledger));
  });

  it("R71: stamps each event with the time in UTC, and never reads it back", () => {
    expect(
      enrollBridgeCard(emptyBridgeLedger(), { capability: tool("a__x"), server: "a" }, at(0)).log[0]?.at,
    ).toBe("1970-01-01T00:00:00.000Z");
    expect(filled("a__x").log[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const odd = filled("a__x", "b__y").log.map((entry) => ({ ...entry, at: "long ago" }));
    expect(names(bridgeLedgerFromLog(odd))).toEqual(["a__x", "b__y"]);
  });

  it("R72: knows two kinds of events, and a third would not compile", () => {
    expectTypeOf<BridgeOp>().toEqualTypeOf<"enroll" | "retire">();
    expect(readFileSync("src/ledger/reduce-ledger.ts", "utf8")).toContain("entry satisfies never");
  });

  it("R73: no module of the ledger keeps a list of its own, so two ledgers share nothing", () => {
    const files = readdirSync("src/ledger").filter(
      (file) => file.endsWith(".ts") && !file.includes(".test."),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files)
      expect(moduleFacts(file, readFileSync(`src/ledger/${file}`, "utf8")).mutableState).toEqual([]);
    const [one, other] = [filled("a__x"), filled("b__y")];
    expect([names(one), names(other), names(emptyBridgeLedger())]).toEqual([["a__x"], ["b__y"], []]);
  });

  it("R83: knows a tool by the same key in every folder", () => {
    const before = process.cwd();
    const key = filled("a__x").log[0]?.key;
    try {
      process.chdir("/");
      expect(filled("a__x").log[0]?.key).toBe(key);
    } finally {
      process.chdir(before);
    }
  });

  it("R85, R87: uses the content key where none is given; with a ULID key each enrollment is one of its own", () => {
    const schema = { type: "object" };
    const request = { capability: tool("a__x", schema), server: "a" };
    const ledger = enrollBridgeCard(emptyBridgeLedger(), request);
    expect([...ledger.snapshot.live.keys()]).toEqual([bridgeContentKey("a", "x", schema)]);
    const bare = enrollBridgeCard(emptyBridgeLedger(), { capability: tool("x", schema), server: "a" });
    expect(bare.log[0]?.key).toBe(ledger.log[0]?.key);
    for (const name of ["b__x", "my_a__x", "x__a__y"])
      expect(enrollBridgeCard(emptyBridgeLedger(), { capability: tool(name), server: "a" }).log[0]?.key).toBe(
        bridgeContentKey("a", name),
      );
    const twice = [1, 2].reduce(
      (so) => enrollBridgeCard(so, { ...request, key: bridgeUlidKey() }),
      emptyBridgeLedger(),
    );
    expect(names(twice)).toEqual(["a__x", "a__x"]);
  });

  it("R88: a server that goes and comes back has each tool once", () => {
    const back = attach(withdrawServer(attach(emptyBridgeLedger()), "a"));
    expect(names(back)).toEqual(["a__x", "a__y"]);
    expect(names(attach(back))).toEqual(["a__x", "a__y"]);
    expect(back.snapshot.byServer).toEqual(new Map([["a", 2]]));
  });

  it("takes a copy that is plain data as it takes its own", () => {
    const ledger = filled("a__x");
    const copy = { ...ledger };
    expect(names(enroll(copy, "b__y"))).toEqual(["a__x", "b__y"]);
    expect(names(copy)).toEqual(["a__x"]);
  });

  it("can be added to while its tools are walked", () => {
    let ledger: BridgeLedger = filled("a__x", "a__y");
    for (const [key] of ledger.snapshot.live) ledger = enroll(retire(ledger, key, "a"), `b__${key}`);
    expect(ledger.snapshot.byServer).toEqual(new Map([["b", 2]]));
  });
});

type Noted = { readonly op: string; readonly key: string; readonly server: string };
const opsOf = (log: readonly BridgeEntry[]): Noted[] =>
  log.map(({ op, key, server }) => ({ op, key, server }));

describe("laws of a ledger", () => {
  type Step = {
    readonly op: "enroll" | "retire" | "withdraw";
    readonly key: string;
    readonly server: string;
  };
  const step: fc.Arbitrary<Step> = fc.record({
    op: fc.constantFrom("enroll" as const, "enroll" as const, "retire" as const, "withdraw" as const),
    key: fc.constantFrom("k1", "k2", "k3", "k4", "k5"),
    server: fc.constantFrom("a", "b", "__proto__"),
  });
  const take = (ledger: BridgeLedger, { op, key, server }: Step): BridgeLedger => {
    if (op === "withdraw") return withdrawServer(ledger, server);
    if (op === "retire") return retire(ledger, bridgeKey(key), server);
    return enrollBridgeCard(ledger, { capability: tool(`${server}__${key}`), server, key: bridgeKey(key) });
  };

  it("R55, R67, R70: every ledger that steps lead to is the fold of its log, and replays to itself", () => {
    const late = filled("a__old").log.map((entry) => ({ ...entry, seq: 7 }));
    const beginning = fc.constantFrom(emptyBridgeLedger(), bridgeLedgerFromLog(late));
    fc.assert(
      fc.property(beginning, fc.array(step), (first, steps) => {
        let ledger: BridgeLedger = first;
        for (const each of steps) {
          ledger = take(ledger, each);
          expect(shown(ledger)).toEqual(shown({ ...ledger, snapshot: reduceLedger(ledger.log) }));
        }
        const replayed = bridgeLedgerFromLog(ledger.log);
        expect(shown(replayed)).toEqual(shown(ledger));
        expect(names(replayed)).toEqual(names(ledger));
      }),
    );
  });

  it("R56: ledgers that part ways never see each other, whichever is added to and read first", () => {
    const branching = fc.array(fc.tuple(fc.nat(), step, fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(branching, (steps) => {
        const ledgers: BridgeLedger[] = [emptyBridgeLedger()];
        const logs: (readonly Noted[])[] = [[]];
        for (const [from, each, isReadNow] of steps) {
          const parent = from % ledgers.length;
          const next = take(ledgers[parent] ?? emptyBridgeLedger(), each);
          const added = reference(logs[parent] ?? [], each);
          // Reading early or late must make no difference.
          if (isReadNow) void [next.log, next.snapshot];
          ledgers.push(next);
          logs.push(added);
        }
        for (const [index, ledger] of ledgers.entries()) {
          expect(opsOf(ledger.log)).toEqual(logs[index]);
          expect(shown(ledger)).toEqual(shown({ ...ledger, snapshot: reduceLedger(ledger.log) }));
        }
      }),
    );
  });

  function reference(before: readonly Noted[], { op, key, server }: Step): Noted[] {
    if (op !== "withdraw") return [...before, { op, key, server }];
    const live = new Map<string, string>();
    for (const event of before) {
      if (event.op === "enroll") live.set(event.key, event.server);
      else live.delete(event.key);
    }
    const gone = [...live].filter(([, owner]) => owner === server);
    return [...before, ...gone.map(([id]) => ({ op: "retire", key: id, server }))];
  }
});

/** With maps as lists, so that their order counts. */
function shown({ log, snapshot, nextSeq }: BridgeLedger) {
  return {
    log,
    live: [...snapshot.live],
    byServer: [...snapshot.byServer],
    highWater: snapshot.highWater,
    nextSeq,
  };
}

/** Every property, hidden ones and functions too. */
function deepFreeze<T extends object>(value: T): T {
  for (const key of Reflect.ownKeys(value)) {
    const part: unknown = Reflect.get(value, key);
    if (part !== null && (typeof part === "object" || typeof part === "function")) deepFreeze(part);
  }
  return Object.freeze(value);
}
