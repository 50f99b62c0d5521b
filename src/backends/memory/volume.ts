import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { type Errno, type FileIdentity, FsFault, type FsFaultPlace } from "../../kernel/index.ts";
import { outsideFault } from "../local/fs-faults.ts";
import { plainPath, printablePath } from "../plain-path.ts";

/** A file as it is at one moment; a write puts another one in its place. */
export interface FileNode {
  readonly kind: "file";
  readonly bytes: Uint8Array;
  readonly identity: FileIdentity;
  readonly mode: number;
  modifiedMs: number;
}

/** A folder and what it holds. */
export interface FolderNode {
  readonly kind: "folder";
  readonly children: Map<string, VolumeNode>;
  modifiedMs: number;
}

/** A symbolic link. */
export interface LinkNode {
  readonly kind: "link";
  readonly target: string;
  modifiedMs: number;
}

/** Anything that can have a name in a volume. */
export type VolumeNode = FileNode | FolderNode | LinkNode;

/** Where a path leads, links resolved: a folder, a name in it, and what has that name, if anything. */
export interface Place {
  readonly path: string;
  readonly parent: FolderNode;
  readonly name: string;
  readonly node: VolumeNode | undefined;
}

/** How a path is walked. */
export interface WalkOptions {
  readonly syscall: string;
  /** False looks at a link itself when the path ends in one. */
  readonly follow?: boolean;
  /** What the path leads to will be changed; with `folders`, those that are missing are made. */
  readonly toChange?: boolean | "folders";
}

/** A tree of files held in memory, confined to its roots. */
export interface Volume {
  readonly roots: readonly string[];
  /** The time that changes are stamped with. */
  now(): number;
  walk(path: string, options: WalkOptions): Place;
}

const MAX_LINKS_FOLLOWED = 40;
const MAX_NAME_BYTES = 255;

/** Builds a volume that holds nothing but its roots. */
export function createVolume(roots: readonly string[], now: () => number): Volume {
  const top: FolderNode = { kind: "folder", children: new Map(), modifiedMs: now() };
  const unconfined: Volume = {
    roots: ["/"],
    now,
    walk: (path, options) => walk(unconfined, top, path, options),
  };
  for (const root of roots) unconfined.walk(root, { syscall: "mkdir", toChange: "folders" });
  const volume: Volume = { roots, now, walk: (path, options) => walk(volume, top, path, options) };
  return volume;
}

/** A new file, different from every other by its identity. */
export function createFile(bytes: Uint8Array, mode: number, modifiedMs: number): FileNode {
  return { kind: "file", bytes, identity: `id:${randomUUID()}`, mode, modifiedMs };
}

function walk(volume: Volume, top: FolderNode, path: string, options: WalkOptions): Place {
  const { syscall, follow = true, toChange = false } = options;
  const asked: FsFaultPlace = { syscall, path };
  const start: Place = { path: "/", parent: top, name: "", node: top };
  const steps = stepsOf((toChange === false ? plainPath : printablePath)(path, asked));
  const trail: Place[] = [];
  let followed = 0;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const here = trail.at(-1) ?? start;
    if (here.node === undefined) throw refusal("ENOENT", here);
    if (here.node.kind !== "folder") throw refusal("ENOTDIR", here);
    if (step === "..") {
      trail.pop();
      continue;
    }
    const next = enter(here.path, here.node, step);
    if (next.node?.kind !== "link" || (!follow && steps.length === 0)) {
      trail.push(next);
      continue;
    }
    followed += 1;
    if (followed > MAX_LINKS_FOLLOWED) throw refusal("ELOOP", next);
    if (next.node.target.startsWith("/")) trail.length = 0;
    steps.push(...stepsOf(next.node.target));
  }
  return inside(trail.at(-1) ?? start);

  function enter(folderPath: string, folder: FolderNode, name: string): Place {
    const place = {
      path: posix.join(folderPath, name),
      parent: folder,
      name,
      node: folder.children.get(name),
    };
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw refusal("ENAMETOOLONG", place);
    if (place.node !== undefined || toChange !== "folders") return place;
    inside(place);
    const node: FolderNode = { kind: "folder", children: new Map(), modifiedMs: volume.now() };
    folder.children.set(name, node);
    folder.modifiedMs = node.modifiedMs;
    return { ...place, node };
  }

  // Nobody learns what exists outside: what is missing there is "outside", not "missing".
  function refusal(errno: Errno, reached: Place): FsFault {
    inside(reached);
    return new FsFault(errno, asked);
  }

  function inside(place: Place): Place {
    const contained = volume.roots.some((root) => root === "/" || `${place.path}/`.startsWith(`${root}/`));
    if (!contained) throw outsideFault(asked, volume.roots);
    return place;
  }
}

/** The names on the way, the next one last. */
function stepsOf(path: string): string[] {
  return path
    .split("/")
    .filter((step) => step !== "" && step !== ".")
    .toReversed();
}
