import { lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

const MOST_LINKS = 40;

/** Follows links on this machine; what does not exist is placed below the nearest folder that does. */
export async function realPath(path: string): Promise<string | undefined> {
  try {
    return await follow(path, MOST_LINKS);
  } catch {
    return undefined;
  }
}

async function follow(path: string, left: number): Promise<string> {
  if (left === 0) throw new Error("too many links");
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const target = await linkAt(path);
  if (target !== undefined) return follow(resolve(dirname(path), target), left - 1);
  const parent = dirname(path);
  return parent === path ? path : join(await follow(parent, left), basename(path));
}

async function linkAt(path: string): Promise<string | undefined> {
  const facts = await lstat(path).catch(() => undefined);
  return facts?.isSymbolicLink() === true ? readlink(path) : undefined;
}
