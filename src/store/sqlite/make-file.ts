import { chmodSync, closeSync, fsyncSync, openSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../kernel/index.ts";
import { makeFolder } from "../make-folder.ts";

/**
 * Makes a file that only this user can read, and the folders that are missing, where there is none yet.
 * All of it in one go: to close a file that SQLite has open in this process would take its locks away.
 */
export function makeFile(file: string): void {
  try {
    makeFolder(dirname(file));
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    syncFolder(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(file, error);
  }
}

/** Takes the file from everyone else; what its owner may do is left to them: it may be read-only on purpose. */
export function shutOthersOut(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(file, mode & 0o700);
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Without this a power cut could take the name of the file, and with it what was synced inside. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unusable(file: string, cause: unknown): Fault {
  return new Fault("unavailable", `The store ${file} cannot be used: ${(cause as Error).message}.`, {
    hint: "Give this user the right to write the file and its folder, or use another store.",
    cause,
  });
}
