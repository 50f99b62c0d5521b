import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BridgeCapability, BridgeEntry } from "./bridge-entry.ts";
import { bridgeContentKey, bridgeUlidKey } from "./bridge-key.ts";
import { bridgeLedgerFromLog, emptyBridgeLedger, enrollBridgeCard, withdrawServer } from "./bridge-ledger.ts";
import { decodeEntry, decodeLog, encodeEntry, encodeLog } from "./ledger-lines.ts";
import { liveCapabilities } from "./live-capabilities.ts";

const line = (over: Record<string, unknown> = {}) =>
  JSON.stringify({
    op: "enroll",
    key: bridgeContentKey("a", "x"),
    server: "a",
    seq: 1,
    at: "2026-01-31T00:00:00.000Z",
    capability: { name: "a__x" },
    ...over,
  });

// Half characters too.
const anyUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

describe("a stored log", () => {
  it("R74: goes on in another process where it ended in this one", () => {
    const live = { execute: () => "bound to this process", channel: { of: "this process" } };
    const ledger = ["x", "y"].reduce(
      (so, tool) =>
        enrollBridgeCard(so, {
          capability: {
            name: `a__${tool}`,
            parameters: { type: "object" },
            definition: { name: tool },
            ...live,
          },
          server: "a",
        }),
      enrollBridgeCard(emptyBridgeLedger(), {
        capability: { name: "b__z", ...live },
        server: "b",
        key: bridgeUlidKey(),
      }),
    );
    const text = encodeLog(withdrawServer(ledger, "b").log);
    expect(text.split("\n")).toHaveLength(5);
    expect(text).not.toMatch(/execute|channel/);
    const { entries, diagnostics } = decodeLog(text);
    const back = bridgeLedgerFromLog(entries);
    expect(diagnostics).toEqual([]);
    expect(back.nextSeq).toBe(5);
    expect([...back.snapshot.live.keys()]).toEqual([...ledger.snapshot.live.keys()].slice(1));
    expect(liveCapabilities(back)).toEqual([
      { name: "a__x", parameters: { type: "object" }, definition: { name: "x" } },
      { name: "a__y", parameters: { type: "object" }, definition: { name: "y" } },
    ]);
  });

  it("R74: comes back as it was, whatever names and schemas hold", () => {
    const object = fc.dictionary(fc.string({ unit: anyUnit }), fc.jsonValue({ stringUnit: anyUnit }));
    const capability: fc.Arbitrary<BridgeCapability> = fc.record(
      {
        name: fc.string({ minLength: 1, unit: anyUnit }),
        description: fc.string(),
        parameters: object,
        definition: object,
      },
      { requiredKeys: ["name"] },
    );
    fc.assert(
      fc.property(fc.array(capability, { maxLength: 4 }), (capabilities) => {
        const { log } = capabilities.reduce(
          (so, each) => enrollBridgeCard(so, { capability: each, server: "a", key: bridgeUlidKey() }),
          emptyBridgeLedger(),
        );
        expect(wire(decodeLog(encodeLog(log)).entries)).toEqual(wire(log));
      }),
    );
  });

  it("R74: keeps half characters and a key called __proto__", () => {
    const definition = JSON.parse('{"__proto__":{"a":"\\ud800"}}') as Record<string, unknown>;
    const [entry] = decodeLog(
      encodeLog([{ ...entryOf(line()), op: "enroll", capability: { name: "\udc00", definition } }]),
    ).entries;
    expect(entry?.op === "enroll" && entry.capability).toEqual({ name: "\udc00", definition });
    expect(JSON.stringify(entry)).toContain('"__proto__":{"a":"\\ud800"}');
  });

  it.each([
    ["text", "hello", /not JSON/],
    ["a line cut short", line().slice(0, -5), /cut short/],
    ["a list", "[]", /not an object/],
    ["null", "null", /not an object/],
    ["an unknown op", line({ op: "suspend" }), /neither enroll nor retire/],
    ["a made-up key", line({ key: "x" }), /key/],
    ["a key that is no text", line({ key: ["bk_"] }), /key/],
    ["no server", line({ server: "" }), /server/],
    ["no place", line({ seq: undefined }), /seq/],
    ["place 0", line({ seq: 0 }), /seq/],
    ["half a place", line({ seq: 1.5 }), /seq/],
    ["a place beyond counting", line({ seq: Number.MAX_SAFE_INTEGER }), /seq/],
    ["a place as text", line({ seq: "1" }), /seq/],
    ["another form of time", line({ at: "2026-01-31T00:00:00+02:00" }), /time/],
    ["nothing to enroll", line({ capability: undefined }), /no capability/],
    ["a capability without a name", line({ capability: {} }), /name/],
    ["a description that is no text", line({ capability: { name: "a", description: 1 } }), /description/],
    ["parameters that are a list", line({ capability: { name: "a", parameters: [] } }), /parameters/],
    ["a definition that is text", line({ capability: { name: "a", definition: "x" } }), /definition/],
  ])("tells of %s and goes on", (_kind, bad, problem) => {
    const { entries, diagnostics } = decodeLog(`${line()}\n${bad}\n${line({ seq: 2 })}\n`);
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(diagnostics).toEqual([{ line: 2, problem: expect.stringMatching(problem) as string }]);
  });

  it("reads line ends of every kind, blank lines and a mark at its beginning", () => {
    const { entries, diagnostics } = decodeLog(`\uFEFF${line()}\r\n\r\n  \n${line({ seq: 2 })}`);
    expect([entries.length, diagnostics]).toEqual([2, []]);
    expect(decodeLog("")).toEqual({ entries: [], diagnostics: [] });
  });

  it("takes from a line only what an event has", () => {
    const odd = line({ op: "retire", more: 1, seq: 3 });
    expect(Object.keys(entryOf(odd))).toEqual(["op", "key", "server", "seq", "at"]);
  });

  it("never throws, and what it does read can be folded, whatever the text", () => {
    const text = fc.oneof(
      fc.string({ unit: anyUnit }),
      fc.json(),
      fc
        .tuple(fc.nat(200), fc.string({ maxLength: 3 }))
        .map(([at, junk]) => line().slice(0, at) + junk + line().slice(at)),
      fc
        .record({ op: fc.jsonValue(), key: fc.jsonValue(), seq: fc.jsonValue(), capability: fc.jsonValue() })
        .map(line),
      fc.jsonValue().map((capability) => line({ capability })),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (lines) => {
        const { entries, diagnostics } = decodeLog(lines.join("\n"));
        const blank = lines
          .join("\n")
          .replace(/^\uFEFF/, "")
          .split("\n")
          .filter((each) => each.trim() === "").length;
        expect(entries.length + diagnostics.length + blank).toBe(lines.join("\n").split("\n").length);
        const ledger = bridgeLedgerFromLog(entries);
        expect(decodeLog(encodeLog(ledger.log)).diagnostics).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("survives lines that are nested without end", () => {
    const deep = "[".repeat(200_000);
    expect(decodeLog(`${deep}\n${deep}${"]".repeat(200_000)}\n`).diagnostics).toHaveLength(2);
  });
});

function entryOf(text: string): BridgeEntry {
  const decoded = decodeEntry(text);
  if ("problem" in decoded) throw new Error(decoded.problem);
  expect(decodeEntry(encodeEntry(decoded.entry))).toEqual(decoded);
  return decoded.entry;
}

/** As it is once written and read: what is undefined is gone. */
function wire(entries: readonly BridgeEntry[]): unknown {
  return JSON.parse(JSON.stringify(entries));
}
