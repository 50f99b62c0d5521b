import { readFileSync } from "node:fs";
import { rolldown } from "rolldown";
import { forEachChild, parse } from "unbash";
import { createCommandPolicy } from "../../dist/control/index.js";
import { median } from "../compare.mjs";

/** What judging a command costs against parsing it, and how even that is. */
export const policyLines = [
  {
    name: "policy: a verdict on each row of the corpus against the bare parse of the same command",
    measure: timeVerdicts,
  },
  {
    name: "policy: the slowest of 10,000 fuzzed commands against 50 medians",
    measure: timeSlowest,
  },
];

const SURROUNDINGS = {
  workspace: "/workspace",
  home: "/home/somebody",
  repository: { branch: "work", headPushed: false, untracked: [], secrets: [], remotePush: [] },
  allowedCommands: ["git", "npm", "pytest", "mypy"],
  localPrograms: ["tsc", "vitest"],
};

/** Rows beyond a limit are refused before they are parsed, and one of them would outweigh all the others. */
const ORDINARY = 400;

/** Row by row, each verdict after the parse of the same command, so that both find the processor as busy and as cold. */
async function timeVerdicts() {
  const judge = judging();
  const rows = ["bash", "bash-more", "bash-blind"].flatMap(commandsIn).map((command) => ({
    command,
    parses: /** @type {number[]} */ ([]),
    verdicts: /** @type {number[]} */ ([]),
  }));
  for (let round = 0; round < 61; round += 1) {
    for (const { command, parses, verdicts } of rows) {
      parses.push(timed(wholeParse, command));
      verdicts.push(timed(judge, command));
    }
  }
  const verdict = mean(rows.map(({ verdicts }) => median(verdicts)));
  const parsed = mean(rows.map(({ parses }) => median(parses)));
  return { ratio: verdict / parsed, limit: 5, detail: `${shown(verdict)} against ${shown(parsed)} a row` };
}

/**
 * The parser puts off half its work until somebody asks: `parse` finds where words begin and end, and what stands in a
 * word, with the commands in its substitutions, is parsed when its parts are read. A verdict needs all of it, so a bare
 * parse is one whose every node was visited and every word read, and nothing else done.
 * @param {string} command
 */
function wholeParse(command) {
  /** @type {import("unbash").SyntaxNode[]} */
  const nodes = [parse(command)];
  let length = 0;
  const later = (/** @type {import("unbash").SyntaxNode} */ child) => {
    nodes.push(child);
  };
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.type === "Word") length += node.value.length;
    forEachChild(node, later);
  }
  return length;
}

/** Whole command lines only: a jumble is mostly refused before anything in it is looked at, and says nothing of how long that takes. */
async function timeSlowest() {
  const judge = judging();
  const commands = await generated(10_000);
  for (const command of commands.slice(0, 3000)) judge(command);
  const times = commands.map((command) => timed(judge, command));
  const middle = median(times);
  const slowest = commands
    .map((command, at) => ({ command, time: times[at] ?? 0 }))
    .toSorted((one, other) => other.time - one.time)
    .slice(0, 100)
    // Whatever interrupted it once does not do so every time.
    .map(({ command }) => Math.min(...Array.from({ length: 15 }, () => timed(judge, command))));
  const most = Math.max(...slowest);
  return { ratio: most / (50 * middle), limit: 1, detail: `${shown(most)} against 50 × ${shown(middle)}` };
}

/** @param {number} count */
async function generated(count) {
  const bundle = await rolldown({ input: "test/command/generated-commands.ts", platform: "node" });
  const { output } = await bundle.generate();
  await bundle.close();
  const { generatedCommands } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return /** @type {readonly string[]} */ (generatedCommands(11, count));
}

function judging() {
  const policy = createCommandPolicy();
  return (/** @type {string} */ command) => policy.judge(command, SURROUNDINGS.workspace, SURROUNDINGS);
}

/**
 * @param {(command: string) => unknown} work
 * @param {string} command
 */
function timed(work, command) {
  const started = performance.now();
  work(command);
  return performance.now() - started;
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** @param {number} ms */
function shown(ms) {
  return `${(ms * 1000).toFixed(2)} µs`;
}

/** @param {string} file */
function commandsIn(file) {
  return readFileSync(`test/corpus/${file}.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => /** @type {{ command: string }} */ (JSON.parse(line)).command)
    .filter((command) => command.length <= ORDINARY);
}
