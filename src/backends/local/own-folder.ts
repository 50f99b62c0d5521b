import { dirname, join, relative } from "node:path";
import { type Fs, isFsFault } from "../../kernel/index.ts";
import { type Confinement, contains, createConfinement } from "./confinement.ts";
import { createConfinedFs } from "./local-fs.ts";

/** A folder `<workspace>/.deckhand/<name>` that Deckhand keeps for itself. */
export interface OwnFolder {
  readonly confinement: Confinement;
  /** Writes nowhere but in Deckhand's own folder: a planted link in it leads to no other file. */
  readonly fs: Fs;
  /** Its path without links. */
  readonly real: string;
}

/** Finds one of Deckhand's own folders, whether it exists or not. */
export function ownFolder(folder: string): OwnFolder {
  const workspace = dirname(dirname(folder));
  const confinement = createConfinement([workspace]);
  const real = join(confinement.roots[0] ?? workspace, relative(workspace, folder));
  const refuseWrite = (path: string): string | undefined =>
    contains(dirname(real), path) ? undefined : `this is kept in ${dirname(real)} only`;
  return { confinement, fs: createConfinedFs(confinement, refuseWrite), real };
}

/** Makes one of Deckhand's own folders, out of sight of git. */
export async function makeOwnFolder({ fs, real }: OwnFolder): Promise<void> {
  await fs.mkdir(real);
  const ignoreFile = join(dirname(real), ".gitignore");
  await fs.replace(ignoreFile, Buffer.from("*\n"), { expect: "absent" }).catch((error: unknown) => {
    if (!isFsFault(error, "EEXIST")) throw error;
  });
}
