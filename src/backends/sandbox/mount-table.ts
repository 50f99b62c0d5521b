import { contains } from "../local/confinement.ts";

/** What is mounted in one place, as `mountinfo` tells it; special characters in paths stay as they are written there. */
export interface Mount {
  readonly id: string;
  /** The mount that it lies in. */
  readonly parent: string;
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
      const [id = "", parent = "", device = "", root = "", place = ""] = line.split(" ");
      return { id, parent, device, root, place };
    });
}

/** What a bind of a path looks like in the table, onto itself or onto another one. */
export function boundOnto(table: readonly Mount[], from: string, onto = from): Mount | undefined {
  const path = asWritten(from);
  const mount = mountOf(table, path);
  if (mount === undefined) return undefined;
  const below = mount.place === "/" ? path : path.slice(mount.place.length);
  const root = (mount.root === "/" ? below : mount.root + below) || "/";
  return { ...mount, root, place: asWritten(onto) };
}

/** The mount that a path leads to, found as the kernel does: one that is covered, or lies in a covered one, is not met. */
function mountOf(table: readonly Mount[], path: string): Mount | undefined {
  const roots = table.filter(({ place }) => place === "/");
  let met = roots.find(({ parent }) => !roots.some(({ id }) => id === parent));
  for (let next = met; next !== undefined; next = nearestIn(table, next, path)) met = next;
  return met;
}

function nearestIn(table: readonly Mount[], { id }: Mount, path: string): Mount | undefined {
  const inside = table.filter((mount) => mount.parent === id && contains(mount.place, path));
  return inside.toSorted((a, b) => a.place.length - b.place.length)[0];
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
