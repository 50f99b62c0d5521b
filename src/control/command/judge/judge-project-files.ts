import { basename } from "node:path";
import type { Finding } from "../program-facts.ts";
import type { SimpleCommand, Word } from "../simple-command.ts";
import type { Hearing, Origin } from "./hearing.ts";
import { taintedCode } from "./taint-of.ts";

/** What speaks against a program that runs what the project's files say, when an earlier part has just written one. */
export function judgeProjectFiles(
  { words }: SimpleCommand,
  name: string,
  { written }: Hearing,
): readonly Finding[] {
  if (written === undefined || isChecking(words, name)) return NOTHING;
  const found = PROJECT_FILES.find(({ programs }) => programs.test(name));
  if (found === undefined) return NOTHING;
  const origins = [...written].flatMap(([path, origin]) => (isRunBy(found, path, origin) ? [origin] : []));
  const taint = origins.find((origin) => origin === "network" || origin === "decoded");
  if (taint !== undefined) return [taintedCode(taint)];
  return origins.length === 0 ? [] : [WRITTEN];
}

/** Checking types runs nothing of what it reads. */
function isChecking(words: readonly Word[], name: string): boolean {
  return (
    name === "npx" && words.find(({ text }, at) => at > 0 && text?.startsWith("-") !== true)?.text === "tsc"
  );
}

/** Changing code of the project and testing it is ordinary work; what says which commands are run is not. */
function isRunBy({ files, folder }: ProjectFiles, path: string, origin: Origin): boolean {
  const name = basename(path);
  if (origin === "edited" && SOURCES.test(name)) return false;
  return files.test(name) || folder?.test(path) === true;
}

const SOURCES = /\.(?:[cm]?[jt]sx?|py)$/;

const NOTHING: readonly Finding[] = Object.freeze([]);

const WRITTEN: Finding = {
  verdict: "ask",
  rule: "code.stream",
  reason: "it runs what the same command has just written to a file of the project",
};

interface ProjectFiles {
  readonly programs: RegExp;
  readonly files: RegExp;
  /** Paths whose files are run whatever they are called. */
  readonly folder?: RegExp;
}

const PROJECT_FILES: readonly ProjectFiles[] = [
  { programs: /^g?make$/, files: /^(?:GNUm|m|M)akefile$|\.mk$/ },
  {
    programs: /^(?:npm|npx|pnpm|yarn|bun|node)$/,
    files: /^package\.json$|\.[cm]?[jt]s$/,
    folder: /\/node_modules\//,
  },
  { programs: /^(?:vitest|jest|eslint|vite|webpack|rollup)$/, files: /\.[cm]?[jt]sx?$|^package\.json$/ },
  { programs: /^(?:pytest|tox|nox|python3?)$/, files: /\.py$|^(?:tox\.ini|setup\.cfg|pyproject\.toml)$/ },
  { programs: /^cargo$/, files: /^(?:build\.rs|Cargo\.toml)$/ },
  {
    programs: /^(?:just|task|rake|gradle|mvn|cmake)$/,
    files: /^(?:[Jj]ustfile|Taskfile\.ya?ml|Rakefile|pom\.xml|CMakeLists\.txt)$|\.gradle(?:\.kts)?$/,
  },
];
