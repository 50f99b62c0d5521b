import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import type { Call, Describe } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsWords } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { partOf } from "../arguments/word.ts";

/** Runs a program of the project's packages, as npx does. */
export const executor: Describe = (call) => runsPackageProgram(call.args, call, false);

const EXECUTOR = optionTable(
  "-qyrb --yes -p,--package= -c,--call,--shell-mode=script --no --no-install --offline --prefer-offline --quiet --ignore-existing --shell=hidden --node-options!code.library= -w,--workspace= --workspaces --silent --bun --help --version",
);

/** A program that is not among the project's packages would be fetched first, or be one of the system. */
export function runsPackageProgram(
  args: readonly Word[],
  { surroundings }: Call,
  alwaysFetches: boolean,
): ProgramFacts {
  const parsed = parseArguments(args, EXECUTOR, { optionsFirst: true });
  const [program, ...rest] = parsed.operands;
  if (program === undefined)
    return hasOption(parsed, "-c", "--help", "--version")
      ? factsOfOptions(parsed)
      : found("terminal.interactive");
  const mayFetch = !hasOption(parsed, "--no", "--no-install", "--offline");
  const isLocal =
    isInstalled(program, surroundings.localPrograms) && !alwaysFetches && !hasOption(parsed, "-p");
  const words = isLocal
    ? [partOf(program, `node_modules/.bin/${program.text ?? ""}`), ...rest]
    : [program, ...rest];
  return allOf(
    factsOfOptions(parsed),
    runsWords(words),
    isLocal || !mayFetch ? {} : { network: [...valuesOf(parsed, "-p"), program] },
  );
}

/** Without a list of what is installed only the tools every project has are taken to be. */
function isInstalled({ text }: Word, installed: readonly string[] | undefined): boolean {
  return text !== undefined && (installed ?? USUAL).includes(text);
}

const USUAL =
  "tsc vitest jest eslint prettier mocha vite tsx ts-node playwright cypress webpack rollup esbuild oxlint oxfmt biome next nuxt astro turbo knip publint lint-staged nyc c8 ava tap stylelint".split(
    " ",
  );
