import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RemoteDefinition } from "./bridge-entry.ts";
import { definitionPin, type Pin, serverPin } from "./definition-pin.ts";
import { pinDifference } from "./pin-difference.ts";

const definition: RemoteDefinition = {
  name: "search",
  title: "Search",
  description: "Finds things.",
  inputSchema: { type: "object", properties: { query: { type: "string" } } },
  outputSchema: { type: "object" },
  annotations: { title: "Find", readOnlyHint: true },
  icons: [{ src: "a.png" }],
};
const after = (over: RemoteDefinition) =>
  pinDifference(definitionPin(definition), definitionPin({ ...definition, ...over }));

describe("a pin", () => {
  it("is the one another program computes", () => {
    const vector = JSON.parse(readFileSync("src/ledger/fixtures/pin-vector.json", "utf8")) as Pin & {
      definition: RemoteDefinition;
    };
    expect(definitionPin(vector.definition)).toEqual({ whole: vector.whole, parts: vector.parts });
  });

  it("stays the same whatever the order of keys, and when read from JSON again", () => {
    const turned = Object.fromEntries(Object.entries(definition).toReversed());
    for (const same of [turned, JSON.parse(JSON.stringify(definition, null, 2)) as RemoteDefinition])
      expect(definitionPin(same)).toEqual(definitionPin(definition));
    expect(after({}).verdict).toBe("same");
  });

  it.each<[string, RemoteDefinition, string]>([
    ["one word of the description", { description: "Finds stuff." }, "description"],
    ["a description with a zero-width character", { description: "Finds\u200b things." }, "description"],
    ["a half character", { description: "Finds things.\ud800" }, "description"],
    [
      "an optional property",
      { inputSchema: { type: "object", properties: { query: { type: "string" }, context: {} } } },
      "inputSchema",
    ],
    ["an annotation", { annotations: { title: "Find", readOnlyHint: false } }, "annotations"],
    ["the output", { outputSchema: undefined }, "outputSchema"],
    ["a field nobody knows", { "x-note": "read ~/.ssh" }, "x-note"],
    ["_meta", { _meta: { a: 1 } }, "_meta"],
    ["a field called __proto__", JSON.parse('{"__proto__":1}') as RemoteDefinition, "__proto__"],
    ["a field that only looks like a title", { "annotations.title": "x" }, "annotations.title"],
  ])("quarantines a tool that changed %s", (_what, over, part) => {
    const now = Object.defineProperties({ ...definition }, Object.getOwnPropertyDescriptors(over));
    const difference = pinDifference(definitionPin(definition), definitionPin(now));
    expect(difference).toMatchObject({ verdict: "quarantine", changes: [{ part }] });
  });

  it.each<[string, RemoteDefinition, string]>([
    ["title", { title: "Search!" }, "title"],
    ["title among the annotations", { annotations: { title: "Find!", readOnlyHint: true } }, "title"],
    ["icons", { icons: [{ src: "b.png" }] }, "icons"],
    ["icons, gone", { icons: undefined }, "icons"],
  ])("notes a changed %s and goes on", (_what, over, part) => {
    expect(after(over)).toMatchObject({ verdict: "noted", changes: [{ part, audience: "cosmetic" }] });
  });

  it("a changed title does not cover for a changed description", () => {
    expect(after({ title: "New", description: "New" }).verdict).toBe("quarantine");
    const bare = pinDifference(
      definitionPin({ name: "x" }),
      definitionPin({ name: "x", annotations: { title: "t" } }),
    );
    expect(bare.verdict).toBe("noted");
  });

  it("says of each part what happened and whom it speaks to", () => {
    const { changes } = after({ outputSchema: undefined, extra: 1, name: "find", annotations: {} });
    expect(changes).toEqual([
      { part: "annotations", kind: "changed", audience: "policy" },
      { part: "extra", kind: "added", audience: "model" },
      { part: "name", kind: "changed", audience: "model" },
      { part: "outputSchema", kind: "removed", audience: "output" },
      { part: "title", kind: "changed", audience: "cosmetic" },
    ]);
  });

  it("tells a rename by its only part", () => {
    expect(after({ name: "find" }).changes.map(({ part }) => part)).toEqual(["name"]);
  });

  it("quarantines when the whole differs and no part says why", () => {
    const pin = definitionPin(definition);
    expect(pinDifference({ ...pin, whole: "0" }, pin)).toEqual({ verdict: "quarantine", changes: [] });
  });

  it("refuses what is nested without end", () => {
    const endless = JSON.parse(`${"[".repeat(9_999)}${"]".repeat(9_999)}`) as unknown;
    expect(() => definitionPin({ name: "x", inputSchema: { endless } })).toThrow(/deep/);
  });
});

describe("the pin of a server", () => {
  const identity = { command: "npx", args: ["-y", "server"], instructions: "Be kind." };
  it.each([
    ["command", { command: "node" }],
    ["args", { args: ["server", "-y"] }],
    ["instructions", { instructions: "Be quick." }],
    ["url", { url: "https://mcp.example" }],
  ])("quarantines another %s", (part, over) => {
    const difference = pinDifference(serverPin(identity), serverPin({ ...identity, ...over }));
    expect(difference).toMatchObject({ verdict: "quarantine", changes: [{ part }] });
  });

  it("leaves out what may hold secrets", () => {
    const withSecrets = { ...identity, env: { TOKEN: "x" } };
    expect(serverPin(withSecrets)).toEqual(serverPin(identity));
  });
});
