import { posix } from "node:path";
import { FsFault, type FsFaultPlace } from "../kernel/index.ts";

/** The path with its dots resolved by text; one that no call can use is refused. */
export function plainPath(path: string, place: FsFaultPlace): string {
  if (path.includes("\0")) throw badPathFault(place, "path holds a NUL byte");
  // Encoding would turn it into another character, and so into another file's name.
  if (/\p{Cs}/u.test(path)) throw badPathFault(place, "path holds half of a character");
  if (!path.startsWith("/")) throw badPathFault(place, "path is not absolute");
  return posix.resolve(path);
}

/** The same for files that will be read or changed: their names must be printable. */
export function printablePath(path: string, place: FsFaultPlace): string {
  const plain = plainPath(path, place);
  if (/\p{Cc}/u.test(plain)) throw badPathFault(place, "path holds a control character");
  return plain;
}

/** Shows the path with its control characters visible. */
function badPathFault(place: FsFaultPlace, saying: string): FsFault {
  const shown = {
    ...place,
    path: JSON.stringify(place.path)
      .slice(1, -1)
      .replaceAll(/\p{Cc}/gu, escaped),
  };
  return new FsFault("EINVAL", shown, { code: "invalid_input", saying, hint: "Correct the path." });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
