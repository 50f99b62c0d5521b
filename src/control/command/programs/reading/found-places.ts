import { posix } from "node:path";
import type { Surroundings } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { partOf } from "../arguments/word.ts";

/** A place below a folder that is not known by name, to judge what happens to things found there; a folder that stands for everything stays itself. */
export function somethingIn(folder: Word, surroundings: Surroundings, name = "found"): Word {
  const { text } = folder;
  if (text === undefined) return folder;
  return standsForEverything(text, surroundings)
    ? folder
    : partOf(folder, `${text.replace(/\/+$/, "")}/${name}`);
}

/** The root, the home folder and the repository's own folder are lost as a whole when anything in them may be touched. */
function standsForEverything(text: string, { home }: Surroundings): boolean {
  const path = posix.normalize(`${text}/`).replace(/(?<=.)\/$/, "");
  return path === "/" || path === posix.normalize(home) || path === "~" || posix.basename(path) === ".git";
}
