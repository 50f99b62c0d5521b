import { basename, join } from "node:path";
import { type Anchor, auditKeyFrom, type ControlStore, parseAuditKey } from "../../control/index.ts";
import { createFileAnchor, keepKeyFile, readKeyFile, workspaceFolder } from "../../store/index.ts";

/** Where everything about the calls of one workspace is kept. */
export interface RecordPlace {
  readonly stateFolder: string;
  /** The file of the store. */
  readonly database: string;
  /** The file that notes the end of the trail, apart from the trail. */
  readonly anchor: string;
}

/** Where the records of a workspace lie below a state folder. */
export function recordPlaceOf(stateFolder: string, cwd: string): RecordPlace {
  const folder = workspaceFolder(stateFolder, cwd);
  return {
    stateFolder,
    database: join(folder, "deckhand.db"),
    anchor: join(stateFolder, "anchors", `${basename(folder)}.json`),
  };
}

/** What a trail is written and verified with. */
export interface Trail {
  readonly key: Uint8Array;
  readonly anchor: Anchor;
}

/** The key and the anchor of a trail to write to; the key is made for the first record of all, and never again. */
export async function openTrail(
  { stateFolder, anchor }: RecordPlace,
  store: Pick<ControlStore, "auditHead">,
): Promise<Trail> {
  const { key, fresh } = auditKeyFrom(await readKeyFile(stateFolder), await store.auditHead());
  return {
    key: fresh === undefined ? key : parseAuditKey(await keepKeyFile(stateFolder, fresh)),
    anchor: createFileAnchor(anchor),
  };
}
