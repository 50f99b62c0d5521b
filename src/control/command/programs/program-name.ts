import { posix } from "node:path";
import type { Word } from "../simple-command.ts";

/** Which program a command's first word means. */
export type ProgramName =
  /** One of the system, by its name. */
  | { readonly kind: "known"; readonly name: string }
  /** A file that is run, and the name it has. */
  | { readonly kind: "file"; readonly path: Word; readonly name: string };

/** Tells a program of the system from a file of the project; undefined when only running it would tell. */
export function programNameOf(word: Word): ProgramName | undefined {
  const { text } = word;
  if (text === undefined || text === "" || word.isPattern === true) return undefined;
  if (!text.includes("/")) return { kind: "known", name: withoutVersion(text) };
  const path = posix.normalize(text);
  const name = withoutVersion(posix.basename(path));
  return SYSTEM_FOLDERS.test(posix.dirname(path))
    ? { kind: "known", name }
    : { kind: "file", path: word, name };
}

const SYSTEM_FOLDERS =
  /^\/(?:usr\/(?:local\/)?)?(?:s?bin|lib(?:32|64|x32)?(?:\/[\w-]+-linux-\w+)?)$|^\/opt\/(?:homebrew|local)\/bin$|^\/(?:usr\/)?libexec$|^\/usr\/games$/;

const VERSIONED =
  /^(python|pypy|perl|ruby|php|lua|luajit|node|nodejs|pip|gcc|g\+\+|clang|clang\+\+|clang-format|clang-tidy|java|tclsh|bash|zsh|ksh|awk|sqlite|make|cmake|go|rustc|julia|Rscript|jq|vim|emacs|tar|grep|llvm-\w+)-?\d+(?:\.\d+)*$/;

const ZERO = 48;
const NINE = 57;

/** `python3.12` and `gcc-12` are python and gcc; the names of programs that end in a number keep it. */
function withoutVersion(name: string): string {
  if (name.startsWith("ld") && /^ld(?:-linux.*|-musl.*)?\.so(?:\.\d+)*$/.test(name)) return "ld.so";
  const last = name.charCodeAt(name.length - 1);
  if (last < ZERO || last > NINE) return name;
  return name === "sqlite3" ? name : (VERSIONED.exec(name)?.[1] ?? name);
}
