import { constants, readlinkSync, realpathSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type Fs, isFsFault } from "../../../kernel/index.ts";
import { tellingDescriptors } from "../descriptors.ts";
import type { RootKind } from "./ripgrep-arguments.ts";

/** A root that was found to lie where searching is allowed, and how to point ripgrep at it. */
export interface SearchRoot {
  readonly kind: RootKind;
  readonly cwd: string;
  /** Relative to `cwd`, and never like a flag. */
  readonly target: string;
  /** The path without links of a file below `cwd`. */
  pathOf(relative: string): string;
  close(): Promise<void>;
}

/** Checks a root through the Fs, which refuses what is missing or outside, and holds on to what was checked. */
export async function openSearchRoot(fs: Fs, root: string): Promise<SearchRoot> {
  const file = await realFile(fs, root);
  if (file !== undefined) return rootIn(dirname(file), { kind: "file", target: `./${basename(file)}` });
  await fs.readdir(root);
  return tellingDescriptors() === undefined ? rootIn(realpathSync(root)) : holdFolder(fs, root);
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

/** Ripgrep starts in the very folder that was checked, whatever its path leads to by then; it inherits the descriptor. */
async function holdFolder(fs: Fs, root: string): Promise<SearchRoot> {
  const folder = await open(root, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const cwd = `/proc/self/fd/${folder.fd}`;
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
    pathOf: (relative) => `${folder === "/" ? "" : folder}/${relative}`,
    close: async () => undefined,
  };
}
