import { type Fs, isFsFault } from "../../kernel/index.ts";
import type { Below } from "./staged.ts";

/** Looks at what an Fs has under a name; with `follow`, a link to a file counts as that file. */
export async function lookBelow(fs: Fs, path: string, follow: boolean): Promise<Below> {
  try {
    const stat = await fs.stat(path);
    if (stat.isDirectory) return { kind: "folder" };
    if (stat.isFile) return await fileBelow(fs, path);
    if (stat.isSymlink && follow && (await fs.exists(path))) return await fileBelow(fs, path);
    return { kind: "link or special" };
  } catch (error) {
    if (isFsFault(error, "ENOENT", "ENOTDIR")) {
      return { kind: "absent", errno: error.errno === "ENOTDIR" ? "ENOTDIR" : "ENOENT" };
    }
    // A link to a folder.
    if (isFsFault(error, "EISDIR")) return { kind: "link or special" };
    throw error;
  }
}

async function fileBelow(fs: Fs, path: string): Promise<Below> {
  const file = await fs.open(path);
  await file.close();
  return { kind: "file", path: file.path, identity: file.identity, mode: file.mode };
}

/** Tells whether two looks at a name found the same. */
export function isSameBelow(a: Below, b: Below): boolean {
  if (a.kind === "file" && b.kind === "file") return a.identity === b.identity && a.path === b.path;
  return a.kind === b.kind;
}
