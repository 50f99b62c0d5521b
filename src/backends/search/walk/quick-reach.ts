import { readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { Fs } from "../../../kernel/index.ts";

/** A faster way to local folders than the confined Fs, for walks that start at a checked root and follow no link. */
export interface QuickReach {
  readonly list: Fs["readdir"];
  /** Reads the rule files of the folders above the root, which no Fs that ends at the root can see. */
  readonly readAbove: Fs["readText"];
}

/** How long folders are listed in one go before others get their turn. */
const STRETCH_MS = 15;

/** Makes a reach for one walk. */
export function createQuickReach(): QuickReach {
  let restedAt = performance.now();
  return {
    async list(folder) {
      if (performance.now() - restedAt > STRETCH_MS) {
        await setImmediate();
        restedAt = performance.now();
      }
      // Blocking, because for a folder at hand the way to a thread and back costs more than the work.
      return readdirSync(folder, { withFileTypes: true }).map((child) => ({
        name: child.name,
        isDirectory: child.isDirectory(),
        isSymlink: child.isSymbolicLink(),
      }));
    },
    readAbove: async (path) => ((await stat(path)).isFile() ? readFile(path, "utf8") : ""),
  };
}
