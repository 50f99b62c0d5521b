import type { ContentQuery } from "../../../kernel/index.ts";
import { PRUNED } from "../walk/walk.ts";

/** Whether the root is a folder to walk or the one file to search. */
export type RootKind = "folder" | "file";

/** The arguments that make ripgrep print what a query asks for; `target` is relative to its working directory. */
export function ripgrepArguments(query: ContentQuery, kind: RootKind, target: string): string[] {
  return [
    ...ALWAYS,
    ...PRUNED.map((name) => `--glob=!${name}`),
    ...modeArguments(query),
    ...patternArguments(query),
    ...(kind === "folder" ? scopeArguments(query) : []),
    `--regexp=${query.pattern}`,
    "--",
    target,
  ];
}

/** True when only some names are searched; ripgrep then cannot tell cheaply what else it passed over. */
export function isFiltered(query: ContentQuery): boolean {
  return (query.types ?? []).length > 0 || (query.globs ?? []).some((glob) => !glob.startsWith("!"));
}

const ALWAYS = [
  "--no-config",
  "--color=never",
  "--no-heading",
  "--with-filename",
  "--null",
  "--sort=path",
  "--hidden",
  "--no-require-git",
  "--no-ignore-global",
  "--no-ignore-exclude",
  // Binary files are told apart afterwards, and only where they match.
  "--text",
  // What was found before the time was up must not die in a buffer.
  "--line-buffered",
];

function modeArguments({ mode, before = 0, after = 0 }: ContentQuery): string[] {
  if (mode === "files") return ["--files-with-matches"];
  if (mode === "count") return ["--count"];
  const context = before + after === 0 ? [] : [`--before-context=${before}`, `--after-context=${after}`];
  return ["--line-number", "--column", "--byte-offset", "--no-context-separator", ...context];
}

function patternArguments({ pattern, ignoreCase, multiline, dotAll }: ContentQuery): string[] {
  return [
    "--engine=auto",
    ...(ignoreCase === true ? ["--ignore-case"] : []),
    ...(multiline === true ? ["--multiline"] : []),
    ...(multiline === true && dotAll === true ? ["--multiline-dotall"] : []),
    // Only line ends care about carriage returns, and looking for them takes time.
    ...(pattern.includes("$") ? ["--crlf"] : []),
  ];
}

function scopeArguments(query: ContentQuery): string[] {
  const { globs = [], types = [], maxFileBytes } = query;
  return [
    ...(maxFileBytes === undefined ? [] : [`--max-filesize=${maxFileBytes}`]),
    ...globs.filter((glob) => glob.startsWith("!")).map((glob) => `--glob=${glob}`),
    ...types.map((type) => `--type=${type}`),
    ...(types.length === 0 ? nameArguments(globs) : []),
    ...(isFiltered(query) ? [] : ["--debug"]),
  ];
}

/** Names that mean the same to ripgrep and to us. */
const PLAIN_NAME = /^(?:[\w.*?-]|\{[\w.*?,-]+\})+$/;

/**
 * Lets ripgrep pass over files whose name cannot match. A made-up type is used because ripgrep's own globs would bring
 * back files that ignore rules hide; whole paths are compared afterwards.
 */
function nameArguments(globs: readonly string[]): string[] {
  const names = globs.filter((glob) => !glob.startsWith("!")).map((glob) => glob.split("/").at(-1) ?? "");
  if (names.length === 0 || !names.every((name) => PLAIN_NAME.test(name))) return [];
  return [...names.map((name) => `--type-add=deckhand:${name}`), "--type=deckhand"];
}
