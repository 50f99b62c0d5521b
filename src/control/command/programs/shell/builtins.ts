import type { ProgramFacts } from "../../program-facts.ts";
import {
  type Describe,
  named,
  never,
  program,
  programWith,
  type Programs,
  wrapper,
} from "../arguments/describe.ts";
import { allOf, found, runsFile } from "../arguments/facts.ts";
import { hasOption } from "../arguments/parse-arguments.ts";
import { isOneOf, literal, partOf } from "../arguments/word.ts";
import { SHELL } from "../running/code-from-input.ts";
import { joinedScript } from "../wrapping/script-wrappers.ts";
import { holdsSecret } from "./holds-secret.ts";
import { isHarmlessSetting } from "./shell-settings.ts";
import { WORLD_WRITE } from "../writing/mode-of.ts";

const anything: Describe = () => ({});

/** What the shell does by itself, apart from variables. */
export const BUILTINS: Programs = {
  ...named(
    ": true false pwd cd pushd popd dirs exit return break continue shift jobs bg disown times ulimit type caller suspend logout unalias help",
    anything,
  ),
  echo: ({ args }) => (args.some(holdsSecret) ? found("secret.environment") : {}),
  fg: never("terminal.interactive"),
  ...named("source .", ({ args }) => {
    const [file] = isOneOf(args[0], "--") ? args.slice(1) : args;
    if (file?.text?.startsWith("-") === true) return found("arguments.unknown");
    return file === undefined ? {} : runsFile(file, SHELL);
  }),
  eval: ({ args }) => joinedScript(isOneOf(args[0], "--") ? args.slice(1) : args),
  exec: wrapper("-cl -a="),
  builtin: wrapper(""),
  command: command(),
  noglob: wrapper(""),
  nocorrect: wrapper(""),
  trap,
  hash: programWith("-dlrt -p!code.shadow=", () => ({})),
  enable: programWith("-adnps -f!code.library=", ({ operands }) =>
    operands.length > 0 ? found("code.shadow") : {},
  ),
  alias: ({ args }) => {
    const definitions = args.filter(({ text, source }) => (text ?? source).includes("="));
    if (definitions.length === 0)
      return args.every(({ text }) => text !== undefined) ? {} : found("code.shadow");
    const bodies = definitions.map((word) => partOf(word, word.text?.replace(/^[^=]*=/, "")));
    return allOf(found("code.shadow"), { runs: bodies.map((text) => ({ kind: "script", text })) });
  },
  shopt,
  set: ({ args }) => (args.length === 0 ? found("secret.environment") : {}),
  umask: programWith("-pS", ({ operands: [mask] }) => factsOfMask(mask?.text, mask !== undefined)),
  bind: never("code.shadow"),
  complete: never("code.shadow"),
  compopt: anything,
  compgen: program("-abcdefgjksuvAGPSX= -C=script -F= -W=script"),
  history: programWith("-canrwps -d=", (args, { surroundings }) =>
    hasOption(args, "-c", "-d", "-a", "-w") && args.operands.length === 0
      ? { writes: [literal(`${surroundings.home}/.bash_history`)] }
      : { writes: args.operands },
  ),
  fc: programWith("-lnr -e!terminal.interactive= -s!terminal.interactive", (args) =>
    hasOption(args, "-l") ? {} : found("terminal.interactive"),
  ),
  sleep: anything,
};

/** `command -v` only looks a name up. */
function command(): Describe {
  const run = wrapper("-p");
  return (call) => {
    const option = call.args.find(({ text }) => text !== "-p");
    return /^-p*[vV]+$/.test(option?.text ?? "") ? {} : run(call);
  };
}

/** The text is run later, by a signal or at the end. */
function trap({ args }: Parameters<Describe>[0]): ProgramFacts {
  const words = isOneOf(args[0], "--") ? args.slice(1) : args;
  const [action] = words;
  if (action === undefined || words.length < 2 || isOneOf(action, "-", "", "-p", "-l")) return {};
  return { runs: [{ kind: "script", text: action }] };
}

function shopt({ args }: Parameters<Describe>[0]): ProgramFacts {
  const sets = args.some(({ text }) => /^-[a-z]*[su]/.test(text ?? ""));
  const names = args.filter(({ text }) => text === undefined || !text.startsWith("-"));
  return sets && !names.every(isHarmlessSetting) ? found("code.shadow") : {};
}

/** A mask that leaves everybody the right to write opens every file made after it. */
function factsOfMask(mask: string | undefined, isGiven: boolean): ProgramFacts {
  if (!isGiven) return {};
  if (mask === undefined) return found("mode.unclear");
  if (/^[0-7]+$/.test(mask)) return (Number.parseInt(mask, 8) & WORLD_WRITE) === 0 ? found("mode.world") : {};
  return /(?:^|,)[ugoa]*[oa][ugoa]*[=+][rx]*w/.test(mask) ? found("mode.world") : {};
}
