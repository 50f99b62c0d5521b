import { createCommandPolicy } from "../src/control/command/command-policy.ts";
import type { Surroundings } from "../src/control/command/program-facts.ts";

const SURROUNDINGS: Surroundings = {
  workspace: "/ws",
  home: "/home/u",
  repository: { branch: "work", headPushed: false, untracked: [], secrets: [], remotePush: [] },
  allowedCommands: ["git", "npm", "pytest", "mypy"],
  localPrograms: ["tsc", "vitest"],
};

/** The commands that get another verdict than this one, in a workspace with a plain repository, with what they get. */
export function judgedOtherwise(
  verdict: "allow" | "ask" | "deny",
  commands: readonly string[],
): readonly string[] {
  const policy = createCommandPolicy();
  return commands
    .map((command) => ({ command, given: policy.judge(command, "/ws", SURROUNDINGS) }))
    .filter(({ given }) => given.verdict !== verdict)
    .map(({ command, given }) => `${command} (${given.verdict}: ${given.rule})`);
}
