import { isWithin } from "../../policy/is-within.ts";
import type { Surroundings } from "../program-facts.ts";

/** Whether a path lies in the workspace or in a folder that counts as such. */
export function isInside(path: string, { workspace, extraRoots }: Surroundings): boolean {
  // Nearly every path does, and that is seen without taking it apart.
  if (path.startsWith(workspace) && !path.includes("/..")) {
    if (path.length === workspace.length || path.charAt(workspace.length) === "/") return true;
  }
  return isWithin(path, workspace) || extraRoots?.some((root) => isWithin(path, root)) === true;
}
