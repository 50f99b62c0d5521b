import { spawnSync } from "node:child_process";
import { isOnPath } from "../scripts/setup/is-on-path.mjs";

/** True when every named program is on PATH and every named capability works: `it.skipIf(!needs("git"))`. */
export function needs(...names: readonly string[]): boolean {
  return missing(names).length === 0;
}

/** The names among these that this machine lacks; the closing report prints them as the reason of a skip. */
export function missing(names: readonly string[]): string[] {
  return names.filter((name) => !(CAPABILITIES.get(name)?.() ?? isOnPath(name)));
}

/** Names that are no program: what the tests' user must be, or may do. */
const CAPABILITIES: ReadonlyMap<string, () => boolean> = new Map([
  ["root", () => process.getuid?.() === 0],
  ["namespaces", () => spawnSync("unshare", ["--fork", "--pid", "--mount", "true"]).status === 0],
]);
