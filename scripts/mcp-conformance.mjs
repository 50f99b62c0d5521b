// Runs the client scenarios of the MCP conformance suite against our wire, and prints the score as a table.
// Usage: node scripts/mcp-conformance.mjs [--write | WORD…]; WORDs choose scenarios, --write puts the table into docs/mcp-conformance.md.
// It needs the network the first time: the suite, and the Node it runs on, come from the package registry.
import { readFile, writeFile } from "node:fs/promises";
import { runScenario } from "./mcp-conformance/run-scenario.mjs";
import { scenariosOf } from "./mcp-conformance/scenarios-of.mjs";
import { findSuite } from "./mcp-conformance/find-suite.mjs";
import { tableOf, withTable } from "./mcp-conformance/table-of.mjs";

/** @import { Suite } from "./mcp-conformance/find-suite.mjs" */
/** @import { Row } from "./mcp-conformance/table-of.mjs" */

/** @type {readonly { version: string, revision?: string }[]} */
const SETS = [
  { version: "0.1.16" },
  { version: "0.2.0-alpha.12", revision: "2025-11-25" },
  { version: "0.2.0-alpha.12", revision: "2026-07-28" },
];
const DOCUMENT = "docs/mcp-conformance.md";
const AT_ONCE = 2;

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isWritten = process.argv.includes("--write");
if (isWritten && words.length > 0) throw new Error("Only a whole score is written.");
/** @type {Row[]} */
const rows = [];
for (const { version, revision } of SETS) {
  const suite = await findSuite(version);
  const scenarios = await scenariosOf(suite, revision);
  const chosen = scenarios.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(suite, revision, chosen)));
}
const table = tableOf(rows);
console.log(`\n${table}`);
if (isWritten) await writeFile(DOCUMENT, withTable(await readFile(DOCUMENT, "utf8"), table));
process.exitCode = rows.every(({ isScored, hasPassed }) => hasPassed || !isScored) ? 0 : 1;

/**
 * Takes scenarios until none is left.
 * @param {Suite} suite
 * @param {string | undefined} revision
 * @param {{ name: string, isScored: boolean }[]} left
 */
async function work(suite, revision, left) {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const outcome = await runScenario(suite, revision, next.name);
    rows.push({ ...next, ...outcome, set: revision ?? "up to 2025-11-25", version: suite.version });
    console.log(
      `${outcome.hasPassed ? "passed" : "FAILED"}  ${suite.version}  ${revision ?? ""}  ${next.name}`,
    );
  }
}
