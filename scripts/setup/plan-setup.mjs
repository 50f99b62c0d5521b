/** @import { SystemProgram } from "./programs.mjs" */

/**
 * What is known before anything is decided.
 * @typedef {object} Situation
 * @property {readonly SystemProgram[]} missing
 * @property {boolean} hasApt
 * @property {boolean} isRoot
 * @property {boolean} hasSudo
 * @property {boolean} isTerminal somebody can be asked
 * @property {boolean} yes the question is answered beforehand
 * @property {boolean} onlyCheck
 */

/**
 * @typedef {{ readonly kind: "done" | "list" }
 *   | { readonly kind: "advise", readonly programs: readonly string[] }
 *   | { readonly kind: "refuse", readonly commands: readonly Command[] }
 *   | { readonly kind: "install", readonly ask: boolean, readonly commands: readonly Command[] }} Plan
 * @typedef {readonly [program: string, ...args: string[]]} Command
 */

/**
 * Decides what setup does: a pure function, so that every situation can be tested.
 * @param {Situation} situation
 * @returns {Plan}
 */
export function planSetup({ missing, hasApt, isRoot, hasSudo, isTerminal, yes, onlyCheck }) {
  if (missing.length === 0) return { kind: "done" };
  if (onlyCheck) return { kind: "list" };
  if (!hasApt) return { kind: "advise", programs: missing.map(({ program }) => program) };
  const ask = isTerminal && !yes;
  if (isRoot) return { kind: "install", ask, commands: aptCommands(missing) };
  const commands = aptCommands(missing, isTerminal ? ["sudo"] : ["sudo", "-n"]);
  return hasSudo ? { kind: "install", ask, commands } : { kind: "refuse", commands: aptCommands(missing) };
}

/**
 * @param {readonly SystemProgram[]} missing
 * @param {readonly string[]} prefix
 * @returns {Command[]}
 */
function aptCommands(missing, prefix = []) {
  const packages = [...new Set(missing.map((row) => row.package))].toSorted();
  const apt = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  return [
    asCommand([...apt, "update"]),
    asCommand([...apt, "install", "--yes", "--no-install-recommends", ...packages]),
  ];
}

/**
 * @param {readonly string[]} words
 * @returns {Command}
 */
function asCommand([program = "", ...args]) {
  return [program, ...args];
}
