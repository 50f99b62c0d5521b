import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import type { Describe, Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, runsWords } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { type Arguments, hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { computed, literal } from "../arguments/word.ts";
import { withPlaces } from "../reading/find.ts";
import { eachOf } from "./each-of.ts";
import { type Parting, streamedNames } from "./streamed-names.ts";

const XARGS = optionTable(
  `-0rtx -o,--open-tty!terminal.interactive -p,--interactive!terminal.interactive -a,--arg-file=read -d,--delimiter= -E= -e[=] --eof[=] -I= -J= -i[=] --replace[=] -L,--max-lines= -l[=]
  -n,--max-args= -P,--max-procs= -R= -S= -s,--max-chars= --null --no-run-if-empty --verbose --exit --show-limits --process-slot-var= --help --version`,
);

const xargs: Describe = ({ args, command, surroundings }) => {
  const parsed = parseArguments(args, XARGS, { optionsFirst: true });
  const words = parsed.operands.length > 0 ? parsed.operands : [literal("echo")];
  const given = hasOption(parsed, "-a")
    ? [computed("(what stands in a file)")]
    : streamedNames(command.input, surroundings, partingOf(parsed));
  const mark = replacedMark(parsed);
  const runs = (some: readonly Word[]): ProgramFacts =>
    runsWords(mark === undefined ? [...words, ...some] : withPlaces(words, some, mark));
  return allOf(factsOfOptions(parsed), runs(given), ...eachOf(given).map(runs));
};

/** Quotes and backslashes mean something to xargs unless the separator is named. */
function partingOf(parsed: Arguments): Parting {
  if (hasOption(parsed, "-0", "--null")) return (text) => [text];
  const [separator] = valuesOf(parsed, "-d");
  if (separator !== undefined)
    return (text) => (separator.text?.length === 1 ? text.split(separator.text) : undefined);
  const byLine = hasOption(parsed, "-I", "-J", "-i", "--replace");
  return (text) => {
    if (/["'\\]/.test(text)) return undefined;
    return byLine ? text.split("\n").map((line) => line.trimStart()) : text.split(/\s+/);
  };
}

/** Runs a command with words taken from the input. */
export const ARGUMENT_BUILDERS: Programs = { xargs, gxargs: xargs };

function replacedMark(parsed: Parameters<typeof hasOption>[0]): RegExp | undefined {
  const [mark] = valuesOf(parsed, "-I", "-J", "-i", "--replace");
  if (mark === undefined) return hasOption(parsed, "-i", "--replace") ? /\{\}/g : undefined;
  return new RegExp((mark.text ?? "{}").replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), "g");
}
