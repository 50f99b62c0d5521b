import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, type Describe, named, type Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsFile } from "../arguments/facts.ts";
import { optionTable, type OptionTable } from "../arguments/option-table.ts";
import { type Arguments, hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { isOneOf } from "../arguments/word.ts";
import { codeFromInput } from "./code-from-input.ts";
import { placesGiven } from "./places-given.ts";

/** What is special about an interpreter. */
export interface Interpreter {
  readonly language: string;
  readonly options: string;
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Options after whose value all words belong to what is run. */
  readonly last?: readonly string[];
  /** Options with which no program is run. */
  readonly idle?: readonly string[];
  /** The option with which it writes the files it is given. */
  readonly inPlace?: string;
  /** What else its options lead to. */
  readonly also?: (args: Arguments) => ProgramFacts;
  /** Options after which all the rest belongs to something else than a file. */
  readonly instead?: (args: Arguments, call: Call) => ProgramFacts | undefined;
}

/** Describes an interpreter: code in the command is asked about, a file is the project's own, and the input is looked at closely. */
export function interpreter({
  language,
  options,
  code,
  last = [],
  idle = [],
  inPlace,
  also = () => ({}),
  instead,
}: Interpreter): Describe {
  const table: OptionTable = optionTable(`${options} --version --help`);
  return (call) => {
    const args = parseArguments(call.args, table, { optionsFirst: true, lastOptions: last });
    return allOf(factsOfOptions(args), also(args), instead?.(args, call) ?? whatRuns(args, call));
  };

  function whatRuns(args: Arguments, call: Call): ProgramFacts {
    const edited = inPlace !== undefined && hasOption(args, inPlace) ? args.operands : [];
    if (hasOption(args, ...code))
      return allOf({ runs: [{ kind: "code", language }], writes: edited }, placesGiven(args.operands));
    if (hasOption(args, "--version", "--help", ...idle)) return { reads: args.operands };
    return factsOfScript(call, args.operands, language);
  }
}

function factsOfScript(call: Call, [script, ...rest]: readonly Word[], language: string): ProgramFacts {
  if (script === undefined || isOneOf(script, "-", "/dev/stdin")) return codeFromInput(call, language);
  return allOf(runsFile(script, language), placesGiven(rest));
}

/** Settings given in the command; some would name code to load first. */
export function onlyTuned(values: readonly Word[], harmless: RegExp): ProgramFacts {
  return values.every(({ text }) => harmless.test(text ?? "")) ? {} : found("arguments.unknown");
}

const PHP_TUNING =
  /^(?:memory_limit|display_errors|error_reporting|max_execution_time|xdebug\.mode|date\.timezone|zend\.assertions|opcache\.enable\w*|pcre\.\w+)=/;

/** Interpreters without habits of their own. */
export const INTERPRETERS: Programs = {
  perl: interpreter({
    language: "perl",
    options:
      "-acfglnpstTuUvVwWxX0 -e= -E= -F= -i[=] -I=read -m[=] -M[=] -C[=] -D[=] -d!terminal.interactive -h",
    code: ["-e", "-E", "-m", "-M"],
    idle: ["-v", "-V", "-h"],
    inPlace: "-i",
  }),
  ruby: interpreter({
    language: "ruby",
    options:
      "-aclnpsSvwWxy -e= -E= -F= -i[=] -I=read -r=file -C=file -K[=] -0[=] -T[=] -h --enable= --disable= --yjit --jit --verbose --copyright",
    code: ["-e"],
    idle: ["-v", "-h"],
    inPlace: "-i",
  }),
  php: interpreter({
    language: "php",
    also: (args) => onlyTuned(valuesOf(args, "-d"), PHP_TUNING),
    options:
      "-HinqsvwCm -a!terminal.interactive -c=file -d= -e -f=file -F=file -r= -R= -B= -E= -l=read -S=network -t= -z!code.library= --ini --rf= --rc=",
    code: ["-r", "-R", "-B", "-E"],
    idle: ["-v", "-m", "-i", "-l", "--ini", "-S", "--rf", "--rc"],
  }),
  ...named(
    "lua luajit",
    interpreter({ language: "lua", options: "-vEWi -e= -l=", code: ["-e", "-l"], idle: ["-v"] }),
  ),
  Rscript: interpreter({
    language: "r",
    options: "-e= --vanilla --no-save --quiet --default-packages=",
    code: ["-e"],
  }),
  R: interpreter({
    language: "r",
    options: "-e= -f=file --vanilla --no-save --quiet --slave --no-echo -q -s --args",
    code: ["-e"],
    idle: ["-f"],
  }),
  julia: interpreter({
    language: "julia",
    options:
      "-e,--eval= -E,--print= -p= -t,--threads= -O= -q -i!terminal.interactive -L=file --project[=] --startup-file=",
    code: ["-e", "-E"],
  }),
  ...named(
    "tclsh wish expect",
    interpreter({ language: "tcl", options: "-c= -f=file -d -i!terminal.interactive -", code: ["-c"] }),
  ),
  ...named(
    "groovy scala kotlin clojure clj guile racket sbcl elixir erl ocaml swipl",
    interpreter({
      language: "code",
      options: "-e= -E= -c= -l= --eval= -s= -noshell, -eval,= --script",
      code: ["-e", "-E", "-c", "--eval", "-eval"],
    }),
  ),
  osascript: interpreter({
    language: "applescript",
    options: "-e= -l= -i!terminal.interactive -s=",
    code: ["-e"],
  }),
  java: interpreter({
    language: "java",
    also: (args) =>
      onlyTuned(
        valuesOf(args, "-X"),
        /^(?:m[nsx]|ss)\d+[kmgKMG]?$|^X:[+-](?:Use|Heap|Print|Show)\w+$|^X:Max\w+=[\d.]+[kmgKMG]?$|^lint$|^int$/,
      ),
    options:
      "-jar,=file -cp,=read -classpath,=read --class-path=read -p,--module-path=read -m,--module= -version, -ea, -agentlib,!code.library= -D[=] -X[=] --enable-preview --add-opens= --add-exports= --add-modules= --source= -javaagent,!code.library=",
    code: [],
    idle: ["-version", "-jar", "-m", "-cp", "-classpath", "--class-path"],
  }),
};
