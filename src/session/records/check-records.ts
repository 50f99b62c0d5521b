import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { findStoreDamage, stateFolder as usualStateFolder } from "../../store/index.ts";
import { recordPlaceOf } from "./open-trail.ts";
import type { RecordsPlace } from "./open-records.ts";

/** How the store of a workspace does. */
export interface RecordsHealth {
  readonly file: string;
  /** Nothing where nothing was ever recorded. */
  readonly bytes: number | undefined;
  /** What is wrong with the file, in SQLite's words. */
  readonly damage: readonly string[];
}

/** Looks whether the store of a workspace is whole; one that cannot be opened is a fault, and none is made. */
export async function checkRecords({
  cwd,
  stateFolder = usualStateFolder(),
}: RecordsPlace): Promise<RecordsHealth> {
  const { database: file } = recordPlaceOf(stateFolder, resolve(cwd));
  const bytes = await sizeOf(file);
  return { file, bytes, damage: bytes === undefined ? [] : await findStoreDamage(file) };
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
