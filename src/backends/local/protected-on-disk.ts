import { existsSync } from "node:fs";
import { join } from "node:path";
import { protectedReason } from "../../kernel/index.ts";

/** Why no tool may ever write this file, also where only the disk shows that it belongs to a repository. */
export function protectedOnDisk(path: string): string | undefined {
  return protectedReason(path, isGitFolder);
}

/** Looks for what git itself looks for. */
function isGitFolder(folder: string): boolean {
  const has = (name: string): boolean => existsSync(join(folder, name));
  return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
}
