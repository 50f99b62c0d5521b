import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type RepositoryFacts, secretsIn, sensitiveReason } from "../../control/index.ts";
import type { AskGit, GitQuestion } from "../../backends/index.ts";

type SecretFile = RepositoryFacts["secrets"][number];

/** Where to look, and what stands before every command there. */
export interface Place extends GitQuestion {
  readonly place?: readonly string[];
}

/** Bytes looked at of one file and of all together, and how many files; what is beyond is not a text somebody typed a secret into. */
const MOST_OF_ONE = 1024 * 1024;
const MOST_OF_ALL = 8 * 1024 * 1024;
const MOST_FILES = 1_000;

/** Finds the files that hold a secret among those staged, changed and new; what was committed before is not told again. */
export async function secretFilesIn(
  question: Place,
  untracked: readonly string[],
  ask: AskGit,
): Promise<readonly SecretFile[]> {
  const isThere = question.place === undefined;
  const [staged, changed] = await Promise.all([
    isThere ? stagedFiles(question, ask) : [],
    isThere ? differences(["diff-files"], question, ask) : [],
  ]);
  const unseen = [
    ...(staged === undefined ? [{ path: ".", what: UNSEEN, state: "staged" } as const] : []),
    ...(changed === undefined ? [{ path: ".", what: UNSEEN, state: "changed" } as const] : []),
  ];
  return [
    ...unseen,
    ...(await judgeAll({ staged: staged ?? [], changed: changed ?? [], untracked }, question, ask)),
  ];
}

const UNSEEN = "changes that could not be looked through";

interface Candidates {
  readonly staged: readonly Difference[];
  readonly changed: readonly Difference[];
  readonly untracked: readonly string[];
}

async function judgeAll(
  { staged, changed, untracked }: Candidates,
  question: Place,
  ask: AskGit,
): Promise<readonly SecretFile[]> {
  const fresh = untracked.map((path): Difference => ({ path }));
  const blobs = await readBlobs([...staged, ...changed], question, ask);
  const budget = { bytes: MOST_OF_ALL, files: MOST_FILES };
  const found: SecretFile[] = [];
  for (const file of staged) found.push(...judge(file, "staged", blobs.get(file.after ?? ""), blobs));
  for (const [files, state] of [
    [changed, "changed"],
    [fresh, "new"],
  ] as const) {
    for (const file of files) {
      found.push(...judge(file, state, await contentOf(join(question.cwd, file.path), budget), blobs));
    }
  }
  return found;
}

/** One file before and after; without a blob it was not there, or is only in the work tree. */
interface Difference {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

async function stagedFiles(question: Place, ask: AskGit): Promise<readonly Difference[] | undefined> {
  const head = await ask(["rev-parse", "-q", "--verify", "HEAD^{tree}"], question);
  const nothing = head.code === 0 ? undefined : await ask(["hash-object", "-t", "tree", "--stdin"], question);
  const tree = (nothing ?? head).stdout.toString("utf8").trim();
  return differences(["diff-index", "--cached", tree], question, ask);
}

/** Undefined when git does not tell. */
async function differences(
  [command = "", ...rest]: readonly string[],
  question: Place,
  ask: AskGit,
): Promise<readonly Difference[] | undefined> {
  const options = [
    "--raw",
    "-z",
    "--no-abbrev",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=all",
  ];
  const { code, stdout } = await ask([command, ...options, ...rest], question);
  if (code !== 0) return undefined;
  return [...stdout.toString("utf8").matchAll(RAW)].flatMap(([, before, after, path = ""]) => [
    { path, ...blob("before", before), ...blob("after", after) },
  ]);
}

/** Regular files that are added or changed: modes, blobs, a letter, a name. */
const RAW = /:\d{6} 100\d{3} ([0-9a-f]+) ([0-9a-f]+) [A-CM-Z]\d*\0([^\0]*)\0/g;

function blob(when: "before" | "after", id = ""): Partial<Difference> {
  return /^0*$/.test(id) ? {} : { [when]: id };
}

async function readBlobs(
  files: readonly Difference[],
  question: Place,
  ask: AskGit,
): Promise<ReadonlyMap<string, string>> {
  const ids = [
    ...new Set(files.flatMap(({ before, after }) => [before, after].filter((id) => id !== undefined))),
  ];
  if (ids.length === 0) return new Map();
  const sizes = await ask(["cat-file", "--batch-check"], {
    ...question,
    input: lines(ids.slice(0, MOST_FILES)),
  });
  const wanted = withinLimits(sizes.stdout.toString("utf8"));
  if (wanted.length === 0) return new Map();
  const { stdout } = await ask(["cat-file", "--batch"], {
    ...question,
    input: lines(wanted),
    mostBytes: 2 * MOST_OF_ALL,
  });
  return blobsIn(stdout);
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
}

function withinLimits(listing: string): readonly string[] {
  let left = MOST_OF_ALL;
  return [...listing.matchAll(/^([0-9a-f]+) blob (\d+)$/gm)].flatMap(([, id = "", size]) => {
    if (Number(size) > Math.min(MOST_OF_ONE, left)) return [];
    left -= Number(size);
    return [id];
  });
}

/** Each blob stands after a line with its name and size. */
function blobsIn(bytes: Buffer): ReadonlyMap<string, string> {
  const blobs = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf("\n", at);
    const [id = "", , size] = bytes.toString("latin1", at, end < 0 ? at : end).split(" ");
    if (end < 0 || size === undefined) break;
    blobs.set(id, bytes.toString("utf8", end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return blobs;
}

function judge(
  { path, before }: Difference,
  state: NonNullable<SecretFile["state"]>,
  content: string | undefined,
  blobs: ReadonlyMap<string, string>,
): readonly SecretFile[] {
  const named = sensitiveReason(path, "read");
  if (named !== undefined) return [{ path, what: `something ${named}`, state }];
  if (content === undefined) return [];
  const known = before === undefined ? "" : (blobs.get(before) ?? "");
  const secret = secretsIn(content).find(({ text }) => !known.includes(text));
  return secret === undefined ? [] : [{ path, what: secret.what, state }];
}

/** Never follows a link and never waits: a name in a repository may be anything. */
async function contentOf(path: string, left: { bytes: number; files: number }): Promise<string | undefined> {
  if (left.files <= 0) return undefined;
  left.files -= 1;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  try {
    const facts = await file?.stat();
    if (file === undefined || facts?.isFile() !== true || facts.size > Math.min(MOST_OF_ONE, left.bytes))
      return undefined;
    left.bytes -= facts.size;
    return await file.readFile("utf8");
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
