import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** Where everything about one workspace is remembered. */
export function workspaceFolder(folder: string, workspace: string): string {
  return join(folder, "workspaces", workspaceKey(workspace));
}

/** Told apart by the whole path, and by a name that a person can recognise. */
function workspaceKey(workspace: string): string {
  const path = realPath(workspace);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  const word = basename(path)
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .slice(0, 40);
  return `${word === "" ? "root" : word}-${hash}`;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
