import { normalize } from "node:path";

/** Tells whether a path is a folder or lies below it, by whole names: `/ws-old` is not within `/ws`. */
export function isWithin(path: string, folder: string): boolean {
  return asFolder(path).startsWith(asFolder(folder));
}

/** The same, but the folder itself does not count. */
export function isBelow(path: string, folder: string): boolean {
  return isWithin(path, folder) && !isWithin(folder, path);
}

/** With a slash at its end, so that a name is only compared as a whole. */
function asFolder(path: string): string {
  const plain = normalize(path);
  return plain.endsWith("/") ? plain : `${plain}/`;
}
