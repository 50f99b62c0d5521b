import type { FileIdentity, StagedChange } from "../../kernel/index.ts";

/** Nothing under a name, and how a call that needs something would fail. */
export interface Absent {
  readonly kind: "absent";
  readonly errno: "ENOENT" | "ENOTDIR";
}

/** What the Fs below has under a name; the last of them is only seen and removed, never written. */
export type Below =
  | Absent
  | { readonly kind: "file"; readonly path: string; readonly identity: FileIdentity; readonly mode: number }
  | { readonly kind: "folder" }
  | { readonly kind: "link or special" };

/** A file that waits to be written. */
export interface StagedFile {
  readonly kind: "file";
  readonly bytes: Uint8Array;
  readonly identity: FileIdentity;
  /** Permission bits, where they are not left to the Fs below. */
  readonly mode: number | undefined;
  readonly modifiedMs: number;
  readonly below: Below;
}

/** A folder that waits to be made; the Fs below has no folder there. */
export interface StagedFolder {
  readonly kind: "folder";
  readonly modifiedMs: number;
  readonly below: Below;
}

/** Something that waits to be removed. */
export interface StagedRemoval {
  readonly kind: "gone";
  readonly below: Below;
}

/** What a stage holds for one path, with what was below when it was first changed. */
export type Staged = StagedFile | StagedFolder | StagedRemoval;

/** Everything a stage holds, by path with links resolved as far as the Fs below tells. */
export type Stage = ReadonlyMap<string, Staged>;

/** What committing would alter, sorted by path. */
export function changesOf(stage: Stage): readonly StagedChange[] {
  return [...stage]
    .map(([path, staged]) => ({ path, kind: changeOf(staged), isDirectory: isFolderChange(staged) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function changeOf({ kind, below }: Staged): StagedChange["kind"] {
  if (kind === "gone") return "delete";
  return below.kind === "absent" ? "create" : "update";
}

function isFolderChange({ kind, below }: Staged): boolean {
  return kind === "folder" || (kind === "gone" && below.kind === "folder");
}
