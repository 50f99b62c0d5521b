import type { Fs } from "../../kernel/index.ts";
import { type Confinement, createConfinement } from "./confinement.ts";
import { listFolder, pathExists, statPath } from "./look-around.ts";
import { makeFolder } from "./make-folder.ts";
import { openFile, readWhole, readWholeText } from "./open-file.ts";
import { remove } from "./remove.ts";
import { replaceFile, type WriteGround } from "./replace-file.ts";

/** Where a local Fs may go, and what it must leave alone. */
export interface LocalFsOptions {
  /** Existing folders; everything outside them is refused. */
  readonly roots: readonly string[];
  /** Why a path must not be changed, or undefined when it may; asked about its real spelling and every link on the way. */
  readonly refuseWrite?: (path: string) => string | undefined;
}

/** The machine's own files below the roots. */
export function createLocalFs({ roots, refuseWrite }: LocalFsOptions): Fs {
  return createConfinedFs(createConfinement(roots), refuseWrite);
}

/** The same over a confinement that was made some other way. */
export function createConfinedFs(
  confinement: Confinement,
  refuseWrite: LocalFsOptions["refuseWrite"] = () => undefined,
): Fs {
  const ground: WriteGround = {
    confinement,
    refuseWrite,
    swept: new Set(),
    newFileMode: 0o666 & ~process.umask(),
  };
  return {
    readText: (path) => readWholeText(confinement, path),
    readBytes: (path) => readWhole(confinement, path),
    open: (path) => openFile(confinement, path),
    stat: (path) => statPath(confinement, path),
    exists: (path) => pathExists(confinement, path),
    readdir: (path) => listFolder(confinement, path),
    writeFile: async (path, data) => {
      await replaceFile(ground, path, typeof data === "string" ? Buffer.from(data, "utf8") : data);
    },
    replace: (path, bytes, options) => replaceFile(ground, path, bytes, options),
    mkdir: (path) => makeFolder(ground, path),
    rm: (path, options) => remove(ground, path, options),
  };
}
