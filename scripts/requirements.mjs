// Lists every R-number that is claimed or carried with its tests, and fails on a gap: `npm run requirements [-- --json | --quiet]`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageOf } from "./requirements/coverage-of.mjs";
import { titlesOf } from "./requirements/titles-of.mjs";

/** @import { Coverage } from "./requirements/coverage-of.mjs" */

const files = ["src", "test"].flatMap(testFilesUnder);
const titles = files.flatMap((file) => titlesOf(file, readFileSync(file, "utf8")));
const coverage = coverageOf(titles, JSON.parse(readFileSync("test/requirements.json", "utf8")));

if (process.argv.includes("--json")) console.log(JSON.stringify(coverage, null, 2));
else if (!process.argv.includes("--quiet")) console.log(listing(coverage));
for (const problem of coverage.problems) console.error(problem);
process.exitCode = coverage.problems.length > 0 ? 1 : 0;

/** @param {string} folder */
function testFilesUnder(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test(-d)?\.ts$/.test(file))
    .map((file) => join(folder, file))
    .toSorted();
}

/** @param {Coverage} coverage */
function listing({ requirements, problems }) {
  const lines = requirements.flatMap(({ id, issue, tests }) => [
    `${id} ${issue ? `(${issue})` : "(not claimed)"}${tests.length === 0 ? " no test" : ""}`,
    ...tests.map(({ file, line, title }) => `  ${file}:${line} ${title}`),
  ]);
  const covered = requirements.filter(({ tests }) => tests.length > 0).length;
  return [...lines, `${covered} of ${requirements.length} have tests, ${problems.length} problem(s)`].join(
    "\n",
  );
}
