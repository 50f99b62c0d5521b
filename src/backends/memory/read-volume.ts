import { type DirChild, FsFault, type FsStat, isFsFault } from "../../kernel/index.ts";
import { printablePath } from "../plain-path.ts";
import type { FileNode, Place, Volume, VolumeNode } from "./volume.ts";

/** A place that has something in it. */
export interface TakenPlace<Node extends VolumeNode = VolumeNode> extends Place {
  readonly node: Node;
}

/** Finds what a path leads to. */
export function placeIn(volume: Volume, path: string, syscall: string, follow = true): TakenPlace {
  const place = volume.walk(path, { syscall, follow });
  if (place.node === undefined) throw new FsFault("ENOENT", { syscall, path });
  return { ...place, node: place.node };
}

/** Finds the regular file a path leads to. */
export function fileIn(volume: Volume, path: string): TakenPlace<FileNode> {
  printablePath(path, { syscall: "open", path });
  const place = placeIn(volume, path, "open");
  if (place.node.kind !== "file") throw new FsFault("EISDIR", { syscall: "read" });
  return { ...place, node: place.node };
}

/** Tells of a path itself: a link is reported as a link. */
export function statIn(volume: Volume, path: string): FsStat {
  const { node } = placeIn(volume, path, "stat", false);
  return {
    isFile: node.kind === "file",
    isDirectory: node.kind === "folder",
    isSymlink: node.kind === "link",
    size: sizeOf(node),
    modifiedMs: node.modifiedMs,
  };
}

function sizeOf(node: VolumeNode): number {
  if (node.kind === "folder") return 0;
  return node.kind === "file" ? node.bytes.length : Buffer.byteLength(node.target);
}

/** Lists a folder in name order. */
export function childrenIn(volume: Volume, path: string): readonly DirChild[] {
  const { node } = placeIn(volume, path, "scandir");
  if (node.kind !== "folder") throw new FsFault("ENOTDIR", { syscall: "scandir", path });
  return [...node.children]
    .map(([name, child]) => ({
      name,
      isDirectory: child.kind === "folder",
      ...(child.kind === "link" ? { isSymlink: true } : {}),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Tells whether a path leads to anything that may be seen. */
export function existsIn(volume: Volume, path: string): boolean {
  try {
    return volume.walk(path, { syscall: "access" }).node !== undefined;
  } catch (error) {
    if (isFsFault(error)) return false;
    throw error;
  }
}

/** Reads where a link points. */
export function linkTargetIn(volume: Volume, path: string): string {
  const { node } = placeIn(volume, path, "readlink", false);
  if (node.kind !== "link") throw new FsFault("EINVAL", { syscall: "readlink", path });
  return node.target;
}
