// Runs the bench lines and prints a table of ratios; exits 1 when one misses its limit.
// Usage: npm run bench [-- WORD…] runs the lines whose name holds one of the words.
import { bashLines } from "./lines/bash.mjs";
import { helmLines } from "./lines/helm.mjs";
import { importLines } from "./lines/imports.mjs";
import { invokeLines } from "./lines/invoke.mjs";
import { editLines } from "./lines/edit.mjs";
import { jobLines } from "./lines/jobs.mjs";
import { ledgerLines } from "./lines/ledger.mjs";
import { mcpLines } from "./lines/mcp.mjs";
import { policyLines } from "./lines/policy.mjs";
import { readLines } from "./lines/read.mjs";
import { searchLines } from "./lines/search.mjs";
import { storeLines } from "./lines/store.mjs";
import { sandboxLines } from "./lines/sandbox.mjs";
import { sshLines } from "./lines/ssh.mjs";
import { webLines } from "./lines/web.mjs";
import { webfetchLines } from "./lines/webfetch.mjs";
import { deckLines } from "./lines/deck.mjs";
import { toolSearchLines } from "./lines/tool-search.mjs";
import { coldStartLines } from "./lines/cold-start.mjs";

/** @typedef {{ ratio: number, limit: number, detail: string }} Reading */
/** @typedef {{ name: string, measure: () => Promise<Reading> }} BenchLine */

const words = process.argv.slice(2);
/** @type {BenchLine[]} */
const all = [
  ...searchLines,
  ...readLines,
  ...editLines,
  ...bashLines,
  ...jobLines,
  ...sandboxLines,
  ...sshLines,
  ...webLines,
  ...webfetchLines,
  ...deckLines,
  ...toolSearchLines,
  ...policyLines,
  ...ledgerLines,
  ...mcpLines,
  ...helmLines,
  ...storeLines,
  ...coldStartLines,
  ...importLines,
  ...invokeLines,
];
const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

let missed = 0;
for (const { name, measure } of chosen) {
  const { ratio, limit, detail } = await measure();
  const met = ratio <= limit;
  if (!met) missed += 1;
  console.log(
    `${met ? "met   " : "MISSED"}  ${ratio.toFixed(2).padStart(6)} of ${limit.toFixed(2)}  ${name}  (${detail})`,
  );
}
console.log(`${chosen.length - missed} met, ${missed} missed`);
process.exitCode = missed === 0 ? 0 : 1;
