import { realpath, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  careForCommits,
  type CommandPolicy,
  type CommandRule,
  type CommandVerdict,
  createCommandPolicy,
  type ExplainedPart,
  type GitCare,
  type RepositoryFacts,
  type Surroundings,
} from "../../control/index.ts";
import { type AskGit, createHostGit } from "./host-git.ts";
import { mentionsGit, mentionsStaging, readRepositoryFacts, UNKNOWN_REPOSITORY } from "./repository-facts.ts";

/** How commands are judged beside the rules that always hold. */
export interface CommandSettings {
  /** Programs that count as known. */
  readonly allowed?: readonly string[] | undefined;
  readonly rules?: readonly CommandRule[] | undefined;
}

/** Where commands run. */
export interface CommandGround {
  readonly cwd: string;
  readonly extraRoots: readonly string[];
}

/** Judges the commands of a session by what they would really do, and looks after those that commit. */
export interface CommandDesk {
  judge(command: string, cwd: string): Promise<CommandVerdict>;
  /** The verdict on each command in it, in the order in which they stand. */
  explain(command: string, cwd: string): Promise<readonly ExplainedPart[]>;
  /** What is told and done around a command that commits. */
  careFor(command: string, cwd: string): Promise<GitCare>;
}

/** Builds a session's desk; what it knows of the machine is looked up for each command anew. */
export function createCommandDesk(
  { allowed, rules = [] }: CommandSettings,
  { cwd, extraRoots }: CommandGround,
  askGit: AskGit = createHostGit(process.env),
): CommandDesk {
  const policy: CommandPolicy = createCommandPolicy({ rules });
  return {
    judge: async (command, at) => policy.judge(command, at, await around(command, at)),
    explain: async (command, at) => policy.explain(command, at, await around(command, at)),
    careFor: async (command, at) => {
      if (!mentionsGit(command)) return { advice: [] };
      const surroundings = await around(command, at);
      return careForCommits(policy.commands(command, at, surroundings), surroundings);
    },
  };

  async function around(command: string, at: string): Promise<Surroundings> {
    const [workspace, repository, localPrograms] = await Promise.all([
      realpath(cwd).catch(() => cwd),
      repositoryAround(command, at, askGit),
      readdir(join(cwd, "node_modules", ".bin")).catch(() => []),
    ]);
    return {
      workspace,
      extraRoots,
      home: homedir(),
      repository,
      allowedCommands: allowed ?? USUAL_COMMANDS,
      localPrograms,
    };
  }
}

/** What the project's own commands are made with. */
const USUAL_COMMANDS: readonly string[] = ["git", "npm", "pytest", "mypy"];

/** Only a command that may have to do with git is worth asking git about. */
function repositoryAround(
  command: string,
  at: string,
  askGit: AskGit,
): RepositoryFacts | Promise<RepositoryFacts> {
  if (!mentionsGit(command)) return UNKNOWN_REPOSITORY;
  return readRepositoryFacts(at, askGit, { withSecrets: mentionsStaging(command) });
}
