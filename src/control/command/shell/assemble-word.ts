import { makeWord, type SimpleCommand, type Word } from "../simple-command.ts";
import { joinSources } from "./join-sources.ts";
import type { Value } from "./scope.ts";

/** A stretch of a word. */
export interface Fragment extends Value {
  /** Literal text stays in its word; an unquoted expansion is split at blanks. */
  readonly splits?: boolean | undefined;
  /** Quotes make a word even of nothing. */
  readonly isQuoted?: boolean | undefined;
  /** Whether how it is split cannot be told; it does not matter inside quotes. */
  readonly isShattered?: boolean | undefined;
}

/** Text that stands there. */
export function literal(text: string | undefined): Fragment {
  return fragmentWith(text, undefined, undefined, undefined, false, false, false);
}

/** Text that names of files are matched with. */
export function pattern(text: string | undefined): Fragment {
  return fragmentWith(text, true, undefined, undefined, false, false, false);
}

/** Text in quotes. */
export function quotedText(text: string): Fragment {
  return fragmentWith(text, undefined, undefined, undefined, false, true, false);
}

/** With every field in its place, as words are made. */
export function fragmentWith(
  text: string | undefined,
  isPattern: boolean | undefined,
  from: Value["from"],
  elements: Value["elements"],
  splits: boolean,
  isQuoted: boolean,
  isShattered: boolean,
): Fragment {
  return { text, isPattern, from, elements, splits, isQuoted, isShattered };
}

/** Puts the fragments of a word together; what is unquoted and blank parts it. */
export function assemble(source: string, fragments: readonly Fragment[], mayPart: boolean): readonly Word[] {
  const words: Word[] = [];
  let word = nothing();
  const close = (): void => {
    if (word.isThere) words.push(toWord(word, source));
    word = nothing();
  };
  for (const fragment of fragments) {
    if (mayPart && fragment.splits && fragment.isShattered) {
      add(word, { ...fragment, text: undefined }, mayPart);
    } else if (mayPart && fragment.elements !== undefined) {
      addElements(fragment.elements, fragment.splits ?? false);
    } else if (mayPart && fragment.splits && fragment.text !== undefined && BLANKS.test(fragment.text)) {
      addSplit(fragment);
    } else {
      add(word, fragment, mayPart);
    }
  }
  close();
  return words;

  function addElements(elements: readonly Word[], splits: boolean): void {
    elements.forEach((element, index) => {
      if (index > 0) close();
      if (splits) addSplit({ ...element, splits });
      else add(word, { ...element, isQuoted: true }, mayPart);
    });
  }

  function addSplit(fragment: Fragment): void {
    if (fragment.text === undefined) return add(word, fragment, mayPart);
    const pieces = fragment.text.split(/[ \t\n]+/);
    pieces.forEach((text, index) => {
      if (index > 0) close();
      if (text !== "") add(word, { ...fragment, text }, mayPart);
    });
  }
}

interface Growing {
  text: string | undefined;
  isPattern: boolean;
  isThere: boolean;
  from: readonly SimpleCommand[] | undefined;
}

const BLANKS = /[ \t\n]/;
const PATTERN_CHARACTERS = /[*?[]/;

function nothing(): Growing {
  return { text: "", isPattern: false, isThere: false, from: undefined };
}

function add(word: Growing, fragment: Fragment, mayPart: boolean): void {
  const { text, splits = false, isQuoted = false } = fragment;
  word.text = word.text === undefined || text === undefined ? undefined : word.text + text;
  word.isThere ||= isQuoted || !splits || text !== "";
  word.isPattern ||= fragment.isPattern ?? false;
  if (splits && mayPart) word.isPattern ||= text === undefined || PATTERN_CHARACTERS.test(text);
  word.from = joinSources(word.from, fragment.from);
}

function toWord({ text, isPattern, from }: Growing, source: string): Word {
  return makeWord(text, source, isPattern ? true : undefined, from);
}
