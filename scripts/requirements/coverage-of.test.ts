import { expect, it } from "vitest";
import { coverageOf } from "./coverage-of.mjs";

function titled(title: string): { file: string; line: number; title: string } {
  return { file: "a.test.ts", line: 7, title };
}

it("gives each claimed or carried number its tests, in the order of the numbers", () => {
  const both = titled("R184, R9: finds matches");
  const { requirements, problems } = coverageOf([both, titled("no number here")], { keel: ["R184"] });
  expect(requirements).toEqual([
    { id: "R9", tests: [both] },
    { id: "R184", issue: "keel", tests: [both] },
  ]);
  expect(problems).toEqual([]);
});

it("reports a claimed number that no test carries", () => {
  expect(coverageOf([], { keel: ["R7"] }).problems).toEqual(["R7 is claimed by keel and no test carries it"]);
});

it.each(["R0", "R345", "R007"])("reports %s, which does not exist", (id) => {
  expect(coverageOf([titled(`${id}: something`)], {}).problems).toEqual([
    `${id} does not exist (R1 to R344 do); named in a.test.ts:7`,
  ]);
  expect(coverageOf([], { keel: [id] }).problems).toEqual([
    `${id} does not exist (R1 to R344 do); named in the claims of keel`,
  ]);
});

it.each(["R1–R3: a range", "R1-3: a range", "R1 no colon", "R1,R2: no space", "R1:", " R1: a space first"])(
  "reports the malformed title %j",
  (title) => {
    const { requirements, problems } = coverageOf([titled(title)], {});
    expect(requirements).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(`a.test.ts:7 "${title}" should begin like`)]);
  },
);
