/** The start-up files of shells: whoever writes one runs code in the next terminal. */
export const STARTUP_FILES: readonly string[] = [
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
  ".mkshrc",
  ".envrc",
  "config.fish",
];

/** Start-up files that only their folder tells apart. */
const SHELL_PLACES = /^\/etc\/(?:profile|profile\.d|bash\.bashrc|environment|zsh)(?:\/|$)|\/fish\/conf\.d\//;

/** Below `.deckhand/`, what tools may write all the same. */
const SCRATCH = "scratch";

/** Deckhand's folders in a home folder. */
const DECKHAND_PLACES = /\/\.(?:config|local\/state)\/deckhand(?:\/|$)/;

/** git's files for every repository of a user. */
const GIT_USER_FILES = /\/(?:\.gitconfig|\.config\/git\/config)$/;

/** Settings of a repository, and the files that say where its settings are. */
const GIT_CONTROL_FILE = /^(?:config(?:\.worktree|\.lock)?|commondir|gitdir)$/;

/** Tells whether a folder is a repository's own, whatever it is called. */
export type IsGitFolder = (folder: string) => boolean;

/** Why no tool may ever write this file, or undefined when nothing forbids it. */
export function protectedReason(path: string, isGitFolder: IsGitFolder = NO_GIT_FOLDER): string | undefined {
  if (isGitFolder === NO_GIT_FOLDER && isPlainlyFree(path)) return undefined;
  const parts = path.split("/").filter((part) => part !== "");
  const folded = parts.map(foldName);
  const whole = `/${folded.join("/")}`;
  if (isDeckhandState(folded) || DECKHAND_PLACES.test(whole)) {
    return "Deckhand's own configuration and state are never written by a tool";
  }
  if (isInDotGit(folded) || isInGitFolder(parts, isGitFolder) || GIT_USER_FILES.test(whole)) {
    return "git's configuration and hooks are never written by a tool";
  }
  if (STARTUP_FILES.includes(folded.at(-1) ?? "") || SHELL_PLACES.test(whole)) {
    return "shell start-up files are never written by a tool";
  }
  return undefined;
}

const NO_GIT_FOLDER: IsGitFolder = () => false;

/** Nearly every path has no name in it that begins with a dot or is one of the few others, and one look shows that. */
function isPlainlyFree(path: string): boolean {
  return PLAIN.test(path) && !MAYBE_GUARDED.test(path);
}

/** Every start-up file begins with a dot but this kind, and so do the folders of git and Deckhand. */
const MAYBE_GUARDED = new RegExp(
  [
    String.raw`(?:^|/)\.`,
    ...STARTUP_FILES.filter((name) => !name.startsWith(".")),
    String.raw`^/*etc/|fish/`,
  ].join("|"),
  "i",
);

/** Spells a name as a disk does that ignores case and invisible characters; rules about names compare these. */
export function foldName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  return name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase();
}

/** Nearly every name, for which folding is only a matter of case. */
const PLAIN = /^[\u0020-\u007E]*$/;

function isDeckhandState(parts: readonly string[]): boolean {
  return parts.some((part, at) => part === ".deckhand" && parts[at + 1] !== SCRATCH);
}

/** Covers worktrees and submodules too, which keep theirs deeper inside `.git`. */
function isInDotGit(parts: readonly string[]): boolean {
  return parts.some((part, at) => {
    if (part !== ".git") return false;
    const inside = parts.slice(at + 1);
    return inside.length === 0 || inside.includes("hooks") || GIT_CONTROL_FILE.test(inside.at(-1) ?? "");
  });
}

/** Bare repositories, and those that a link or a `.git` file points to; without its HEAD one is no longer known as such. */
function isInGitFolder(parts: readonly string[], isGitFolder: IsGitFolder): boolean {
  return parts.some((part, at) => {
    const name = foldName(part);
    const isLast = at === parts.length - 1;
    const isControl = name === "hooks" || (isLast && (name === "head" || GIT_CONTROL_FILE.test(name)));
    return isControl && isGitFolder(`/${parts.slice(0, at).join("/")}`);
  });
}
