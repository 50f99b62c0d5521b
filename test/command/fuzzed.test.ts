import { describe, expect, it } from "vitest";
import { createCommandPolicy } from "../../src/control/command/command-policy.ts";
import { withoutRepeats } from "../../src/control/command/judge/without-repeats.ts";
import type { Surroundings } from "../../src/control/command/program-facts.ts";
import { parseShell } from "../../src/control/command/shell/parse-shell.ts";
import { walkShell } from "../../src/control/command/shell/walk-shell.ts";
import { fuzzedCommands } from "./fuzzed-commands.ts";
import { generatedCommands } from "./generated-commands.ts";

const SURROUNDINGS: Surroundings = {
  workspace: "/ws",
  home: "/home/me",
  repository: { branch: "work", headPushed: false, untracked: [], secrets: [], remotePush: [] },
  allowedCommands: [],
};

describe("fuzzed commands", () => {
  it("R274: 10,000 of them are all judged, and none breaks the judge", () => {
    const policy = createCommandPolicy();
    const counts = { allow: 0, ask: 0, deny: 0 };
    const broken: string[] = [];
    for (const command of fuzzedCommands(10_000)) {
      const { verdict, reason } = policy.judge(command, "/ws", SURROUNDINGS);
      counts[verdict]++;
      if (reason.includes("could not be judged")) broken.push(command);
    }
    expect(broken).toEqual([]);
    expect(counts.allow).toBeGreaterThan(100);
    expect(counts.ask).toBeGreaterThan(1000);
    expect(counts.deny).toBeGreaterThan(1000);
  });

  it("R274: none of 10,000 takes more than 50 times the work of most", () => {
    const work = generatedCommands(11, 10_000)
      .map(workOf)
      .toSorted((one, other) => one - other);
    const median = work[Math.floor(work.length / 2)] ?? 0;
    expect(median).toBeGreaterThan(10);
    expect(work.at(-1)).toBeLessThanOrEqual(50 * median);
  }, 60_000);
});

/** How many commands are walked, rounds of loops and calls of functions included, and how many are then to be judged. */
function workOf(command: string): number {
  const parsed = parseShell(command);
  if ("fault" in parsed) return 0;
  const { workspace, home } = SURROUNDINGS;
  const start = {
    cwd: workspace,
    home,
    workspace,
    input: { kind: "none" },
    positional: [],
    level: 0,
  } as const;
  const { steps, commands } = walkShell(parsed.script, command, start);
  return steps + withoutRepeats(commands).length;
}
