import { contains } from "../local/confinement.ts";

/** What is mounted in one place, as `mountinfo` tells it; special characters in paths stay as they are written there. */
export interface Mount {
  readonly device: string;
  /** Which part of the device's files is shown. */
  readonly root: string;
  readonly place: string;
}

/** Reads the text of `/proc/PID/mountinfo`. */
export function readMountTable(text: string): readonly Mount[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, , device = "", root = "", place = ""] = line.split(" ");
      return { device, root, place };
    });
}

/** What a bind of a path looks like in the table, onto itself or onto another one. */
export function boundOnto(table: readonly Mount[], from: string, onto = from): Mount | undefined {
  const path = asWritten(from);
  const above = table.filter((mount) => contains(mount.place, path));
  const longest = Math.max(...above.map((mount) => mount.place.length));
  const mount = above.findLast((each) => each.place.length === longest);
  if (mount === undefined) return undefined;
  const below = mount.place === "/" ? path : path.slice(mount.place.length);
  const root = (mount.root === "/" ? below : mount.root + below) || "/";
  return { ...mount, root, place: asWritten(onto) };
}

/** What a bind of a path brings along, since it is mounted in there. */
export function mountedBelow(table: readonly Mount[], from: string, onto = from): readonly Mount[] {
  const [path, place] = [asWritten(from), asWritten(onto)];
  return table
    .filter((mount) => mount.place.startsWith(`${path}/`))
    .map((mount) => ({ ...mount, place: place + mount.place.slice(path.length) }));
}

/** The table spells what would end a field, and the backslash itself, in octal. */
function asWritten(path: string): string {
  return path.replaceAll(
    /[ \t\n\\]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
}
