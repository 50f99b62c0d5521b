import { readFileSync } from "node:fs";
import { parse } from "unbash";
import { createCommandPolicy } from "../../dist/control/index.js";
import { compare } from "../compare.mjs";

/** What judging a command costs against parsing it. */
export const policyLines = [
  {
    name: "policy: a verdict on each row of the corpus against the bare parse of the same command",
    measure: timeVerdicts,
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

async function timeVerdicts() {
  const policy = createCommandPolicy();
  const commands = ["bash", "bash-more", "bash-blind"].flatMap(commandsIn);
  const reading = await compare(
    async () => {
      for (const command of commands) policy.judge(command, SURROUNDINGS.workspace, SURROUNDINGS);
    },
    async () => {
      for (const command of commands) parse(command);
    },
    { rounds: 41 },
  );
  return { ...reading, limit: 5 };
}

/** @param {string} file */
function commandsIn(file) {
  return readFileSync(`test/corpus/${file}.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => /** @type {{ command: string }} */ (JSON.parse(line)).command)
    .filter((command) => command.length <= ORDINARY);
}
