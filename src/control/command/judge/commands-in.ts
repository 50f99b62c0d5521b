import type { DescribeProgram, Surroundings } from "../program-facts.ts";
import { DEEPEST_NESTING, parseShell } from "../shell/parse-shell.ts";
import { walkShell } from "../shell/walk-shell.ts";
import type { SimpleCommand } from "../simple-command.ts";
import type { Hearing } from "./hearing.ts";
import { factsOf } from "./hearing.ts";
import { judgeRun } from "./judge-runs.ts";

/** Every command that a command line runs, wrappers and what they run alike; in a workspace of no particular kind unless told. */
export function commandsIn(
  text: string,
  describe: DescribeProgram,
  { cwd, surroundings }: Place = { cwd: SOMEWHERE.workspace, surroundings: SOMEWHERE },
): readonly SimpleCommand[] {
  const hearing: Hearing = {
    describe,
    rulesFor: () => [],
    surroundings,
    facts: undefined,
    taints: undefined,
    written: undefined,
    heard: [],
    isHasty: false,
  };
  return commandsOf(text, 0, cwd, hearing);
}

interface Place {
  readonly cwd: string;
  readonly surroundings: Surroundings;
}

const SOMEWHERE: Surroundings = {
  workspace: "/workspace",
  home: "/home/somebody",
  repository: { branch: undefined, headPushed: false, untracked: [], secrets: [], remotePush: [] },
  allowedCommands: [],
};

const NO_INPUT = { kind: "none" } as const;

function commandsOf(
  text: string,
  level: number,
  cwd: string | undefined,
  hearing: Hearing,
): readonly SimpleCommand[] {
  const parsed = parseShell(text, level);
  if ("fault" in parsed) return [];
  const { workspace, home } = hearing.surroundings;
  const start = { cwd, home, workspace, input: NO_INPUT, level, positional: undefined };
  return walkShell(parsed.script, text, start).commands.flatMap((one) => withInner(one, level, hearing));
}

function withInner(command: SimpleCommand, level: number, hearing: Hearing): readonly SimpleCommand[] {
  if (level > DEEPEST_NESTING) return [];
  const inner = (factsOf(command, hearing)?.runs ?? []).flatMap((run) => {
    const found = judgeRun(run, command, hearing).inner;
    if (found === undefined) return [];
    return found.kind === "command"
      ? withInner(found.command, level + 1, hearing)
      : commandsOf(found.text, level + 1, found.cwd, hearing);
  });
  return [command, ...inner];
}
