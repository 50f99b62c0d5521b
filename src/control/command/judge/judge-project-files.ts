import { basename } from "node:path";
import type { Finding } from "../program-facts.ts";
import type { Hearing } from "./hearing.ts";
import { taintedCode } from "./taint-of.ts";

/** What speaks against a program that runs what the project's files say, when an earlier part has just written one. */
export function judgeProjectFiles(name: string, { written }: Hearing): readonly Finding[] {
  if (written === undefined) return NOTHING;
  const files = PROJECT_FILES.find(({ programs }) => programs.test(name))?.files;
  if (files === undefined) return NOTHING;
  const origins = [...written].flatMap(([path, origin]) => (files.test(basename(path)) ? [origin] : []));
  const taint = origins.find((origin) => origin !== "here");
  if (taint !== undefined) return [taintedCode(taint)];
  return origins.length === 0 ? [] : [WRITTEN];
}

const NOTHING: readonly Finding[] = Object.freeze([]);

const WRITTEN: Finding = {
  verdict: "ask",
  rule: "code.stream",
  reason: "it runs what the same command has just written to a file of the project",
};

const PROJECT_FILES: readonly { readonly programs: RegExp; readonly files: RegExp }[] = [
  { programs: /^g?make$/, files: /^(?:GNUm|m|M)akefile$|\.mk$/ },
  { programs: /^(?:npm|npx|pnpm|yarn|bun|node)$/, files: /^package\.json$|\.[cm]?[jt]s$/ },
  { programs: /^(?:vitest|jest|eslint|tsc|vite|webpack|rollup)$/, files: /\.[cm]?[jt]sx?$|^package\.json$/ },
  { programs: /^(?:pytest|tox|nox|python3?)$/, files: /\.py$|^(?:tox\.ini|setup\.cfg|pyproject\.toml)$/ },
  { programs: /^cargo$/, files: /^(?:build\.rs|Cargo\.toml)$/ },
  {
    programs: /^(?:just|task|rake|gradle|mvn|cmake)$/,
    files: /^(?:[Jj]ustfile|Taskfile\.ya?ml|Rakefile|pom\.xml|CMakeLists\.txt)$|\.gradle(?:\.kts)?$/,
  },
];
