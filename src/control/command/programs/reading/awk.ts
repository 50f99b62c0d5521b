import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Describe, factsOfOperands, type Programs, named } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsFile } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { type Arguments, hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { computed, isOneOf, literal } from "../arguments/word.ts";
import { awkEffects } from "./awk-program.ts";

const AWK = optionTable(
  `-F,--field-separator= -v,--assign= -f,--file=file -E,--exec=file -e,--source= -i,--include= -l,--load!code.library= -W= -b,--characters-as-bytes -c,--traditional -C,--copyright
  -d,--dump-variables[=write] -D,--debug!terminal.interactive[=] -g,--gen-pot -h -I,--trace -k,--csv -L,--lint[=] -M,--bignum -n,--non-decimal-data -N,--use-lc-numeric -o,--pretty-print[=write] -O,--optimize
  -p,--profile[=write] -P,--posix -r,--re-interval -s,--no-optimize -S,--sandbox -t,--lint-old -V --help --version`,
);

const awk: Describe = ({ args }) => {
  const parsed = parseArguments(args, AWK, { optionsFirst: true });
  const hasFile = hasOption(parsed, "-f", "-E", "-e");
  const [first, ...rest] = parsed.operands;
  const programs = [...valuesOf(parsed, "-e"), ...(hasFile || first === undefined ? [] : [first])];
  const files = (hasFile ? parsed.operands : rest).filter(
    ({ text }) => text === undefined || !/^[A-Za-z_]\w*=/.test(text),
  );
  const isInPlace = valuesOf(parsed, "-i").some((word) => isOneOf(word, "inplace"));
  return allOf(
    factsOfOptions(parsed),
    factsOfIncludes(parsed),
    ...programs.map(factsOfProgram),
    factsOfOperands(files, [isInPlace ? "write*" : "read*"]),
  );
};

/** The pattern language: what it does is in its program. */
export const PATTERN_LANGUAGES: Programs = named("awk gawk mawk nawk original-awk", awk);

function factsOfIncludes(parsed: Arguments): ProgramFacts {
  const files = valuesOf(parsed, "-i").filter((word) => !isOneOf(word, "inplace"));
  const risky = valuesOf(parsed, "-W").some(
    ({ text }) => !/^(?:posix|version|help|interactive|dump|traditional|lint)/.test(text ?? ""),
  );
  return allOf(...files.map((path) => runsFile(path)), risky ? found("arguments.unknown") : {});
}

function factsOfProgram({ text }: Word): ProgramFacts {
  if (text === undefined) return found("arguments.computed");
  const effects = awkEffects(text);
  return allOf(
    {
      reads: effects.reads.map(placeOf),
      writes: effects.writes.filter((name) => !STREAMS.has(name ?? "")).map(placeOf),
    },
    effects.runs ? found("program.hidden") : {},
    effects.speaks ? { network: [] } : {},
    effects.showsVariables ? found("secret.environment") : {},
    effects.isClear ? {} : found("arguments.unknown"),
  );
}

const STREAMS: ReadonlySet<string> = new Set(["/dev/stdout", "/dev/stderr", "-"]);

function placeOf(name: string | undefined): Word {
  return name === undefined ? computed("(a name the awk program computes)") : literal(name);
}
