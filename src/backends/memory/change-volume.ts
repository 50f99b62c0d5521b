import {
  FsFault,
  isFsFault,
  type RemoveOptions,
  type Replaced,
  type ReplaceOptions,
  StaleFileFault,
} from "../../kernel/index.ts";
import { forbiddenFault } from "../local/fs-faults.ts";
import { createFile, type Place, type Volume, type VolumeNode } from "./volume.ts";

const NEW_FILE_MODE = 0o644;
const PERMISSION_BITS = 0o7777;

/** Puts a whole file in place, if what it replaces is what was expected; takes the bytes over without copying. */
export function replaceIn(
  volume: Volume,
  path: string,
  bytes: Uint8Array,
  { expect, mode }: ReplaceOptions = {},
): Replaced {
  // An exclusive creation does not look through a link, not even a broken one.
  const place = volume.walk(path, { syscall: "open", follow: expect !== "absent", toChange: true });
  const before = place.node;
  if (expect === "absent" && before !== undefined) throw new FsFault("EEXIST", { syscall: "open", path });
  if (before !== undefined && before.kind !== "file") throw new FsFault("EISDIR", { syscall: "open", path });
  if (expect !== undefined && expect !== "absent" && before?.identity !== expect)
    throw new StaleFileFault(path);
  const after = createFile(bytes, (mode ?? before?.mode ?? NEW_FILE_MODE) & PERMISSION_BITS, volume.now());
  put(volume, place, after);
  return { path: place.path, identity: after.identity, created: before === undefined };
}

/** Puts a link where nothing is yet. */
export function linkIn(volume: Volume, path: string, target: string): void {
  const place = volume.walk(path, { syscall: "symlink", follow: false, toChange: true });
  if (place.node !== undefined) throw new FsFault("EEXIST", { syscall: "symlink", path });
  put(volume, place, { kind: "link", target, modifiedMs: volume.now() });
}

/** Makes a folder and its missing parents. */
export function makeFolderIn(volume: Volume, path: string): void {
  const { node } = volume.walk(path, { syscall: "mkdir", toChange: "folders" });
  if (node?.kind !== "folder") throw new FsFault("EEXIST", { syscall: "mkdir", path });
}

/** Takes a file, a link or a whole folder away; a root stays. */
export function removeIn(volume: Volume, path: string, options: RemoveOptions = {}): void {
  const place = findToRemove(volume, path, options);
  if (place?.node === undefined) return;
  if (volume.roots.some((root) => `${root}/`.startsWith(`${place.path}/`)))
    throw forbiddenFault({ syscall: "rm", path }, "a workspace folder itself is never removed");
  if (place.node.kind === "folder" && options.recursive !== true)
    throw new FsFault(
      "EISDIR",
      { syscall: "rm", path },
      { hint: "A folder is removed only with the recursive option." },
    );
  place.parent.children.delete(place.name);
  place.parent.modifiedMs = volume.now();
}

function findToRemove(volume: Volume, path: string, options: RemoveOptions): Place | undefined {
  try {
    const place = volume.walk(path, { syscall: "rm", follow: false, toChange: true });
    if (place.node === undefined) throw new FsFault("ENOENT", { syscall: "rm", path });
    return place;
  } catch (error) {
    if (options.ignoreMissing === true && isFsFault(error, "ENOENT")) return undefined;
    throw error;
  }
}

function put(volume: Volume, place: Place, node: VolumeNode): void {
  place.parent.children.set(place.name, node);
  place.parent.modifiedMs = volume.now();
}
