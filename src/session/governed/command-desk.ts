import { realpath, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  careForCommits,
  type CommandPolicy,
  type CommandRule,
  type CommandVerdict,
  createCommandPolicy,
  DEFAULT_ALLOWED_COMMANDS,
  type ExplainedPart,
  gitFolders,
  type RepositoryFacts,
  type Surroundings,
} from "../../control/index.ts";
import { type AskGit, createHostGit } from "../../backends/index.ts";
import { otherRepositories } from "./other-repositories.ts";
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
  /** The verdict, with what to say and do around a command that commits. */
  judge(command: string, cwd: string): Promise<CommandVerdict>;
  /** The verdict on each command in it, in the order in which they stand. */
  explain(command: string, cwd: string): Promise<readonly ExplainedPart[]>;
}

/** Builds a session's desk; what it knows of the machine is looked up for each command anew. */
export function createCommandDesk(
  { allowed = DEFAULT_ALLOWED_COMMANDS, rules = [] }: CommandSettings,
  { cwd, extraRoots }: CommandGround,
  askGit: AskGit = createHostGit(process.env),
): CommandDesk {
  const policy: CommandPolicy = createCommandPolicy({ rules });
  return {
    judge: async (command, at) => {
      const surroundings = await around(command, at);
      const verdict = policy.judge(command, at, surroundings);
      if (verdict.verdict === "deny" || !mentionsGit(command)) return verdict;
      return { ...verdict, care: careForCommits(policy.commands(command, at, surroundings), surroundings) };
    },
    explain: async (command, at) => policy.explain(command, at, await around(command, at)),
  };

  async function around(command: string, at: string): Promise<Surroundings> {
    const [workspace, repository, localPrograms] = await Promise.all([
      realpath(cwd).catch(() => cwd),
      repositoryAround(command, at, askGit),
      readdir(join(cwd, "node_modules", ".bin")).catch(() => []),
    ]);
    const surroundings: Surroundings = {
      workspace,
      extraRoots,
      home: homedir(),
      repository,
      allowedCommands: allowed,
      localPrograms,
    };
    const folders = mentionsGit(command) ? foldersIn(command, at, surroundings) : [];
    const repositories = await otherRepositories(folders, surroundings, (folder) =>
      repositoryAround(command, folder, askGit),
    );
    return { ...surroundings, repositories };
  }

  /** What cannot be looked at to its end is refused anyway. */
  function foldersIn(command: string, at: string, surroundings: Surroundings): readonly string[] {
    try {
      return gitFolders(policy.commands(command, at, surroundings), surroundings);
    } catch {
      return [];
    }
  }
}

/** Only a command that may have to do with git is worth asking git about. */
function repositoryAround(
  command: string,
  at: string,
  askGit: AskGit,
): RepositoryFacts | Promise<RepositoryFacts> {
  if (!mentionsGit(command)) return UNKNOWN_REPOSITORY;
  return readRepositoryFacts(at, askGit, { withSecrets: mentionsStaging(command) });
}
