import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Describe, programWith, wrapper } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsWords } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { hasOption, parseArguments } from "../arguments/parse-arguments.ts";
import { computed, isOneOf } from "../arguments/word.ts";
import { withPlaces } from "../reading/find.ts";
import { eachOf } from "./each-of.ts";

/** Runs a command over and over on a full screen. */
export const watch = wrapper(
  "-bcCdegpt -x -n,--interval= -q= --beep --color --differences[=] --errexit --chgexit --no-title --precise --exec",
  0,
  (args) => allOf(found("terminal.interactive"), joinedScript(args.operands)),
);

/** Holds a lock on a file while a command runs. */
export const flock: Describe = ({ args }) => {
  const parsed = parseArguments(
    args,
    optionTable(
      "-FnosuvxeV -w,--timeout= -E,--conflict-exit-code= --exclusive --shared --unlock --nonblock --no-fork --close --verbose --wait= --help --version",
    ),
    { optionsFirst: true },
  );
  const [lock, flag, ...script] = parsed.operands;
  const places = lock === undefined || /^\d+$/.test(lock.text ?? "") ? [] : [lock];
  const runs = isOneOf(flag, "-c", "--command") ? joinedScript(script) : runsWords(parsed.operands.slice(1));
  return allOf(factsOfOptions(parsed), { writes: places }, runs);
};

/** Records what a command prints, in a terminal of its own. */
export const recorder = programWith(
  "-aefq -c,--command=script -E,--echo= -I,--log-in=write -O,--log-out=write -B,--log-io=write -T,--log-timing=write -t[=] -m= -o,--output-limit= --append --flush --force --quiet --return",
  (args) =>
    allOf(
      {
        writes:
          args.operands.length > 0 ? args.operands.slice(0, 1) : [{ text: "typescript", source: "script" }],
      },
      hasOption(args, "-c") ? {} : found("terminal.interactive"),
    ),
);

const PARALLEL = optionTable(
  `-0kmqruvX -j,--jobs= -I= -L= -N,-n= -P= -a,--arg-file=read -C,--colsep= -d,--delimiter= -S,--sshlogin=network --slf=network --bar --progress --halt= --joblog=write --results=write --tag --dry-run --keep-order --will-cite
  --no-notice --timeout= --delay= --retries= --eta --line-buffer --lb --ungroup --group --pipe --block= --null --tmpdir=write --load= --memfree= --max-args= --colsep= --workdir= --wd= --env= --shebang --help --version`,
);

/** Runs a command for each of many arguments; every one of them goes through a shell. */
export const parallel: Describe = ({ args }) => {
  const separator = args.findIndex(({ text }) => /^:::\+?$|^::::\+?$/.test(text ?? ""));
  const parsed = parseArguments(separator < 0 ? args : args.slice(0, separator), PARALLEL, {
    optionsFirst: true,
  });
  const values = valuesFor(separator < 0 ? [] : args.slice(separator));
  if (parsed.operands.length === 0)
    return allOf(factsOfOptions(parsed), { runs: values.map((text) => ({ kind: "script", text })) });
  const hasPlaces = parsed.operands.some(({ text }) => text?.includes("{"));
  const filledWith = (some: readonly Word[]): readonly Word[] =>
    hasPlaces ? withPlaces(parsed.operands, some, /\{[^{}]*\}/g) : [...parsed.operands, ...some];
  const hasCode = parsed.operands.some(({ text }) => text?.includes("{=") === true);
  const isShellText =
    parsed.operands.some(({ text }) => /[;&|<>$`\n]/.test(text ?? "")) || parsed.operands.length === 1;
  return allOf(
    factsOfOptions(parsed),
    ...[values, ...eachOf(values)]
      .map(filledWith)
      .map((words) => (isShellText ? joinedScript(words) : runsWords(words))),
    hasCode ? found("code.inline") : {},
  );
};

function valuesFor(words: readonly Word[]): readonly Word[] {
  if (words.length === 0 || words[0]?.text?.startsWith("::::") === true)
    return [computed("(what comes from the input)")];
  return words.filter(({ text }) => text?.startsWith(":::") !== true);
}

/** Words that a shell gets as one text. */
export function joinedScript(words: readonly Word[]): ProgramFacts {
  if (words.length === 0) return {};
  const texts = words.map(({ text }) => text);
  const text = texts.includes(undefined) ? undefined : texts.join(" ");
  const from = words.flatMap((word) => word.from ?? []);
  const source = words.map((word) => word.source).join(" ");
  return { runs: [{ kind: "script", text: { text, source, ...(from.length > 0 && { from }) } }] };
}
