import { isAbsolute, relative, resolve } from "node:path";
import type { Word } from "../simple-command.ts";

/** Which files of a repository some words mean, by names from its root. */
export interface Pathspec {
  covers(file: string): boolean;
}

/** Where the words stand. */
export interface PathspecPlace {
  /** The root of the work tree. */
  readonly root: string;
  readonly cwd: string | undefined;
}

/** Reads path arguments as git does: folders mean what they hold, `*` any characters, `:!` takes out again. */
export function pathspecOf(words: readonly Word[], place: PathspecPlace): Pathspec {
  const parts = words.map((word) => partOf(word, place));
  const [wanted, taken] = [parts.filter(({ isOut }) => !isOut), parts.filter(({ isOut }) => isOut)];
  return {
    covers: (file) =>
      (wanted.length === 0 ? taken.length > 0 : wanted.some((part) => part.matches(file))) &&
      !taken.some((part) => part.matches(file)),
  };
}

interface Part {
  readonly isOut: boolean;
  matches(file: string): boolean;
}

function partOf(word: Word, place: PathspecPlace): Part {
  if (word.text === undefined) return { isOut: false, matches: () => true };
  const [, long, short = "", path = ""] = /^(?::\(([^)]*)\)|:([!^/]*):?)?(.*)$/s.exec(word.text) ?? [];
  const magic = long?.split(",") ?? [];
  const isOut = /[!^]/.test(short) || magic.includes("exclude");
  const fromTop = short.includes("/") || magic.includes("top");
  // Magic that is not looked into never takes files out, and always takes them in.
  if (magic.some((name) => !["exclude", "top", "", "glob", "literal"].includes(name)))
    return { isOut, matches: () => !isOut };
  const name = nameFromRoot(path, { ...place, cwd: fromTop ? place.root : place.cwd });
  return { isOut, matches: name === undefined ? () => !isOut : matcherOf(name, word.isPattern === true) };
}

/** Undefined when it cannot be told. */
function nameFromRoot(path: string, { root, cwd }: PathspecPlace): string | undefined {
  if (cwd === undefined && !isAbsolute(path)) return undefined;
  return relative(root, resolve(cwd ?? root, path));
}

/** A pattern of the shell stays within one folder and leaves out hidden names; one of git does neither. A folder means what it holds. */
function matcherOf(name: string, isShell: boolean): (file: string) => boolean {
  if (name === "" || name.startsWith("..")) return () => true;
  const parts = name.split("/");
  if (!isShell)
    return (file) => foldersOf(file).some((folder) => folder === name || matchesPattern(name, folder));
  return (file) => {
    const names = file.split("/");
    return parts.every((part, at) => matchesShell(part, names[at]));
  };
}

/** A path and all folders it lies in. */
function foldersOf(file: string): readonly string[] {
  const parts = file.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

function matchesShell(pattern: string, name: string | undefined): boolean {
  if (name === undefined || (name.startsWith(".") && !pattern.startsWith("."))) return false;
  return pattern === name || matchesPattern(pattern, name);
}

/** Stars, question marks and brackets, in time that grows with both lengths only; a bracket is taken for any character. */
function matchesPattern(pattern: string, text: string): boolean {
  const signs = pattern.match(/\[!?\]?[^\]]*\]|\\?[^]/g) ?? [];
  let [at, from, star, back] = [0, 0, -1, 0];
  while (from < text.length) {
    const sign = signs[at];
    if (sign === "*") [star, back, at] = [at, from, at + 1];
    else if (sign !== undefined && matchesSign(sign, text.charAt(from))) [at, from] = [at + 1, from + 1];
    else if (star >= 0) [at, back, from] = [star + 1, back + 1, back + 1];
    else return false;
  }
  return signs.slice(at).every((sign) => sign === "*");
}

function matchesSign(sign: string, character: string): boolean {
  return sign === "?" || sign.length > 2 || sign.replace(/^\\(?=.)/s, "") === character;
}
