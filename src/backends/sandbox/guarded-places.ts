import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { foldName } from "../../kernel/index.ts";
import { contains } from "../local/confinement.ts";
import { protectedOnDisk } from "../local/protected-on-disk.ts";
import { standInsOf } from "./stand-ins.ts";

/** What lies in a writable folder and is not to be changed. */
export interface GuardedPlaces {
  /** Folders that stay where they are, though what they hold may change: whoever renames one can put another in its place. */
  readonly pinned: readonly string[];
  /** Files and folders that stay as they are. */
  readonly readOnly: readonly string[];
}

/** What was found below a writable folder. */
export interface FoundPlaces extends GuardedPlaces {
  /** The repositories' own folders, whatever they are called, in which what is missing is not to be made either. */
  readonly gitFolders: readonly string[];
}

const MOST_FOLDERS = 4_000;
const MOST_PLACES = 200;

/** Too big to be looked through, and nothing in there is anybody's start-up file or repository. */
const PASSED_BY = new Set(["node_modules", "objects", "refs", "logs", "lfs", "__pycache__"]);

/** The repositories of submodules and the records of worktrees, which come before the rest of the tree. */
const RECORDS = /\/\.git\/(?:modules|worktrees)(?:\/|$)/;

/**
 * Finds the protected files below a writable folder, the nearest first: the kernel's one list decides what they are.
 * What does not exist is not found: where that matters, something stands in for it first (`stand-ins.ts`).
 */
export async function findGuarded(root: string): Promise<FoundPlaces> {
  const pinned = new Set<string>();
  const readOnly: string[] = [];
  const gitFolders: string[] = [];
  const waiting = [root];
  for (
    let looked = 0;
    looked < MOST_FOLDERS && readOnly.length + 2 * gitFolders.length < MOST_PLACES;
    looked += 1
  ) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    const seen = look(root, folder, await readdir(folder, { withFileTypes: true }).catch(() => []));
    for (const repository of seen.repositories) pinned.add(repository);
    for (const place of [...seen.repositories, ...seen.readOnly])
      for (const above of foldersAbove(root, place)) pinned.add(above);
    readOnly.push(...seen.readOnly);
    if (seen.isGitFolder) gitFolders.push(folder);
    if (seen.isGitFolder && folder !== root)
      for (const each of [...foldersAbove(root, folder), folder]) pinned.add(each);
    waiting.unshift(...seen.repositories, ...seen.records);
    waiting.push(...seen.others);
  }
  return { pinned: [...pinned], readOnly, gitFolders };
}

/** The folders on the way from a root to what lies in it. */
export function foldersAbove(root: string, place: string): readonly string[] {
  const above = dirname(place);
  return above !== root && contains(root, above) ? [...foldersAbove(root, above), above] : [];
}

/** The same in the folder itself and in its repository only: quick enough for every command. */
export function findNearGuarded(root: string): GuardedPlaces {
  const { repositories, readOnly } = look(root, root, listed(root));
  const inside = repositories.flatMap((repository) => look(root, repository, listed(repository)).readOnly);
  return { pinned: repositories, readOnly: [...readOnly, ...inside] };
}

/** What one folder holds. */
interface Sight {
  readonly repositories: readonly string[];
  readonly readOnly: readonly string[];
  readonly isGitFolder: boolean;
  /** Folders to look through next, and those that can wait. */
  readonly records: readonly string[];
  readonly others: readonly string[];
}

function look(root: string, folder: string, entries: readonly Dirent[]): Sight {
  const seen = {
    isGitFolder: standInsOf(new Set(entries.map(({ name }) => name))).length > 0,
    repositories: [] as string[],
    readOnly: [] as string[],
    records: [] as string[],
    others: [] as string[],
  };
  // To git an empty one is no repository, and it is not to become one.
  if (entries.length === 0 && isRepositoryName(basename(folder))) seen.readOnly.push(folder);
  for (const entry of entries) {
    const place = join(folder, entry.name);
    if (entry.isDirectory() && isRepositoryName(entry.name)) seen.repositories.push(place);
    else if (protectedOnDisk(place) !== undefined && !isMovedByGit(entry))
      seen.readOnly.push(...meantBy(root, place, entry));
    else if (entry.isDirectory() && !PASSED_BY.has(entry.name)) {
      (RECORDS.test(place) ? seen.records : seen.others).push(place);
    }
  }
  return seen;
}

/** git moves HEAD all the time; it is protected from tools lest a repository is no longer known as one, which binds do not mind. */
function isMovedByGit({ name }: Dirent): boolean {
  return foldName(name) === "head";
}

/** Nothing can be laid over a link itself; what it leads to can be kept as it is. */
function meantBy(root: string, place: string, entry: Dirent): readonly string[] {
  if (!entry.isSymbolicLink()) return [place];
  try {
    const real = realpathSync(place);
    return contains(root, real) && real !== root ? [real] : [];
  } catch {
    return [];
  }
}

function isRepositoryName(name: string): boolean {
  return foldName(name) === ".git";
}

function listed(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
