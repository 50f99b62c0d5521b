import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Describe, named, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { isOneOf } from "../arguments/word.ts";
import { secretNamed } from "../system/secret-named.ts";
import { assignmentOf } from "../wrapping/env.ts";
import { holdsSecret } from "./holds-secret.ts";

/** What the shell and small programs do with variables and values. */
export const VARIABLES: Programs = {
  ...named("export readonly local declare typeset", declaration),
  unset: programWith("-fvn", ({ operands }) => factsOfNames(operands)),
  read: programWith("-ersE -a= -d= -i= -n= -N= -p= -t= -u=", (args) =>
    factsOfNames([...args.operands, ...valuesOf(args, "-a")]),
  ),
  ...named(
    "mapfile readarray",
    programWith("-t -d= -n= -O= -s= -u= -C=script -c=", (args) =>
      allOf(factsOfNames(args.operands), hasOption(args, "-C") ? found("code.stream") : {}),
    ),
  ),
  wait: programWith("-fn -p=", (args) => factsOfNames(valuesOf(args, "-p"))),
  getopts: ({ args }) => factsOfNames(args.slice(1, 2)),
  printf: ({ args }) => {
    if (args[0]?.text?.startsWith("-v") === true) return factsOfNames([nameAfter(args)]);
    return args.some(holdsSecret) ? found("secret.environment") : {};
  },
  ...named("test [", ({ args }) => factsOfNames(args.filter((_, at) => isOneOf(args[at - 1], "-v", "-R")))),
  let: ({ args }) => (args.every(isPlainArithmetic) ? {} : found("code.variable-name")),
  printenv: programWith("-0,--null", ({ operands }) =>
    operands.length === 0 || operands.some(secretNamed) ? found("secret.environment") : {},
  ),
  ...named("expr seq factor yes tty sync getconf locale tput clear reset stty mesg", () => ({})),
  bc: programWith(
    "-hilqswv --interactive!terminal.interactive --mathlib --quiet --standard --warn",
    ({ operands }) => ({ reads: operands }),
  ),
  dc: ({ args }) =>
    args.some(({ text }) => text === undefined || /!|^-\w*f|^[^-].*\//.test(text))
      ? found("program.hidden")
      : {},
};

/** Names of variables are evaluated when they have an index: `a[$(id)]` runs `id`. */
function factsOfNames(names: readonly Word[]): ProgramFacts {
  return names.every(({ text }) => text !== undefined && /^[A-Za-z_]\w*(?:\[(?:\w+|@|\*)\])?$/.test(text))
    ? {}
    : found("code.variable-name");
}

function declaration({ args }: Parameters<Describe>[0]): ProgramFacts {
  const options = args.filter(({ text }) => /^[-+]\w+$/.test(text ?? ""));
  const words = args.filter(({ text }) => text === undefined || !/^[-+]\w+$|^--$/.test(text));
  const assignments = words.flatMap((word) => assignmentOf(word) ?? []);
  const bare = words.filter((word) => assignmentOf(word) === undefined);
  const evaluates =
    options.some(({ text }) => /^-\w*[in]/.test(text ?? "")) &&
    assignments.some(({ value }) => !/^-?\w+$/.test(value.text ?? ""));
  return allOf(
    words.length === 0 && options.every(({ text }) => !/[fF]/.test(text ?? ""))
      ? found("secret.environment")
      : {},
    factsOfNames(
      bare.map(({ text, source }) => ({
        text: text?.replace(/\[[^\]]*\]\+?=.*$/s, (index) => index.slice(0, index.indexOf("]") + 1)),
        source,
      })),
    ),
    evaluates ? found("code.variable-name") : {},
    assignments.length > 0 ? { runs: [{ kind: "argv", words: [], assignments }] } : {},
  );
}

function nameAfter([option, next]: readonly Word[]): Word {
  const attached = option?.text?.slice(2) ?? "";
  return attached === "" ? (next ?? { text: undefined, source: "" }) : { text: attached, source: attached };
}

function isPlainArithmetic({ text }: Word): boolean {
  return text !== undefined && !/[[$`]/.test(text);
}
