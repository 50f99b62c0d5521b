import { basename, dirname, isAbsolute, join } from "node:path";
import { type DirChild, type Fs, nearestName } from "../../../kernel/index.ts";

/** Near names for a path that is not there, as a hint in the caller's own spelling; undefined when none is near. */
export async function didYouMean(fs: Fs, resolved: string, path: string): Promise<string | undefined> {
  const [meant] = await existing(fs, otherSpellings(resolved, path));
  if (meant !== undefined) return asQuestion([meant.spelling]);
  const folder = await nearestFolder(fs, resolved, path);
  if (folder === undefined) return undefined;
  const { missing, isParent } = folder;
  if (isParent && folder.children.some(({ name }) => name === missing))
    return `${path} is a link to something that is not there.`;
  const near = nearNames(missing, folder.children);
  const whole = await (isParent ? sameNameBelow(fs, folder) : withRest(fs, folder, near));
  const names = isParent ? [...near, ...whole] : whole.length > 0 ? whole : near;
  if (names.length > 0)
    return asQuestion(
      [...new Set(names)].slice(0, MOST_SUGGESTIONS).map((name) => inFolder(folder.path, name)),
    );
  return isParent ? undefined : `The folder ${inFolder(folder.path, missing)} does not exist.`;
}

function asQuestion(names: readonly string[]): string {
  return `Did you mean ${names.join(" or ")}?`;
}

interface Spelling {
  readonly spelling: string;
  readonly resolved: string;
}

/** What is left around a path by quoting, by another system, by a diff or by a compiler's message. */
function otherSpellings(resolved: string, path: string): Spelling[] {
  if (!resolved.endsWith(path)) return [];
  const cwd = resolved.slice(0, -path.length);
  const bare = path
    .replaceAll(/^[\s"'`@]+|[\s"'`]+$/g, "")
    .replaceAll("\\", "/")
    .replace(/:\d+(?:[-:]\d+)?$/, "");
  return [bare, bare.replace(/^[ab]\//, ""), `/${bare}`]
    .filter((spelling) => spelling !== path && spelling !== "")
    .map((spelling) => ({ spelling, resolved: isAbsolute(spelling) ? spelling : cwd + spelling }));
}

async function existing<T extends Pick<Spelling, "resolved">>(fs: Fs, places: readonly T[]): Promise<T[]> {
  const found = await Promise.all(places.map(({ resolved }) => fs.exists(resolved).catch(() => false)));
  return places.filter((_, index) => found[index]);
}

interface NearestFolder {
  readonly resolved: string;
  /** The folder in the caller's spelling. */
  readonly path: string;
  /** What was asked for in it. */
  readonly missing: string;
  /** What was asked for below that. */
  readonly rest: string;
  /** Whether it is the folder the file itself was looked for in. */
  readonly isParent: boolean;
  readonly children: readonly DirChild[];
}

const MOST_SUGGESTIONS = 3;
const MOST_LEVELS = 64;

/** The closest folder above the path that is there, with what it holds. */
async function nearestFolder(fs: Fs, resolved: string, path: string): Promise<NearestFolder | undefined> {
  let [place, spelling, rest] = [resolved, path, ""];
  for (let level = 0; level < MOST_LEVELS && dirname(place) !== place; level += 1) {
    const missing = basename(place);
    [place, spelling] = [dirname(place), dirname(spelling)];
    const children = await fs.readdir(place).catch(() => undefined);
    if (children) return { resolved: place, path: spelling, missing, rest, isParent: level === 0, children };
    rest = join(missing, rest);
  }
  return undefined;
}

/** The same name in other letters, the same name with another ending, or a slip of the keys. */
function nearNames(missing: string, children: readonly DirChild[]): string[] {
  const names = children.map(({ name }) => name);
  const same = names.filter((name) => loosely(name) === loosely(missing));
  const sameStem = names.filter((name) => stem(name) === stem(missing));
  const typo = nearestName(missing, names);
  return [...same, ...(typo === undefined ? [] : [typo]), ...sameStem];
}

/** Names that look alike: case, Unicode form and kinds of spaces set aside. */
function loosely(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ");
}

function stem(name: string): string {
  const dot = name.lastIndexOf(".");
  return loosely(dot > 0 ? name.slice(0, dot) : name);
}

const MOST_FOLDERS = 50;

async function sameNameBelow(fs: Fs, { resolved, missing, children }: NearestFolder): Promise<string[]> {
  const folders = children
    .filter(({ name, isDirectory }) => isDirectory && !name.startsWith(".") && name !== "node_modules")
    .slice(0, MOST_FOLDERS)
    .map(({ name }) => ({ name: join(name, missing), resolved: join(resolved, name, missing) }));
  return (await existing(fs, folders)).map(({ name }) => name);
}

/** A slip in the name of a folder leaves the rest of the path right. */
async function withRest(
  fs: Fs,
  { resolved, rest }: NearestFolder,
  near: readonly string[],
): Promise<string[]> {
  const whole = near.map((name) => ({ name: join(name, rest), resolved: join(resolved, name, rest) }));
  return (await existing(fs, whole)).map(({ name }) => name);
}

function inFolder(folder: string, name: string): string {
  return folder === "." ? name : join(folder, name);
}
