import { expect, it } from "vitest";
import { scenariosIn } from "./scenarios-of.mjs";
import { tableOf, withTable } from "./table-of.mjs";

it("a list of scenarios is read, and what no released revision requires is not scored", () => {
  const marked = `Server scenarios (test against a server):
  - ping [2025-06-18]

Client scenarios (test against a client):
  - initialize [2025-06-18,2025-11-25]
  - auth/late [draft]
  - auth/more [extension]
`;
  expect(scenariosIn(marked, true)).toEqual([
    { name: "initialize", isScored: true },
    { name: "auth/late", isScored: false },
    { name: "auth/more", isScored: false },
  ]);
  const required = `Client scenarios (test against a client):
  - tools_call

Run and reported, but never scored:
  extension (2):
    - auth/dpop [client]
    - tasks-lifecycle [server]
`;
  expect(scenariosIn(required, false)).toEqual([
    { name: "tools_call", isScored: true },
    { name: "auth/dpop", isScored: false },
  ]);
});

it("a score counts what is scored, names each failed check once, and goes into its place of the document", () => {
  const row = { version: "1.0", set: "2025-11-25", passed: 1, judged: 1, failed: [] };
  const check = { id: "too-late", status: "FAILURE", description: "" };
  const table = tableOf([
    { ...row, name: "b", isScored: true, hasPassed: false, judged: 3, failed: [check, check] },
    { ...row, name: "a", isScored: true, hasPassed: true },
    { ...row, name: "0", isScored: false, hasPassed: false },
  ]);
  expect(table).toBe(`### Suite 1.0, 2025-11-25: 1 of 2 scored scenarios passed

| scenario | | checks | failed checks |
| --- | --- | --- | --- |
| a | passed | 1/1 |  |
| b | **failed** | 1/3 | \`too-late\` |
| 0 | **failed**, not scored | 1/1 |  |`);
  const [begin, end] = ["<!-- score: written by scripts/mcp-conformance.mjs -->", "<!-- end of score -->"];
  expect(withTable(`before\n${begin}\nold\n${end}\nafter\n`, table)).toBe(
    `before\n${begin}\n\n${table}\n\n${end}\nafter\n`,
  );
  expect(() => withTable("no place", table)).toThrow("no place for the score");
});
