import { contains } from "../local/confinement.ts";

/** What is mounted in one place, as `mountinfo` tells it; special characters in paths stay as they are written there. */
export interface Mount {
  readonly device: string;
  /** Which part of the device's files is shown. */
  readonly root: string;
  readonly place: string;
  readonly kind: string;
}

/** Reads the text of `/proc/PID/mountinfo`. */
export function readMountTable(text: string): readonly Mount[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, , device = "", root = "", place = "", ...rest] = line.split(" ");
      return { device, root, place, kind: rest[rest.indexOf("-") + 1] ?? "" };
    });
}

/** What a bind of a path onto itself looks like in the table. */
export function boundOntoItself(table: readonly Mount[], path: string): Mount | undefined {
  const place = asWritten(path);
  const above = table.filter((mount) => contains(mount.place, place));
  const longest = Math.max(...above.map((mount) => mount.place.length));
  const mount = above.findLast((each) => each.place.length === longest);
  if (mount === undefined) return undefined;
  const below = mount.place === "/" ? place : place.slice(mount.place.length);
  return { ...mount, root: (mount.root === "/" ? below : mount.root + below) || "/", place };
}

/** The table spells what would end a field, and the backslash itself, in octal. */
function asWritten(path: string): string {
  return path.replaceAll(
    /[ \t\n\\]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
}
