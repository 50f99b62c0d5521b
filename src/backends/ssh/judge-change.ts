import type { FsFaultPlace, protectedReason } from "../../kernel/index.ts";
import { refuseChange } from "../local/refuse-change.ts";
import type { Channel } from "./channel.ts";

/** Tells whether a folder is a repository's own. */
type IsGitFolder = NonNullable<Parameters<typeof protectedReason>[1]>;

/** Why a path must not be changed, or undefined when it may. */
export type RefuseWrite = (path: string, isGitFolder: IsGitFolder) => string | undefined;

/** Refuses a change that the rule forbids under any of its names; which folders are repositories, the host is asked. */
export async function judgeChange(
  channel: Channel,
  refuseWrite: RefuseWrite,
  names: readonly string[],
  place: FsFaultPlace,
): Promise<void> {
  const asked = new Set<string>();
  const judge = (isGitFolder: IsGitFolder): void =>
    refuseChange({ refuseWrite: (path) => refuseWrite(path, isGitFolder) }, names, place);
  judge((folder) => {
    asked.add(folder);
    return false;
  });
  if (asked.size === 0) return;
  const { head } = await channel.ask("git", { folders: [...asked] });
  const repositories = new Set(head["repositories"] as readonly string[]);
  if (repositories.size > 0) judge((folder) => repositories.has(folder));
}
