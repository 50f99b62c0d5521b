import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, named, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found, runsFile, runsWords } from "../arguments/facts.ts";
import { isOneOf, literal, partOf } from "../arguments/word.ts";
import { assignmentOf } from "../wrapping/env.ts";
import { placesGiven } from "./places-given.ts";

const MAKE = `-bBdeikLmnNpqrRsStvw -f,--file,--makefile=file -C,--directory=file -I,--include-dir=file -o,--old-file,--assume-old= -W,--what-if,--new-file,--assume-new= -j[=] --jobs[=] -l[=] --load-average[=] --max-load[=] -O[=]
  --output-sync[=] -E,--eval!code.inline= --always-make --debug[=] --environment-overrides --ignore-errors --keep-going --check-symlink-times --just-print --dry-run --recon --no-print-directory --print-directory --print-data-base --question
  --no-builtin-rules --no-builtin-variables --silent --quiet --no-silent --no-keep-going --stop --touch --trace --warn-undefined-variables`;

/** Programs that build by rules of the project. */
export const BUILDERS: Programs = {
  ...named(
    "make gmake bmake",
    programWith(MAKE, ({ operands }) =>
      allOf(
        operands.some(switchesPrograms) ? found("program.hidden") : {},
        ...operands.map(factsOfProgramVariable),
        operands.some(({ text }) => text === undefined) ? found("arguments.computed") : {},
      ),
    ),
  ),
  cmake,
  ...named("mvn gradle sbt", ({ args }) => {
    const texts = args.map(({ text }) => text ?? "");
    const speaks = texts.some((text) => /^(?:deploy|publish|release:|dependency:get)/.test(text));
    const runs = texts.some((text) => /^exec:|^eval\b|^-D(?:exec|maven\.ext|jvm)/.test(text));
    return allOf(placesGiven(args), speaks ? { network: [] } : {}, runs ? found("code.inline") : {});
  }),
  ...named("gcc g++ cc c++ clang clang++ clang-tidy ld as", ({ args }) =>
    allOf(
      placesGiven(args.filter((word, at) => !isSearchPath(word) && !isSearchPath(args[at - 1]))),
      args.some(({ text }) =>
        /^-(?:wrapper|fplugin|load|plugin|specs|B|-plugin|Xclang|fuse-ld=.*\/|Wl,.*-plugin)|^@/.test(
          text ?? "",
        ),
      )
        ? found("program.hidden")
        : {},
    ),
  ),
};

/** Where a compiler looks for what it is told to include or link. */
function isSearchPath(word: Word | undefined): boolean {
  return /^-(?:[IL]|isystem|iquote|idirafter|rpath)/.test(word?.text ?? "");
}

/** Variables that say with what the rules are run, or whose value runs something while it is read. */
function switchesPrograms(word: Word): boolean {
  const assignment = assignmentOf({ ...word, text: word.text?.replace(/^([\w.]+)[:?+!]+=/, "$1=") });
  if (assignment === undefined) return /^\.\w+=/.test(word.text ?? "");
  return (
    /^(?:SHELL|MAKEFLAGS|MAKE|MAKEFILES|GNUMAKEFLAGS)$/.test(assignment.name) ||
    /\$[({]\s*(?:shell|eval|file|guile|load)|`|\$\(/.test(assignment.value.text ?? "")
  );
}

/** Variables that hold a program, which the rules call with arguments of their own. */
const PROGRAM_VARIABLE =
  /^(?:(?:HOST)?(?:CC|CXX|CPP|LD|AR|AS)|RM|CP|MV|INSTALL|PYTHON3?|NODE|GO|CARGO|NPM|\w*_?(?:CMD|COMMAND|TOOL|RUNNER))$/;

function factsOfProgramVariable(word: Word): ProgramFacts {
  const { name = "", value } = assignmentOf(word) ?? {};
  const text = value?.text;
  if (text === undefined || text === "") return {};
  if (PROGRAM_VARIABLE.test(name))
    return { runs: [{ kind: "script", text: partOf(word, `${text} argument`) }] };
  if (/^(?:DESTDIR|(?:exec_)?prefix|PREFIX|\w+dir)$/.test(name)) return { writes: [partOf(word, text)] };
  return /[;|&`\n]/.test(text) ? found("code.inline") : {};
}

/** Small programs of cmake's own, named much like those of the system. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  rm: ["rm"],
  remove: ["rm"],
  remove_directory: ["rm", "-r"],
  copy: ["cp"],
  copy_directory: ["cp", "-r"],
  copy_if_different: ["cp"],
  rename: ["mv"],
  make_directory: ["mkdir"],
  touch: ["touch"],
  cat: ["cat"],
  echo: ["echo"],
  env: ["env"],
  time: ["time"],
  tar: ["tar"],
  create_symlink: ["ln", "-s"],
  sleep: ["sleep"],
};

/** Settings are only kept for later; with `-P` a file of commands is run. */
function factsOfConfiguring(args: readonly Word[]): ProgramFacts {
  const scripts = args.filter((_, at) => isOneOf(args[at - 1], "-P"));
  return allOf(
    placesGiven(args.filter(({ text }) => !/^-D./.test(text ?? ""))),
    args.some(({ text }) => /^-DCMAKE_\w*(?:COMPILER|LAUNCHER|PROGRAM|LINKER)\w*=.*\//.test(text ?? ""))
      ? found("program.hidden")
      : {},
    ...scripts.map((script) => runsFile(script, "cmake")),
  );
}

function cmake({ args }: Call): ProgramFacts {
  const [mode, verb, ...rest] = args;
  if (!isOneOf(mode, "-E")) return factsOfConfiguring(args);
  const [program, ...options] = SAME[verb?.text ?? ""] ?? [];
  if (program === undefined || verb === undefined) return found("program.unknown-command");
  return runsWords([partOf(verb, program), ...options.map(literal), ...rest]);
}
