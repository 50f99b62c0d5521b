import type { ProgramFacts } from "../../program-facts.ts";
import { type Call, type Describe, named, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { isOneOf } from "../arguments/word.ts";
import { placesGiven } from "./places-given.ts";
import { watchedRun } from "./python.ts";

/** A tool of the project: it runs the project's own code, so that only the places it is given matter, and other programs it is to use. */
const projectTool: Describe = ({ args }) =>
  allOf(
    placesGiven(args),
    args.some(({ text }) => TAKES_PROGRAM.test(text ?? "")) ? found("program.hidden") : {},
  );

/** A linker for rustc, an agent for the machine that javac runs on, a plugin that protoc calls. */
const TAKES_PROGRAM = /^(?:-C|--codegen=)?linker=|^-J-|^--plugin=[\w-]+=/;

/** Tools that check, test, build and format a project. */
export const PROJECT_TOOLS: Programs = {
  ...named(
    `mypy pyright pylint flake8 bandit nox nose2 pydocstyle radon vulture sphinx-build mkdocs stubgen
    tsc jest mocha ava tap c8 nyc karma jasmine cypress webpack rollup esbuild vite parcel swc babel next nuxt astro gatsby turbo knip publint oxlint depcheck madge typedoc jsdoc svelte-check
    tsup unbuild size-limit attw tsd npm-run-all run-s run-p elm elm-test gulp grunt lint-staged commitlint ninja meson ctest gradlew mvnw ant
    rustc rustdoc rustfmt gofmt goimports golangci-lint staticcheck clang-format cppcheck cpplint javac kotlinc scalac nasm
    protoc buf sqlc ctags etags rubocop rspec minitest phpunit phpstan psalm pint php-cs-fixer swiftlint ktlint detekt checkstyle flutter dart hugo jekyll mdbook
    dot bison flex yacc codespell vale`,
    projectTool,
  ),
  tox: ({ args }) =>
    allOf(
      placesGiven(args),
      args.some(({ text }) => /^(?:-x|--override)/.test(text ?? "")) ? found("code.inline") : {},
    ),
  coverage: ({ args }) => watchedRun(args),
  ...named("pytest py.test vitest playwright", tests),
  ...named(
    "black isort yapf autopep8 pyupgrade gofumpt oxfmt dprint stylua shfmt biome prettier eslint stylelint standard xo ruff",
    formatter,
  ),
};

/** Test runners with a debugger or a page to look at. */
function tests({ args }: Call): ProgramFacts {
  const debugs = args.some((word) =>
    isOneOf(word, "--pdb", "--trace", "--inspect", "--inspect-brk", "--debug", "codegen"),
  );
  const speaks = args.some((word) => isOneOf(word, "--ui", "--ui-host", "install", "show-report"));
  return allOf(placesGiven(args), debugs ? found("terminal.interactive") : {}, speaks ? { network: [] } : {});
}

/** Tools that put files in order change them where they are. */
function formatter({ args, name }: Call): ProgramFacts {
  const asked = args.some(({ text }) =>
    /^(?:--write|--fix|-w|-l?w|--apply|--in-place|-i|format|--fix-.*)$/.test(text ?? ""),
  );
  const always =
    ["black", "isort", "oxfmt", "stylua"].includes(name) &&
    !args.some(({ text }) => /^--(?:check|diff)/.test(text ?? ""));
  const places = args.filter(
    ({ text, source }) => !(text ?? source).startsWith("-") && /[./]/.test(text ?? "."),
  );
  return allOf(placesGiven(args), asked || always ? { writes: places } : {});
}
