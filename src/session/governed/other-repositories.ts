import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isWithin, type RepositoryFacts, type Surroundings } from "../../control/index.ts";
import { UNKNOWN_REPOSITORY } from "./repository-facts.ts";

/** Looks at the repository around a folder. */
type ReadFacts = (folder: string) => RepositoryFacts | Promise<RepositoryFacts>;

/**
 * What is known of repositories within the repository, by the folders that git is called in: what holds for the outer
 * one says nothing about them. Folders outside the workspace are left alone, since they are asked about anyway.
 */
export async function otherRepositories(
  folders: readonly string[],
  { workspace, extraRoots = [], repository }: Surroundings,
  read: ReadFacts,
): Promise<ReadonlyMap<string, RepositoryFacts>> {
  const roots = [workspace, ...extraRoots];
  const inside = folders.filter((folder) => roots.some((root) => isWithin(folder, root)));
  const owners = await Promise.all(
    inside.map(async (folder) => ({ folder, owner: await repositoryAbove(folder) })),
  );
  const facts = new Map<string, RepositoryFacts>();
  const others = new Map<string, RepositoryFacts>();
  for (const { folder, owner } of owners) {
    if (owner === undefined || owner === repository.root) continue;
    const known = facts.get(owner) ?? (facts.size < MOST_REPOSITORIES ? await read(owner) : UNSEEN);
    facts.set(owner, known);
    others.set(folder, known);
  }
  return others;
}

/** More than a command has to do with, and as many as can be looked at while somebody waits. */
const MOST_REPOSITORIES = 16;

const STATES = ["staged", "changed", "new"] as const;

/** The careful answers about a repository that nobody looked at. */
const UNSEEN: RepositoryFacts = {
  ...UNKNOWN_REPOSITORY,
  secrets: STATES.map((state) => ({ path: ".", what: "files that nobody looked through", state })),
};

/** The nearest folder that has a repository of its own. */
async function repositoryAbove(folder: string): Promise<string | undefined> {
  const isHere = await access(join(folder, ".git")).then(
    () => true,
    () => false,
  );
  if (isHere) return folder;
  return dirname(folder) === folder ? undefined : repositoryAbove(dirname(folder));
}
