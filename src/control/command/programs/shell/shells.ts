import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, type Describe, named, type Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsFile } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { isOneOf, partOf } from "../arguments/word.ts";
import { codeFromInput, codeGiven, SHELL } from "../running/code-from-input.ts";
import { placesGiven } from "../running/places-given.ts";
import { isHarmlessSetting } from "./shell-settings.ts";

const OPTIONS = optionTable(
  `-abefhkmnprtuvxBCEHPTDlSsc -i!terminal.interactive --interactive!terminal.interactive -o= -O= --login --posix --norc --noprofile --noediting --restricted --verbose --debugger!terminal.interactive --dump-strings --rcfile=file
  --init-file=file --command= --init-command=script --no-config --no-execute --private --help --version`,
);

/** Shells: text after `-c` or on the input is judged like the command itself, a file is the project's own. */
export const SHELLS: Programs = {
  ...named("sh bash dash zsh ksh mksh ksh93 ash rbash yash posh", shell(SHELL)),
  ...named("fish", shell("fish")),
  ...named("csh tcsh", shell("csh")),
  ...named("pwsh powershell elvish nu xonsh osh ysh", shell("shell")),
};

function shell(language: string): Describe {
  return (call) => {
    const args = withoutPlus(call.args);
    const parsed = parseArguments(args, OPTIONS, { optionsFirst: true });
    if (hasOption(parsed, "--help", "--version")) return factsOfOptions(parsed);
    return allOf(
      factsOfOptions(parsed),
      valuesOf(parsed, "-O").every(isHarmlessSetting) ? {} : found("code.shadow"),
      factsOfProgram(call, parsed.operands, language, parsed),
    );
  };
}

/** `+x` switches off what `-x` switches on, and takes a value where that does. */
function withoutPlus(args: readonly Word[]): readonly Word[] {
  return args.map((word) =>
    /^\+[a-zA-Z]+$/.test(word.text ?? "") ? partOf(word, word.text?.replace("+", "-")) : word,
  );
}

function factsOfProgram(
  call: Call,
  operands: readonly Word[],
  language: string,
  parsed: Parameters<typeof hasOption>[0],
): ProgramFacts {
  const [first] = operands.filter((word, at) => at > 0 || !isOneOf(word, "-"));
  if (hasOption(parsed, "-c", "--command")) {
    const [text = first] = parsed.options.find(({ kind }) => kind.name === "--command")?.values ?? [];
    return text === undefined ? found("arguments.unknown") : codeGiven(text, language);
  }
  if (first === undefined || hasOption(parsed, "-s")) return codeFromInput(call, language);
  if (onlyReads(call.args)) return { reads: operands };
  return isOneOf(first, "/dev/stdin")
    ? codeFromInput(call, language)
    : allOf(runsFile(first, language), placesGiven(operands.slice(operands.indexOf(first) + 1)));
}

/** With `-n` a file is read and nothing in it run. */
function onlyReads(args: readonly Word[]): boolean {
  return (
    isOneOf(args[0], "-n", "--no-execute") && !args.some(({ text }) => /^(?:\+|[-+]o$)/.test(text ?? "+"))
  );
}
