import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../kernel/index.ts";
import type { Parameter } from "../read/read-parameters.ts";
import { expandPath, pathText } from "./expand-path.ts";

const BASE = "https://api.example/v1";

function parameter(style: string, explode: boolean): Parameter {
  return {
    name: "p",
    place: "path",
    isRequired: true,
    style,
    explode,
    isJson: false,
    schema: {},
    description: undefined,
    isDeprecated: false,
  };
}

/** Nothing for a value that is refused; only a fault refuses. */
function tryExpand(given: unknown, where: Parameter): string | undefined {
  try {
    return expandPath("/before/{p}/after", () => pathText(where, given));
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

describe("a path", () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      ".",
      "..",
      "/",
      "\\",
      "%2e",
      "%2F",
      "?",
      "#",
      "@",
      ":",
      ";",
      "a",
      " ",
      "\n",
      "ü",
      "\u202e",
    ),
  });
  const value = fc.oneof(hostile, fc.string(), fc.array(hostile), fc.dictionary(hostile, hostile));

  it("keeps whatever value it is given in its place, or refuses it", () => {
    fc.assert(
      fc.property(
        value,
        fc.constantFrom("simple", "label", "matrix"),
        fc.boolean(),
        (given, style, explode) => {
          const path = tryExpand(given, parameter(style, explode));
          fc.pre(path !== undefined);
          const url = new URL(BASE + path);
          const segments = url.pathname.split("/");
          expect(url).toMatchObject({ origin: "https://api.example", search: "", hash: "" });
          expect(segments).toHaveLength(5);
          expect([segments[1], segments[2], segments[4]]).toEqual(["v1", "before", "after"]);
        },
      ),
    );
  });

  it("gives back a plain text as it was", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text !== "." && text !== ".."),
        (given) => {
          const path = expandPath("/{p}", () => pathText(parameter("simple", false), given));
          expect(decodeURIComponent(path.slice(1))).toBe(given);
        },
      ),
    );
  });
});
