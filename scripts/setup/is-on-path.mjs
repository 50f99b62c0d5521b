import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * True when a folder of PATH holds an executable file of this name.
 * @param {string} program
 */
export function isOnPath(program) {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => isExecutable(join(folder, program)));
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
