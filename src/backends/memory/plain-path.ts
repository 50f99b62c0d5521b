import { posix } from "node:path";
import type { FsFaultPlace } from "../../kernel/index.ts";
import { badPathFault } from "../local/fs-faults.ts";

/** The path with its dots resolved by text; one that no call can use is refused. */
export function plainPath(path: string, place: FsFaultPlace): string {
  if (path.includes("\0")) throw badPathFault(place, "path holds a NUL byte");
  if (!path.startsWith("/")) throw badPathFault(place, "path is not absolute");
  return posix.resolve(path);
}

/** The same for paths that will be changed: their names must be printable. */
export function plainPathToChange(path: string, place: FsFaultPlace): string {
  const plain = plainPath(path, place);
  if (/\p{Cc}/u.test(plain)) throw badPathFault(place, "path holds a control character");
  return plain;
}
