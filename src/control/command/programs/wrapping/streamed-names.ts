import { posix } from "node:path";
import { sensitiveReason } from "../../../policy/sensitive-reason.ts";
import type { Surroundings } from "../../program-facts.ts";
import type { InputSource, SimpleCommand, Word } from "../../simple-command.ts";
import { outputOf } from "../../shell/output-of.ts";
import { computed, isOneOf, literal } from "../arguments/word.ts";
import { type FindCommand, parseFind, placesFound } from "../reading/find-expression.ts";
import { somethingIn } from "../reading/found-places.ts";

/** Parts a text into words as a program does; undefined where that cannot be told. */
export type Parting = (text: string) => readonly string[] | undefined;

/** What the words may be that a program such as xargs takes from its input; a word that cannot be told where the stream does not tell. */
export function streamedNames(
  input: InputSource,
  surroundings: Surroundings,
  part: Parting,
): readonly Word[] {
  if (input.kind === "text") return wordsIn(input.text.text, part);
  let [source] = onlyOne(input);
  while (source !== undefined && passesLines(source)) [source] = onlyOne(source.input);
  return source === undefined
    ? UNKNOWN
    : (namesFrom(source, surroundings) ?? wordsIn(outputOf([source]), part));
}

function onlyOne(input: InputSource): readonly SimpleCommand[] {
  return input.kind === "pipe" && input.from.length === 1 ? input.from : [];
}

const UNKNOWN: readonly Word[] = [computed("(what comes from the input)")];

/** Programs that leave lines out and change none. */
function passesLines({ words, input }: SimpleCommand): boolean {
  return (
    input.kind === "pipe" &&
    words.every(({ text }) => text !== undefined) &&
    isOneOf(words[0], "grep", "egrep", "fgrep", "head", "tail", "sort", "uniq", "tac", "shuf", "cat", "tee")
  );
}

function namesFrom({ words }: SimpleCommand, surroundings: Surroundings): readonly Word[] | undefined {
  const [program, ...args] = words;
  if (program?.text === "ls" && listsOnly(args)) return args.filter(({ text }) => !text?.startsWith("-"));
  switch (posix.basename(program?.text ?? "")) {
    case "find":
      return placesPrinted(parseFind(args), surroundings);
    case "git":
      return args.some((word) => isOneOf(word, "ls-files", "diff", "grep", "ls-tree", "show", "status"))
        ? [...HERE, ...untrackedAmong(args, surroundings)]
        : undefined;
    case "rg":
    case "grep":
    case "fd":
    case "ls":
      return [
        ...HERE,
        ...(args.some(({ text = "" }) => program?.text === "ls" && /^-[^-]*[aA]|^--al/.test(text))
          ? HIDDEN
          : []),
        ...args
          .filter(({ text }) => text === undefined || /^[~/.]/.test(text))
          .flatMap((place) =>
            /(?:^|\/)\.{0,2}$/.test(place.text ?? "")
              ? [somethingIn(place, surroundings)]
              : [place, somethingIn(place, surroundings)],
          ),
      ];
    default:
      return undefined;
  }
}

/** Files with secrets among those that git does not know yet. */
function untrackedAmong(args: readonly Word[], { repository }: Surroundings): readonly Word[] {
  const shown = args.some(({ text }) => /^(?:--others|status)$|^-[a-z]*o/.test(text ?? ""));
  if (!shown) return [];
  return repository.untracked.filter((name) => sensitiveReason(name, "read") !== undefined).map(literal);
}

/** Files that patterns with an ending name, as of `ls *.txt`. */
function listsOnly(args: readonly Word[]): boolean {
  const named = args.filter(({ text }) => text?.startsWith("-") !== true);
  return named.length > 0 && named.every(({ text, isPattern }) => isPattern && /\.\w+$/.test(text ?? ""));
}

/** Without an action that prints, all that passes every test is printed. */
function placesPrinted(command: FindCommand, surroundings: Surroundings): readonly Word[] {
  const printer = command.primaries.findIndex(({ name }) => /^-(?:print|ls)/.test(name));
  return placesFound(command, printer < 0 ? command.primaries.length : printer, surroundings);
}

const HERE: readonly Word[] = [{ text: "*", source: "*", isPattern: true }];
const HIDDEN: readonly Word[] = [{ text: ".*", source: ".*", isPattern: true }];

function wordsIn(text: string | undefined, part: Parting): readonly Word[] {
  const parts = text === undefined ? undefined : part(text);
  return parts === undefined || parts.length > MOST_TOLD_APART
    ? UNKNOWN
    : parts.filter((one) => one !== "").map(literal);
}

const MOST_TOLD_APART = 50;
