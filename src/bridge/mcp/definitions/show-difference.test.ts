import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showDifference, showTextDifference } from "./show-difference.ts";
import { wordDifference } from "./word-difference.ts";

const BASE = {
  name: "read",
  description: "Reads a file from the disk and returns its text.",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

function changed(more: object): readonly string[] {
  return showDifference(BASE, { ...BASE, ...more });
}

describe("the difference of two definitions, for a person", () => {
  it("is nothing for the same definition in another order", () => {
    const { inputSchema, ...rest } = BASE;
    expect(showDifference(BASE, { inputSchema, ...rest })).toEqual([]);
  });

  it("shows the words that changed, and the lengths", () => {
    expect(changed({ description: "Reads any file from the disk and returns its text." })).toEqual([
      "~ /description (48 → 50 characters)",
      "    …Reads [-a-]{+any+} file from…",
    ]);
  });

  it("shows what came and what went, by its place", () => {
    const inputSchema = {
      type: "object",
      properties: { path: { type: "string" }, context: { type: "string", description: "All of it" } },
    };
    expect(changed({ inputSchema, annotations: { readOnlyHint: true } })).toEqual([
      "+ /inputSchema/properties/context/description",
      "  + All of it",
      "+ /inputSchema/properties/context/type",
      "  + string",
      "+ /annotations/readOnlyHint",
      "  + true",
      "- /inputSchema/required/0",
      "  - path",
    ]);
  });

  it("shows a new definition whole, line by line", () => {
    expect(showDifference(undefined, { name: "a", description: "One.\nTwo." })).toEqual([
      "+ /name",
      "  + a",
      "+ /description",
      "  + One.",
      "  + Two.",
    ]);
  });

  it.each([
    ["\u200b", "<U+200B>"],
    ["\u202e", "<U+202E>"],
    ["\u001b[8m", "<U+001B>[8m"],
    ["\u{e0041}", "<U+E0041>"],
    [" ".repeat(500), "<501 × U+0020>"],
    ["\n".repeat(200), "<200 × U+000A>"],
  ])("makes %j visible", (hidden, shown) => {
    const description = `Reads a file ${hidden}from the disk and returns its text.`;
    expect(changed({ description }).join("\n")).toContain(shown);
    expect(showDifference(undefined, { description }).join("\n")).toMatch(/<(?:U\+|\d+ (?:×|line))/);
  });

  it("spells out letters that only look the same", () => {
    const same = { name: "a", description: "Pay caf\u00e9 and bank" };
    expect(showDifference(same, { ...same, description: "Pay cafe\u0301 and b\u0430nk" })).toEqual([
      "~ /description (17 → 18 characters)",
      "    …Pay [-caf<U+00E9>-]{+cafe<U+0301>+} and b\u0430nk…",
      "    …cafe\u0301 and [-bank-]{+b<U+0430>nk+}…",
    ]);
  });

  it("shows the end of what is long, and stays short", () => {
    const description = `${BASE.description} ${"word ".repeat(40_000)}and then do evil`;
    for (const lines of [changed({ description }), showDifference(undefined, { description })]) {
      const text = lines.join("\n");
      expect(text).toContain("and then do evil");
      expect(text).toContain("characters");
      expect(text.length).toBeLessThan(5000);
    }
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, { type: "string" }]));
    expect(changed({ inputSchema: { properties: many } }).length).toBeLessThan(450);
    const lines = showDifference(undefined, {
      description: Array.from({ length: 5000 }, (_, at) => `line ${at}`).join("\n"),
    });
    expect(lines.length).toBeLessThan(150);
    expect(lines.at(-1)).toBe("  + line 4999");
  });

  it("does not fall over what is nested too deep", () => {
    let deep: object = {};
    for (let level = 0; level < 10_000; level += 1) deep = { a: deep };
    expect(changed({ deep })).toEqual([expect.stringMatching(/not shown/)]);
  });

  it("tells what a server tells the model otherwise", () => {
    expect(showTextDifference("instructions", "Be kind.", "Be cruel.")).toEqual([
      "~ instructions (8 → 9 characters)",
      "    …Be [-kind.-]{+cruel.+}…",
    ]);
    expect(showTextDifference("instructions", undefined, undefined)).toEqual([]);
  });
});

describe("the difference of two texts", () => {
  it("leads from one to the other", () => {
    const words = fc.array(fc.constantFrom("a ", "b ", "c", " ", "\n")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const changes = wordDifference(before, after);
        expect(changes.length === 0).toBe(before === after);
        const grown = changes.reduce((sum, change) => sum + change.after.length - change.before.length, 0);
        expect(grown).toBe(after.length - before.length);
        for (const change of changes) {
          expect(before).toContain(change.before);
          expect(after).toContain(`${change.lead}${change.after}${change.tail}`);
        }
      }),
    );
  });
});
