import { resolve } from "node:path";
import { faultInfoOf, type FileIdentity, type Fs, type FsFile, isFsFault } from "../../kernel/index.ts";
import type { UndoRecord } from "../store.ts";
import { digestOfRange } from "../proof/digest-of-range.ts";

/** What was at a path; nothing when empty. */
type Before = Pick<UndoRecord, "before" | "mode" | "was" | "lost">;

/** What a change leaves at a path; nothing when empty. */
type After = Pick<UndoRecord, "after" | "is">;

/** A change that is about to be made to one path. */
export interface PlannedChange {
  readonly path: string;
  readonly before: Before;
  readonly after: After;
}

/** What is at a path now, by its real name, with what it takes to put it back. */
interface Found {
  readonly path: string;
  readonly before: Before;
  /** Only of a file that could be opened. */
  readonly identity?: FileIdentity;
}

/** Looks at what a change of a path would replace; links are followed, as a write does. */
export async function lookAt(fs: Fs, path: string, maxBytes: number): Promise<Found> {
  try {
    const file = await fs.open(path);
    try {
      return { path: file.path, identity: file.identity, before: await contentOf(file, maxBytes) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isFsFault(error)) throw error;
    if (isFsFault(error, "ENOENT", "ENOTDIR")) return { path: resolve(path), before: {} };
    if (isFsFault(error, "EISDIR")) return { path, before: { was: "folder" } };
    return { path, before: { lost: `it could not be read: ${faultInfoOf(error).message}` } };
  }
}

async function contentOf(file: FsFile, maxBytes: number): Promise<Before> {
  if (file.size > maxBytes)
    return { lost: `it held ${file.size} bytes, and at most ${maxBytes} of a file are kept` };
  return { before: await file.read(0, file.size), mode: file.mode };
}

/** What stands at a path; links are not followed. */
export type Standing =
  | { readonly kind: "nothing" }
  | { readonly kind: "folder" }
  | { readonly kind: "link" }
  | { readonly kind: "file"; readonly identity: FileIdentity; readonly digest: string };

/** Looks at what stands at a path now. */
export async function standingAt(fs: Fs, path: string): Promise<Standing> {
  try {
    const { isDirectory, isSymlink } = await fs.stat(path);
    if (isSymlink) return { kind: "link" };
    if (isDirectory) return { kind: "folder" };
    const file = await fs.open(path);
    try {
      return { kind: "file", identity: file.identity, digest: await digestOfRange(file, 0, file.size) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isFsFault(error, "ENOENT", "ENOTDIR")) return { kind: "nothing" };
    throw error;
  }
}

/** Tells whether a path is as a change was to leave it. */
export async function standsAs(fs: Fs, path: string, after: After): Promise<boolean> {
  try {
    return isLeftAs(after, await standingAt(fs, path));
  } catch {
    return false;
  }
}

/** Tells whether what stands somewhere is what a change left there. */
export function isLeftAs({ after, is }: After, now: Standing): boolean {
  if (after !== undefined) return now.kind === "file" && now.digest === after;
  return now.kind === (is ?? "nothing");
}
