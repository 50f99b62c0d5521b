/** The start-up files of shells: whoever writes one runs code in the next terminal. */
const SHELL_FILES = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".cshrc",
  ".tcshrc",
  ".login",
  ".kshrc",
  ".envrc",
  "config.fish",
];

/** Below `.deckhand/`, what tools may write all the same. */
const SCRATCH = "scratch";

/** Why no tool may ever write this file, or undefined when nothing forbids it. */
export function protectedReason(path: string): string | undefined {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
  const name = parts.at(-1) ?? "";
  if (isDeckhandState(parts)) return "Deckhand's own configuration and state are never written by a tool";
  if (isGitControl(parts)) return "git's configuration and hooks are never written by a tool";
  if (SHELL_FILES.includes(name)) return "shell start-up files are never written by a tool";
  return undefined;
}

function isDeckhandState(parts: readonly string[]): boolean {
  const at = parts.indexOf(".deckhand");
  return at >= 0 && parts[at + 1] !== SCRATCH;
}

/** Covers worktrees and submodules too, which keep theirs deeper inside `.git`. */
function isGitControl(parts: readonly string[]): boolean {
  const at = parts.lastIndexOf(".git");
  if (at < 0) return false;
  const inside = parts.slice(at + 1);
  return (
    inside.length === 0 ||
    inside.some((part) => part === "hooks") ||
    /^config(?:\.worktree|\.lock)?$/.test(inside.at(-1) ?? "")
  );
}
