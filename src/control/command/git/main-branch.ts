import type { Word } from "../simple-command.ts";

/** Whether a name of a branch, or a pattern of names, is or may be main or master; an unknown one may. */
export function mayBeMain(name: string | undefined): boolean {
  if (name === undefined) return true;
  const short = name.replace(/^(?:refs\/)?(?:heads\/)?/, "");
  if (!short.includes("*")) return MAIN.includes(short);
  const [before = "", after = ""] = short.split("*", 2);
  // A star may stand for the folders in front, too.
  return MAIN.flatMap((main) => [main, `heads/${main}`]).some(
    (main) => main.startsWith(before) && main.endsWith(after) && main.length >= before.length + after.length,
  );
}

/** Whether one of these words names main or master for sure. */
export function namesMain(words: readonly Word[]): boolean {
  return words.some(({ text }) => text !== undefined && mayBeMain(text));
}

const MAIN: readonly string[] = ["main", "master"];
