import { basename, dirname, join } from "node:path";
import { type DirChild, type Fs, nearestName } from "../../../kernel/index.ts";

/** Near names for a path that is not there, as a hint in the caller's own spelling; undefined when none is near. */
export async function didYouMean(fs: Fs, resolved: string, path: string): Promise<string | undefined> {
  const folder = await nearestFolder(fs, resolved, path);
  if (folder === undefined) return undefined;
  const found = nearNames(folder.missing, folder.children);
  const below = folder.isParent ? await sameNameBelow(fs, folder) : [];
  const names = [...new Set([...found, ...below])].slice(0, MOST_SUGGESTIONS);
  if (names.length > 0)
    return `Did you mean ${names.map((name) => inFolder(folder.path, name)).join(" or ")}?`;
  return folder.isParent ? undefined : `The folder ${inFolder(folder.path, folder.missing)} does not exist.`;
}

interface NearestFolder {
  readonly resolved: string;
  /** The folder in the caller's spelling. */
  readonly path: string;
  /** What was asked for in it. */
  readonly missing: string;
  /** Whether it is the folder the file itself was looked for in. */
  readonly isParent: boolean;
  readonly children: readonly DirChild[];
}

const MOST_SUGGESTIONS = 3;
const MOST_LEVELS = 64;

/** The closest folder above the path that is there, with what it holds. */
async function nearestFolder(fs: Fs, resolved: string, path: string): Promise<NearestFolder | undefined> {
  let [place, spelling] = [resolved, path];
  for (let level = 0; level < MOST_LEVELS && dirname(place) !== place; level += 1) {
    const missing = basename(place);
    [place, spelling] = [dirname(place), dirname(spelling)];
    const children = await fs.readdir(place).catch(() => undefined);
    if (children) return { resolved: place, path: spelling, missing, isParent: level === 0, children };
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
    .slice(0, MOST_FOLDERS);
  const held = await Promise.all(
    folders.map(({ name }) => fs.exists(join(resolved, name, missing)).catch(() => false)),
  );
  return folders.filter((_, index) => held[index]).map(({ name }) => join(name, missing));
}

function inFolder(folder: string, name: string): string {
  return folder === "." ? name : join(folder, name);
}
