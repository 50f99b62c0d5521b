import type { ProgramFacts } from "../../program-facts.ts";
import { makeWord, type Word } from "../../simple-command.ts";
import type { Describe, Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsWords } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { refuseTooMany } from "../arguments/refuse-too-many.ts";
import { computed, literal, partOf } from "../arguments/word.ts";
import { parseFind, placesFound, type Primary, weightyLike } from "./find-expression.ts";
import { somethingIn } from "./found-places.ts";

const find: Describe = ({ args, surroundings }) => {
  const parsed = parseFind(args);
  const actions = parsed.primaries.filter(({ name }) => ACTIONS.test(name)).length;
  refuseTooMany(actions * parsed.primaries.length);
  return allOf(
    { reads: parsed.starts },
    parsed.unknown.length > 0 ? found("arguments.unknown") : {},
    ...parsed.primaries.map((primary, at) =>
      factsOfPrimary(primary, ACTIONS.test(primary.name) ? placesFound(parsed, at, surroundings) : []),
    ),
  );
};

const ACTIONS = /^-(?:delete|exec|execdir|ok|okdir)$/;

const FD = `-HIaApLlusiFgq0 -E,--exclude= -t,--type= -e,--extension= -d,--max-depth= --min-depth= -S,--size= -c,--color= -j,--threads= --changed-within= --changed-before= -o,--owner= --hidden
  --no-ignore --absolute-path --follow --full-path --glob --regex --fixed-strings --ignore-case --case-sensitive --print0 --list-details --unrestricted --no-ignore-vcs --max-results= -1 --search-path=read
  --base-directory=read --format= --strip-cwd-prefix[=]`;

const fd: Describe = ({ args, surroundings }) => {
  const action = args.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text ?? ""));
  const parsed = parseArguments(action < 0 ? args : args.slice(0, action), optionTable(FD));
  const [, ...named] = parsed.operands;
  const starts = [...named, ...valuesOf(parsed, "--search-path")];
  const places = (starts.length > 0 ? starts : [literal(".")]).map((start) =>
    somethingIn(start, surroundings),
  );
  const seesHidden = action >= 0 && hasOption(parsed, "-H", "--hidden", "-u", "--unrestricted");
  const hidden = seesHidden ? weightyLike(parsed.operands[0]?.text ?? ".") : [];
  const command = action < 0 ? [] : args.slice(action + 1);
  const whole = command.some(({ text }) => text?.includes("{")) ? command : [...command, literal("{}")];
  return allOf(
    factsOfOptions(parsed),
    { reads: starts.length > 0 ? starts : [literal(".")] },
    hasOption(parsed, "--base-directory") && action >= 0 ? found("arguments.unknown") : {},
    parsed.operands[0] !== undefined && parsed.operands[0].text === undefined
      ? found("arguments.computed")
      : {},
    action < 0 ? {} : runsWords(withPlaces(whole, [...places, ...hidden].map(someName))),
  );
};

/** Programs that look for files and can do something to what they find. */
export const FINDERS: Programs = { find, gfind: find, fd, fdfind: fd };

function factsOfPrimary(primary: Primary, places: readonly Word[]): ProgramFacts {
  switch (primary.name) {
    case "-delete":
      return { deletes: places };
    case "-fprint":
    case "-fprint0":
    case "-fls":
    case "-fprintf":
      return { writes: primary.values.slice(0, 1) };
    case "-files0-from":
    case "-newer":
    case "-samefile":
      return { reads: primary.values };
    case "-ok":
    case "-okdir":
      return allOf(found("terminal.interactive"), commandFor(primary, places));
    case "-exec":
    case "-execdir":
      return commandFor(primary, places);
    default:
      return {};
  }
}

function commandFor({ values }: Primary, places: readonly Word[]): ProgramFacts {
  const words = [";", "+"].includes(values.at(-1)?.text ?? "") ? values.slice(0, -1) : values;
  return runsWords(withPlaces(words, places.map(someName)));
}

/** What is found has a name that only running would tell: no program, and no code that somebody has seen. */
function someName({ text, source, from }: Word): Word {
  return makeWord(text, source, true, from);
}

/** Puts what was found where `{}` stands: alone, all of it; within a word, it can only be told by running. */
export function withPlaces(
  words: readonly Word[],
  places: readonly Word[],
  placeholder = /\{[/.]*\}/g,
): readonly Word[] {
  refuseTooMany(words.length * places.length);
  return words.flatMap((word) => {
    if (word.text === undefined || word.text.search(placeholder) < 0) return [word];
    if (word.text.replaceAll(placeholder, "") === "") return places;
    return places.map((place) => filled(word, place, placeholder));
  });
}

function filled(word: Word, place: Word, placeholder: RegExp): Word {
  const { text } = place;
  return text === undefined || word.text === undefined
    ? computed(word.source)
    : {
        ...partOf(
          word,
          word.text.replaceAll(placeholder, () => text),
        ),
        // A text with blanks is a script, and no name.
        ...(place.isPattern === true && !/\s/.test(word.text) && { isPattern: true }),
      };
}
