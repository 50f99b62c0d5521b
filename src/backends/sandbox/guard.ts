import { dirname, join } from "node:path";
import { contains } from "../local/confinement.ts";
import {
  findGuarded,
  findNearGuarded,
  foldersAbove,
  type FoundPlaces,
  type GuardedPlaces,
} from "./guarded-places.ts";
import { createUserName, isOnlyUser } from "./shared-use.ts";
import { createStandIns, KEYS } from "./stand-ins.ts";
import { outermost } from "./tool-places.ts";

/** Keeps protected files as they are while commands run. */
export interface Guard {
  /** Prepares the disk for one more command, and tells what that one is not to change. */
  enter(): Promise<GuardedPlaces>;
  /** Whether, after one `enter`, nobody else is known to run commands on this machine. */
  isAlone(): boolean;
  /** To be called once for every `enter`, when that command has ended. */
  leave(): void;
  /** Leaves nothing behind. */
  close(): void;
}

/** How old what was found deep in the tree may become. */
const STALE_MS = 60_000;

/**
 * Guards writable folders. The nearest places are looked for before every command; those deep in the tree, which take a
 * while, once, and again from time to time while commands run.
 */
export function createGuard(roots: readonly string[], home: string, hidden: readonly string[] = []): Guard {
  const user = createUserName();
  const standIns = roots.map((root) => createStandIns(root, home, user));
  const near = roots.some((root) => contains(root, home)) ? [...roots, home] : roots;
  const held = findHeld(roots, home, hidden);
  let deep: Promise<FoundPlaces> | undefined;
  let searchedAt = 0;
  let commands = 0;
  return {
    enter: async () => {
      commands += 1;
      for (const each of standIns) each.put();
      try {
        const far = await farPlaces();
        const readOnly = standIns.flatMap((each) => each.putInto(far.gitFolders));
        return merged([...near.map(findNearGuarded), held, far, { pinned: [], readOnly }]);
      } catch (error) {
        leave();
        throw error;
      }
    },
    // Whoever begins after this finds what we found, and cannot move it.
    isAlone: () => commands === 1 && isOnlyUser(user),
    leave,
    close: () => {
      for (const each of standIns) each.close();
    },
  };

  function leave(): void {
    commands -= 1;
    for (const each of standIns) each.release();
  }

  /** The old findings stand until the new ones are there. */
  async function farPlaces(): Promise<FoundPlaces> {
    if (deep === undefined || performance.now() > searchedAt + STALE_MS) {
      searchedAt = performance.now();
      const search = findFar(roots);
      deep ??= search;
      void replaceWhenDone(search);
    }
    return deep;
  }

  async function replaceWhenDone(search: Promise<FoundPlaces>): Promise<void> {
    await search;
    deep = search;
  }
}

/** Whoever renames a folder on the way to what is hidden, or to a home, gets at the one and can put another for the other. */
function findHeld(roots: readonly string[], home: string, hidden: readonly string[]): GuardedPlaces {
  const keys = join(home, KEYS.name);
  const inside = (place: string): readonly string[] =>
    roots.flatMap((root) => (contains(root, place) ? foldersAbove(root, place) : []));
  const isHomeInside = roots.some((root) => contains(root, home));
  return { pinned: [...hidden, keys].flatMap(inside), readOnly: isHomeInside ? [keys] : [] };
}

/** Without what is near, which may have changed by the time it is used. */
async function findFar(roots: readonly string[]): Promise<FoundPlaces> {
  const found = await Promise.all(roots.map(findGuarded));
  const { pinned, readOnly } = merged(found);
  return {
    pinned,
    readOnly: readOnly.filter((place) => !roots.some((root) => isNear(root, place))),
    gitFolders: found.flatMap(({ gitFolders }) => gitFolders),
  };
}

function isNear(root: string, place: string): boolean {
  return dirname(place) === root || dirname(place) === join(root, ".git");
}

/** A folder is pinned before what it holds, or it would cover that again. */
function merged(found: readonly GuardedPlaces[]): GuardedPlaces {
  const pinned = new Set(found.flatMap((places) => places.pinned));
  return {
    pinned: [...pinned].toSorted((a, b) => a.length - b.length),
    readOnly: outermost(found.flatMap((places) => places.readOnly)),
  };
}
