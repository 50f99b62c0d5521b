import type { Flag } from "./flag.ts";
import type { FindOtherTool } from "./other-tools.ts";

/** What is suspicious about a text: what it says itself, and which of the others it talks about. */
export interface FlagSources {
  /** Found once, whoever else is there. */
  readonly own: () => readonly Flag[];
  readonly others: (find: FindOtherTool) => readonly Flag[];
  /** Finds those that are there now. */
  readonly find: () => FindOtherTool;
}

/** Flags that stay right while other servers come and go: they are looked for again only when others are there. */
export function flagsAmong({ own, others, find }: FlagSources): () => readonly Flag[] {
  let known: { readonly among: FindOtherTool; readonly flags: readonly Flag[] } | undefined;
  let said: readonly Flag[] | undefined;
  return () => {
    const among = find();
    if (known?.among !== among) known = { among, flags: [...(said ??= own()), ...others(among)] };
    return known.flags;
  };
}
