import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type Fs, isFsFault } from "../../../kernel/index.ts";
import { SNIFFED_BYTES } from "../looks-binary.ts";
import type { RootKind } from "./ripgrep-arguments.ts";

/** A root that was found to lie where searching is allowed, and how to point ripgrep at it. */
export interface SearchRoot {
  readonly kind: RootKind;
  readonly cwd: string;
  /** Relative to `cwd`, and never like a flag. */
  readonly target: string;
  /** The beginning of a file at a path relative to `cwd`; undefined when it cannot be read or lies elsewhere. */
  headOf(path: string): Buffer | undefined;
  close(): Promise<void>;
}

/** Checks a root through the Fs, which refuses what is missing or outside, and holds on to what was checked. */
export async function openSearchRoot(fs: Fs, root: string): Promise<SearchRoot> {
  const file = await realFile(fs, root);
  if (file !== undefined) return rootIn(dirname(file), { kind: "file", target: `./${basename(file)}` });
  await fs.readdir(root);
  return process.platform === "linux" ? holdFolder(fs, root) : rootIn(realpathSync(root));
}

/** The real path of a root that is a file; undefined for a folder. */
async function realFile(fs: Fs, root: string): Promise<string | undefined> {
  if ((await fs.stat(root)).isDirectory) return undefined;
  try {
    const file = await fs.open(root);
    await file.close();
    return file.path;
  } catch (error) {
    if (isFsFault(error, "EISDIR")) return undefined;
    throw error;
  }
}

const DESCRIPTORS = "/proc/self/fd";

/** Ripgrep starts in the very folder that was checked, whatever its path leads to by then. */
async function holdFolder(fs: Fs, root: string): Promise<SearchRoot> {
  const folder = await open(root, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const cwd = `${DESCRIPTORS}/${folder.fd}`;
    const real = readlinkSync(cwd);
    await fs.stat(real);
    return { ...rootIn(real), cwd, close: () => folder.close() };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

function rootIn(
  folder: string,
  { kind, target }: Pick<SearchRoot, "kind" | "target"> = { kind: "folder", target: "./" },
): SearchRoot {
  return {
    kind,
    cwd: folder,
    target,
    headOf: (path) => headBelow(folder, path),
    close: async () => undefined,
  };
}

/** Blocking calls, because a file that ripgrep has just read is at hand and handing over would cost more. */
function headBelow(folder: string, path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(`${folder}/${path}`, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(file).isFile() || !isBelow(folder, file)) return undefined;
    const head = Buffer.alloc(SNIFFED_BYTES);
    return head.subarray(0, readSync(file, head, 0, SNIFFED_BYTES, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Folders can be exchanged for links while ripgrep walks; what was opened in the end is told by its descriptor. */
function isBelow(folder: string, file: number): boolean {
  if (process.platform !== "linux") return true;
  return readlinkSync(`${DESCRIPTORS}/${file}`).startsWith(folder === "/" ? "/" : `${folder}/`);
}
