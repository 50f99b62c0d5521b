import { resolve } from "node:path";
import type { Word } from "../simple-command.ts";
import { type Folder, valueOf } from "./scope.ts";
import type { Place, Walker } from "./walker.ts";

/** Follows `cd`, `pushd` and `popd`. */
export function changeFolder(
  program: string,
  args: readonly Word[],
  { scope }: Place,
  { home, workspace }: Walker,
): void {
  const before = scope.folder;
  const target = args.find(({ text }) => text === undefined || /^(?!-)|^-$|^-\d/.test(text));
  if (program === "pushd") scope.pushed = [before, ...scope.pushed];
  if (program === "popd") {
    scope.folder = target === undefined ? scope.pushed[0] : undefined;
    scope.pushed = scope.pushed.slice(1);
  } else {
    const after = folderAfter(target, scope.previous, before, valueOf(scope, "HOME")?.text ?? home);
    scope.folder =
      target?.isPattern === true && !after?.every((folder) => isPlainMatch(folder, workspace))
        ? undefined
        : after;
  }
  scope.previous = before;
}

function folderAfter(target: Word | undefined, previous: Folder, before: Folder, home: string): Folder {
  if (target === undefined) return [home];
  const { text } = target;
  if (text === "-") return previous;
  if (text === undefined || /^[-+]\d/.test(text)) return undefined;
  if (text.startsWith("/")) return [resolve(text)];
  return before?.every((folder) => folder.length < LONGEST_PATH) === true
    ? before.map((folder) => resolve(folder, text))
    : undefined;
}

/** Whether a pattern can only mean folders of the workspace that are not hidden. */
function isPlainMatch(pattern: string, workspace: string): boolean {
  return pattern.startsWith(`${workspace}/`) && !pattern.slice(workspace.length).includes("/.");
}

/** No folder is deeper; without a bound, many steps would cost their square. */
const LONGEST_PATH = 4096;
