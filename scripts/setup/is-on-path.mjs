import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where servers live, which an ordinary user's PATH leaves out. */
const SYSTEM_FOLDERS = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/**
 * True when a folder of PATH, or one of the system's own, holds an executable file of this name.
 * @param {string} program
 */
export function isOnPath(program) {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...SYSTEM_FOLDERS];
  return folders.some((folder) => isExecutable(join(folder, program)));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
