import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longWords } from "./long-words.ts";

describe("long words", () => {
  it("are those that a pattern finds", () => {
    const piece = fc.constantFrom(
      " ",
      "\n",
      "a",
      "Z9",
      "abcdefg",
      "under_score",
      "-",
      "é",
      "\u{1f600}",
      "(",
      "/x.y/",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        const expected = [...text.matchAll(/[\w.~+/=%$:,-]{15,}/g)]
          .filter(([word]) => /[A-Z0-9]/.test(word))
          .map(({ index, 0: word }) => ({ start: index, word }));
        expect(longWords(text)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });
});
