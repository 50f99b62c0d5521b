import { findRipgrep, makeLocalContext } from "../../dist/backends/index.js";
import { find, grep } from "../../dist/tools/index.js";
import { runChild } from "../child.mjs";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";
import { FREQUENT_WORD, RARE_WORD, TREE_FILES, writeMatches, writeSourceTree } from "../source-tree.mjs";

const LIMIT = 1.15;
const SHOWN = 5_000;

/** Room for everything that is found, so that both sides stop at the same match. */
const BUDGET = /** @type {const} */ ({ kind: "middle", maxBytes: 16 * 1024 * 1024 });

const WALKED = [
  "--null",
  "--sort=path",
  "--hidden",
  "--no-require-git",
  "--no-ignore-global",
  "--no-ignore-exclude",
];
const PRUNED = ["--glob=!.git", "--glob=!node_modules", "--glob=!.deckhand"];
const PRINTED = ["--color=never", "--no-heading", "--with-filename", "--text", "--line-buffered"];
const PLACES = ["--line-number", "--column", "--byte-offset", "--no-context-separator"];

/** Searches of many small files against ripgrep itself with the same output in the same order, and the memory they take. */
export const searchLines = [
  { name: `grep ${TREE_FILES} files, rare word, against rg`, measure: () => inTree(rareWord) },
  {
    name: `grep ${TREE_FILES} files, many matches (limit=${SHOWN}), against rg`,
    measure: () => inTree(manyMatches),
  },
  { name: `find *.ts in ${TREE_FILES} files, against rg --files`, measure: () => inTree(findByName) },
  { name: "grep to the millionth match, peak memory against the ten thousandth", measure: weighMatches },
];

/** @param {(folder: string, rg: string) => Promise<import("../run.mjs").Reading>} work */
function inTree(work) {
  return inScratch(async (folder) => {
    writeSourceTree(folder);
    return work(folder, (await findRipgrep()) ?? "rg");
  });
}

/**
 * @param {string} folder
 * @param {string} rg
 */
async function rareWord(folder, rg) {
  const ours = caller(grep, { pattern: RARE_WORD }, folder);
  const peer = () => runChild(rg, grepArguments(RARE_WORD), { cwd: folder });
  return { ...(await compare(ours, peer)), limit: LIMIT };
}

/**
 * Ours stops at the match after the last one shown, which tells that more follow; so ripgrep is read up to that match
 * and stopped there by `head`.
 * @param {string} folder
 * @param {string} rg
 */
async function manyMatches(folder, rg) {
  const ours = caller(grep, { pattern: FREQUENT_WORD, limit: SHOWN }, folder);
  const args = ["-c", `"$@" | head -n ${SHOWN + 1}`, "sh", rg, ...grepArguments(FREQUENT_WORD)];
  return { ...(await compare(ours, () => runChild("sh", args, { cwd: folder }))), limit: LIMIT };
}

/**
 * @param {string} folder
 * @param {string} rg
 */
async function findByName(folder, rg) {
  const ours = caller(find, { pattern: "*.ts", kind: "file", limit: SHOWN }, folder);
  const args = ["--no-config", "--files", ...WALKED, ...PRUNED, "--iglob=*.ts", "./"];
  return { ...(await compare(ours, () => runChild(rg, args, { cwd: folder }))), limit: LIMIT };
}

/** @param {string} pattern */
function grepArguments(pattern) {
  const matched = ["--engine=auto", "--max-filesize=2097152", `--regexp=${pattern}`, "--", "./"];
  return ["--no-config", ...PRINTED, ...WALKED, ...PRUNED, ...PLACES, ...matched];
}

/**
 * @param {typeof grep} tool
 * @param {object} input
 * @param {string} folder
 */
function caller(tool, input, folder) {
  const ctx = makeLocalContext(folder, { budget: BUDGET });
  return async () => {
    const outcome = await tool.invoke({ id: "s", name: tool.name, input }, ctx);
    if (outcome.isError) throw new Error(String(outcome.output));
  };
}

const LINES_PER_FILE = 2_000;

/** Both searches show a page of the same size, behind so many matches that are read and counted. */
async function weighMatches() {
  const [few, many] = [await peakAt(10_000), await peakAt(1_000_000)];
  return { ratio: many / few, limit: 1.3, detail: `${many.toFixed(0)} MB against ${few.toFixed(0)} MB` };
}

/** @param {number} matches */
function peakAt(matches) {
  return inScratch(async (folder) => {
    writeMatches(folder, { files: matches / LINES_PER_FILE, linesPerFile: LINES_PER_FILE });
    const input = { pattern: "needle", offset: matches - 1_000, limit: 1_000 };
    const source = `
      const { makeLocalContext } = await import(${dist("backends/index.js")});
      const { grep } = await import(${dist("tools/index.js")});
      const input = ${JSON.stringify(input)};
      const { isError, output } = await grep.invoke({ id: "s", name: "grep", input }, makeLocalContext(process.cwd()));
      if (isError || !String(output).includes("needle")) throw new Error(String(output));
      console.log(process.resourceUsage().maxRSS / 1024);`;
    const { code, text } = await runChild(process.execPath, ["--input-type=module", "-e", source], {
      cwd: folder,
    });
    if (code !== 0) throw new Error(`the search for ${matches} matches exited ${code}`);
    return Number(text);
  });
}

/** @param {string} path */
function dist(path) {
  return JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);
}
