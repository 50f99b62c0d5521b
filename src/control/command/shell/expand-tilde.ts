import { basename } from "node:path";
import type { Expansion } from "./expansion.ts";
import { onlyFolder, valueOf } from "./scope.ts";

/** A text that begins with an unquoted `~`, with the folder that stands for in its place; undefined when it cannot be told. */
export function expandTilde(text: string, at: Expansion): string | undefined {
  const slash = text.indexOf("/");
  const name = text.slice(1, slash === -1 ? text.length : slash);
  const folder = folderOf(name, at);
  return folder === undefined ? undefined : folder + (slash === -1 ? "" : text.slice(slash));
}

function folderOf(name: string, { scope, home }: Expansion): string | undefined {
  switch (name) {
    case "":
      return valueOf(scope, "HOME")?.text ?? home;
    case "+":
      return onlyFolder(scope.folder);
    case "-":
      return onlyFolder(scope.previous);
    case "root":
      return "/root";
    default:
      // Where people's folders are is a custom, and good enough to see that this is one.
      return name === basename(home) ? home : `/home/${name}`;
  }
}
