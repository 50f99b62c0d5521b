import { expect, it } from "vitest";
import { titlesOf } from "./titles-of.mjs";

it("finds titles in every way a test is declared", () => {
  const source = [
    `it("R1: plain", () => {});`,
    `test.concurrent('R2: with a modifier', async () => {});`,
    `it.each([1, 2])("R3: row %i", () => {});`,
    `it.skipIf(!needs("git"))(`,
    `  "R4: conditional",`,
    `  () => {},`,
    `);`,
    `describe("R5: a suite", () => { it(\`R6: of \${name}\`, () => {}); });`,
  ].join("\n");
  expect(titlesOf("a.test.ts", source)).toEqual([
    { file: "a.test.ts", line: 1, title: "R1: plain" },
    { file: "a.test.ts", line: 2, title: "R2: with a modifier" },
    { file: "a.test.ts", line: 3, title: "R3: row %i" },
    { file: "a.test.ts", line: 4, title: "R4: conditional" },
    { file: "a.test.ts", line: 8, title: "R5: a suite" },
    { file: "a.test.ts", line: 8, title: "R6: of …" },
  ]);
});

it("ignores comments, other strings, other functions and tests that never run", () => {
  const source = `
    // it("R1: in a comment", () => {});
    const text = 'it("R2: in a string")';
    print("R3: not a test");
    submit.it("R4: a method of something else");
    it.skip("R5: skipped", () => {});
    it.todo("R6: for later");
    it(title, () => {});
  `;
  expect(titlesOf("a.test.ts", source)).toEqual([]);
});

it("names the file that cannot be parsed", () => {
  expect(() => titlesOf("odd.test.ts", "it(")).toThrow(/odd\.test\.ts cannot be parsed/);
});
