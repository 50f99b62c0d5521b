import { readFile } from "node:fs/promises";
import { withinReach } from "./within-reach.ts";

/** The text of a file, or nothing when there is no such file. */
export function readIfThere(file: string): Promise<string | undefined> {
  return withinReach(file, async () => {
    try {
      return await readFile(file, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  });
}
