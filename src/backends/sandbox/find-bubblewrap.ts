import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { contains } from "../local/confinement.ts";

/** Where a bubblewrap that can be trusted is installed; the environment's PATH has no say. */
const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"];

/** A program to use, or why there is none. */
export type FoundBubblewrap = { readonly program: string } | { readonly why: string; readonly hint: string };

/** Finds the system's bubblewrap, and refuses one that somebody else could have put or changed there. */
export function findBubblewrap(
  writable: readonly string[],
  folders: readonly string[] = FOLDERS,
): FoundBubblewrap {
  for (const folder of folders) {
    const program = realPath(join(folder, "bwrap"));
    if (program !== undefined) return judge(program, writable);
  }
  return { why: "bubblewrap is not installed", hint: INSTALL };
}

const INSTALL =
  "A person can install the package `bubblewrap` (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; Arch: pacman -S bubblewrap).";

function judge(program: string, writable: readonly string[]): FoundBubblewrap {
  const { mode, uid } = statSync(program);
  const refuse = (what: string): FoundBubblewrap => ({ why: `${program} ${what}`, hint: INSTALL });
  if (writable.some((root) => contains(root, program))) return refuse("lies where commands may write");
  if ((mode & 0o6000) !== 0) return refuse("has the set-uid bit, with which it keeps rights of root");
  if (uid !== 0 || (mode & 0o022) !== 0) return refuse("can be changed by others than root");
  return { program };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
