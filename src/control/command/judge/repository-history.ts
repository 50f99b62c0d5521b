import type { Finding } from "../program-facts.ts";

/** What speaks against touching by hand what git keeps its history in; undefined elsewhere. A lock that an unfinished command left is none of it. */
export function judgeHistory(op: "write" | "delete", path: string): Finding | undefined {
  if (!path.includes("/.") || path.endsWith(".lock")) return undefined;
  const isHistory = HISTORY.test(path);
  if (op === "delete" && isHistory) {
    return { verdict: "deny", rule: "git.destroy-history", reason: "it destroys history for good" };
  }
  return isHistory || POSITION.test(path) ? BY_HAND : undefined;
}

/** Commits, what leads to them and the record of where that pointed before, of the repository and of those in it. */
const HISTORY = /\/\.git\/(?:.*\/)?(?:objects|refs|logs|packed-refs|modules|lfs)(?:\/|$)/i;

/** Where work stands. */
const POSITION = /\/\.git\/(?:.*\/)?(?:HEAD|index)$/i;

const BY_HAND: Finding = {
  verdict: "ask",
  rule: "git.plumbing",
  reason: "it changes the repository in a way the ordinary commands do not",
};
