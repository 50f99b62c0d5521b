import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import type { RepositoryFacts } from "../../control/index.ts";
import type { AskGit, GitAnswer } from "../../backends/index.ts";
import { pushRefspecs, readGitSettings, switchedOffFilters } from "./git-settings.ts";
import { secretFilesIn } from "./secret-files-in.ts";

/** What is taken for granted where nothing is known: the careful answer to every question. */
export const UNKNOWN_REPOSITORY: RepositoryFacts = {
  branch: undefined,
  headPushed: true,
  untracked: [],
  secrets: [],
  remotePush: [],
};

/** What is worth the time it takes. */
export interface FactsWanted {
  /** Whether files are looked into. */
  readonly withSecrets?: boolean;
}

/** Whether a command may have to do with git, so that it is worth looking. */
export function mentionsGit(command: string): boolean {
  return command.replaceAll(/["'\\\n]/g, "").includes("git") || /\$'|[{]/.test(command);
}

/** Whether a command may stage or commit something, so that files are worth looking into. */
export function mentionsStaging(command: string): boolean {
  return /add|stage|commit|update-index|\$|[{]/.test(command.replaceAll(/["'\\\n]/g, ""));
}

/** Looks at the repository around a folder, as a guest who trusts nothing in it; what cannot be told is answered with care. */
export async function readRepositoryFacts(
  cwd: string,
  ask: AskGit,
  { withSecrets = true }: FactsWanted = {},
): Promise<RepositoryFacts> {
  const up = await ask(["rev-parse", "--is-inside-work-tree", "--show-cdup"], { cwd });
  const [isInside, upward = ""] = linesOf(up);
  if (up.code !== 0 || isInside !== "true")
    return withSecrets ? withoutRepository(cwd, ask) : UNKNOWN_REPOSITORY;
  const root = resolve(cwd, upward);
  if (relative(root, resolve(cwd)).startsWith("..")) return UNKNOWN_REPOSITORY;
  const settings = await readGitSettings(root, ask);
  if (settings === undefined) return { ...UNKNOWN_REPOSITORY, root };
  const question = { cwd: root, settings: switchedOffFilters(settings) };
  const [branch, head, refs, untracked] = await Promise.all([
    ask(["symbolic-ref", "-q", "--short", "HEAD"], question),
    readHead(root, settings, ask),
    ask(["for-each-ref", "--format=%(refname)", "refs/heads", "refs/tags", "refs/remotes"], question),
    ask(["ls-files", "--others", "--exclude-standard", "-z"], question),
  ]);
  const names = namesOf(untracked);
  const onBranch = branch.code === 0 ? linesOf(branch)[0] : undefined;
  return {
    root,
    branch: onBranch,
    ...head,
    untracked: names.slice(0, MOST_NAMES),
    secrets: withSecrets ? [...(await secretFilesIn(question, names, ask)), ...unseen(untracked)] : [],
    remotePush: pushRefspecs(settings, onBranch),
    ...(refs.code === 0 && { refs: linesOf(refs).map(shortName) }),
  };
}

/** Those that matter are among the secrets anyway. */
const MOST_NAMES = 5_000;

/** Where there is no repository yet, the first `git add` takes in whatever is there. */
async function withoutRepository(cwd: string, ask: AskGit): Promise<RepositoryFacts> {
  const folder = await mkdtemp(join(tmpdir(), "deckhand-look-"));
  try {
    const made = await ask(["init", "-q", "--bare", "--template=", folder], { cwd: folder });
    if (made.code !== 0) return UNKNOWN_REPOSITORY;
    const place = [`--git-dir=${folder}`, `--work-tree=${resolve(cwd)}`];
    const untracked = await ask([...place, "ls-files", "--others", "--exclude-standard", "-z"], { cwd });
    const names = namesOf(untracked);
    const secrets = await secretFilesIn({ cwd, place }, names, ask);
    return {
      ...UNKNOWN_REPOSITORY,
      root: resolve(cwd),
      untracked: names.slice(0, MOST_NAMES),
      secrets: [...secrets, ...unseen(untracked)],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Head = Pick<RepositoryFacts, "headPushed" | "headIsOwn">;

async function readHead(
  cwd: string,
  settings: ReadonlyMap<string, readonly string[]>,
  ask: AskGit,
): Promise<Head> {
  const commit = await ask(["cat-file", "commit", "HEAD"], { cwd });
  if (commit.code !== 0) {
    const isUnborn = (await ask(["rev-parse", "-q", "--verify", "HEAD"], { cwd })).code === 1;
    return { headPushed: !isUnborn };
  }
  const holders = await ask(["for-each-ref", "--count=1", "--contains", "HEAD", "refs/remotes"], { cwd });
  const author = /^author .*<([^<>]*)> \d/m.exec(commit.stdout.toString("utf8"))?.[1];
  const own = settings.get("user.email")?.at(-1);
  return {
    headPushed: holders.code !== 0 || holders.stdout.length > 0,
    ...(own !== undefined &&
      author !== undefined && { headIsOwn: author.toLowerCase() === own.toLowerCase() }),
  };
}

/** More new files than can be listed are none that were looked at. */
function unseen({ code, isCut }: GitAnswer): RepositoryFacts["secrets"] {
  if (code === 0) return [];
  const what = isCut
    ? "more new files than can be looked through"
    : "new files that could not be looked through";
  return [{ path: ".", what, state: "new" }];
}

function namesOf({ stdout }: GitAnswer): readonly string[] {
  return stdout.toString("utf8").split("\0").slice(0, -1);
}

function linesOf({ stdout }: GitAnswer): readonly string[] {
  return stdout.toString("utf8").split("\n").slice(0, -1);
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags|remotes)\//, "");
}
