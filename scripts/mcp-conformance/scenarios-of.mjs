import { runChild } from "../../bench/child.mjs";

/** @import { Suite } from "./find-suite.mjs" */

/** A name, and what stands behind it: revisions, a kind, or who it is for. */
const SCENARIO = /^\s*- (\S+)(?: \[(.+)\])?$/;

/**
 * The client scenarios of a suite; those that no released revision requires are run and not scored.
 * @param {Suite} suite
 * @param {string | undefined} revision
 * @returns {Promise<{ name: string, isScored: boolean }[]>}
 */
export async function scenariosOf({ node, program }, revision) {
  const chosen = revision === undefined ? [] : ["--requirements", revision];
  const { code, text } = await runChild(node, [program, "list", "--client", ...chosen]);
  if (code !== 0) throw new Error(`The conformance suite lists no scenarios (${code}).`);
  return scenariosIn(text, revision === undefined);
}

/**
 * Reads the list of scenarios that a suite prints; one that knows no requirement sets marks each with its revisions.
 * @param {string} text
 * @param {boolean} isMarked
 */
export function scenariosIn(text, isMarked) {
  const [required = "", unscored = ""] = text.slice(text.indexOf("Client scenarios")).split("never scored");
  return [...rowsOf(required, isMarked ? isDated : () => true), ...rowsOf(unscored, () => false)];
}

/**
 * @param {string} text
 * @param {(mark: string) => boolean} isScored
 */
function rowsOf(text, isScored) {
  return text.split("\n").flatMap((line) => {
    const [, name, mark = ""] = SCENARIO.exec(line) ?? [];
    return name === undefined || mark === "server" ? [] : [{ name, isScored: isScored(mark) }];
  });
}

/** @param {string} mark */
function isDated(mark) {
  return /\d{4}-\d\d-\d\d/.test(mark);
}
