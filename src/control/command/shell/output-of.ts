import { basename, dirname } from "node:path";
import type { SimpleCommand, Word } from "../simple-command.ts";
import { onlyFolder } from "./scope.ts";

/** What a substitution comes to where that is plain from the text: `$(pwd)`, `$(echo x)`; undefined otherwise. `*` stands for a name without a slash. */
export function outputOf(commands: readonly SimpleCommand[], workspace?: string): string | undefined {
  const only = commands.length === 1 ? commands[0] : undefined;
  if (only === undefined || only.redirects.length > 0) return undefined;
  const texts = only.words.map(textOf);
  const [program, ...rest] = texts;
  if (program === undefined || rest.includes(undefined)) return undefined;
  if (program === "git" && rest.join(" ") === "rev-parse --show-toplevel") return only.cwd && workspace;
  return outputs(program, rest as readonly string[], only);
}

/** Without the pattern's own text: what it matches is not known. */
function textOf({ text, isPattern }: Word): string | undefined {
  return isPattern === true ? undefined : text;
}

function outputs(program: string, args: readonly string[], command: SimpleCommand): string | undefined {
  const only = args.length === 1 ? args[0] : undefined;
  switch (program) {
    case "pwd":
      return args.length === 0
        ? onlyFolder(command.cwd === undefined ? undefined : [command.cwd])
        : undefined;
    case "echo":
      return echoed(args);
    case "printf":
      return printed(args);
    case "dirname":
      return only === undefined || only.startsWith("-") ? undefined : dirname(only);
    case "basename":
      return only === undefined || only.startsWith("-") ? undefined : basename(only);
    case "cat":
      return args.length === 0 ? passedOn(command) : undefined;
    case "tee":
      return passedOn(command);
    case "git":
      return printedByGit(args);
    case "date":
      return args.every((arg) => /^(?:-u|\+[^/]*)$/.test(arg) && !/%[-_0^#]*[Dx]/.test(arg))
        ? SOME_NAME
        : undefined;
    case "nproc":
    case "seq":
    case "whoami":
    case "hostname":
    case "uname":
      return SOME_NAME;
    default:
      return undefined;
  }
}

/** What these commands hand to another one that they feed; `tee` does that with its input wherever its own output goes. */
export function fedBy(commands: readonly SimpleCommand[]): string | undefined {
  const only = commands.length === 1 ? commands[0] : undefined;
  return only?.words[0]?.text === "tee" ? passedOn(only) : outputOf(commands);
}

/** What a command is fed and puts out as it came. */
function passedOn({ input }: SimpleCommand): string | undefined {
  if (input.kind === "pipe") return outputOf(input.from);
  return input.kind === "text" ? input.text.text?.replace(/\n+$/, "") : undefined;
}

/** A text without a slash, as a pattern. */
const SOME_NAME = "*";

function printedByGit(args: readonly string[]): string | undefined {
  const isCommit =
    args[0] === "rev-parse" && args.slice(1).every((arg) => /^(?:--short(?:=\d+)?|--verify|HEAD)$/.test(arg));
  return isCommit ? SOME_NAME : undefined;
}

function echoed(args: readonly string[]): string | undefined {
  const texts = args[0] === "-n" ? args.slice(1) : args;
  return texts[0]?.startsWith("-") || texts.some((text) => text.includes("\\")) ? undefined : texts.join(" ");
}

/** Only plain texts put in for `%s`. */
function printed([format, ...args]: readonly string[]): string | undefined {
  if (format === undefined || format.startsWith("-")) return undefined;
  const plain = format.replace(/\\[n0]$/, "");
  if (/\\|%(?!s)/.test(plain)) return undefined;
  const places = plain.split("%s");
  if (places.length - 1 !== args.length) return undefined;
  return places.reduce((text, piece, index) => text + args[index - 1] + piece);
}
