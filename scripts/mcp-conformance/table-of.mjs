/** @import { Check } from "./run-scenario.mjs" */
/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} set the revisions a scenario was run for
 * @property {string} version of the suite
 * @property {boolean} isScored
 * @property {boolean} hasPassed
 * @property {number} passed checks
 * @property {number} judged checks
 * @property {readonly Check[]} failed
 */

const [BEGIN, END] = ["<!-- score: written by scripts/mcp-conformance.mjs -->", "<!-- end of score -->"];

/**
 * The score of each set in one line, and a table of its scenarios below.
 * @param {readonly Row[]} rows
 */
export function tableOf(rows) {
  return [...groups(rows)].map(([title, members]) => sectionOf(title, members)).join("\n\n");
}

/**
 * A document with its table replaced.
 * @param {string} text
 * @param {string} table
 */
export function withTable(text, table) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error("The document has no place for the score.");
  return `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`;
}

/** @param {readonly Row[]} rows */
function groups(rows) {
  /** @type {Map<string, Row[]>} */
  const found = new Map();
  for (const row of rows) {
    const title = `${row.version}, ${row.set}`;
    found.set(title, [...(found.get(title) ?? []), row]);
  }
  return found;
}

/**
 * @param {string} title
 * @param {readonly Row[]} rows
 */
function sectionOf(title, rows) {
  const scored = rows.filter(({ isScored }) => isScored);
  const score = `${scored.filter(({ hasPassed }) => hasPassed).length} of ${scored.length} scored scenarios passed`;
  const lines = rows
    .toSorted(byName)
    .map((row) => `| ${row.name} | ${verdict(row)} | ${row.passed}/${row.judged} | ${reasons(row)} |`);
  return [
    `### Suite ${title}: ${score}`,
    "",
    "| scenario | | checks | failed checks |",
    "| --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

/**
 * Scored ones first.
 * @param {Row} one
 * @param {Row} other
 */
function byName(one, other) {
  return Number(other.isScored) - Number(one.isScored) || one.name.localeCompare(other.name);
}

/** @param {Row} row */
function verdict({ hasPassed, isScored }) {
  return `${hasPassed ? "passed" : "**failed**"}${isScored ? "" : ", not scored"}`;
}

/** @param {Row} row */
function reasons({ failed }) {
  return [...new Set(failed.map(({ id }) => `\`${id}\``))].join(", ");
}
