import type { ProgramFacts } from "../../program-facts.ts";
import type { Assignment, Word } from "../../simple-command.ts";
import type { Describe } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsWords } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { fromPosition, partOf } from "../arguments/word.ts";

const ENV = optionTable(
  `- -i,--ignore-environment -0,--null -u,--unset= -C,--chdir= -S,--split-string= -v,--debug -P!program.hidden= -a,--argv0= --block-signal[=] --default-signal[=] --ignore-signal[=] --list-signal-handling
  --help --version`,
);

/** Runs a command with other variables or in another folder; alone it shows all variables. */
export const env: Describe = ({ args }) => {
  const parsed = parseArguments(args, ENV, { optionsFirst: true });
  const { assignments, words } = leadingAssignments(parsed.operands);
  const [split] = valuesOf(parsed, "-S");
  if (split !== undefined) return allOf(factsOfOptions(parsed), factsOfSplit(split, parsed.operands));
  if (words.length === 0)
    return allOf(
      factsOfOptions(parsed),
      assignments.length > 0 ? { runs: [{ kind: "argv", words: [], assignments }] } : {},
      found("secret.environment"),
    );
  const [cwd] = valuesOf(parsed, "-C");
  return allOf(
    factsOfOptions(parsed),
    runsWords(words, { assignments, ...(cwd === undefined ? {} : { cwd }) }),
  );
};

/** Takes the words of the form `NAME=value` off the beginning. */
function leadingAssignments(words: readonly Word[]): {
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
} {
  const end = words.findIndex((word) => assignmentOf(word) === undefined);
  const count = end < 0 ? words.length : end;
  return {
    assignments: words.slice(0, count).flatMap((word) => assignmentOf(word) ?? []),
    words: words.slice(count),
  };
}

/** A word of the form `NAME=value`; the name is known even where the value is computed. */
export function assignmentOf(word: Word): Assignment | undefined {
  const match = /^([A-Za-z_][\w.]*)\+?=/.exec(word.text ?? word.source.replace(/^["']/, ""));
  if (match === null) return undefined;
  return { name: match[1] ?? "", value: fromPosition(word, match[0].length) };
}

/** The text is cut into words much as a shell does, yet with marks of its own, which nobody should have to guess at. */
function factsOfSplit(split: Word, rest: readonly Word[]): ProgramFacts {
  const texts = [split.text, ...rest.map(({ text }) => (text === undefined ? undefined : quoted(text)))];
  const text = texts.includes(undefined) ? undefined : texts.join(" ");
  return allOf(
    { runs: [{ kind: "script", text: partOf(split, text) }] },
    /[\\$#]/.test(split.text ?? "$") ? found("arguments.computed") : {},
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
