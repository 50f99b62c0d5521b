import { parse, type Word as ShellWord, type WordPart } from "unbash";
import { makeWord, type SimpleCommand, type Word } from "../simple-command.ts";
import { runArithmetic } from "./arithmetic.ts";
import { expandBraces } from "./expand-braces.ts";
import type { Expansion } from "./expansion.ts";
import { joinSources } from "./join-sources.ts";
import { outputOf } from "./output-of.ts";
import { parameterOf, variableOf } from "./parameter-of.ts";
import { NUMBER, type Value, valueOf } from "./scope.ts";
import { expandTilde } from "./expand-tilde.ts";

/** The words that one word becomes: none, one or several. */
export function wordsOf(word: ShellWord, at: Expansion): readonly Word[] {
  const { parts } = word;
  if (parts === undefined) return [plainWord(word, at)];
  if (parts.some(({ type }) => type === "BraceExpansion")) return bracedWords(word, at);
  return assemble(word.text, fragmentsOf(parts, at), true);
}

/** Puts the words that one word becomes on a list. */
export function addWords(words: Word[], word: ShellWord, at: Expansion): void {
  if (word.parts === undefined) words.push(plainWord(word, at));
  else for (const one of wordsOf(word, at)) words.push(one);
}

/** What one word becomes where the shell makes no more than one of it: values, targets, here-strings. */
export function wordOf(word: ShellWord, at: Expansion): Word {
  return word.parts === undefined ? plainWord(word, at) : joinedWord(word.text, word.parts, at);
}

/** The same for a here-document's text, where quotes are only characters. */
export function joinedWord(source: string, parts: readonly WordPart[], at: Expansion): Word {
  return assemble(source, fragmentsOf(parts, at), false)[0] ?? makeWord("", source);
}

/** A stretch of a word. */
interface Fragment extends Value {
  /** Literal text stays in its word; an unquoted expansion is split at blanks. */
  readonly splits?: boolean | undefined;
  /** Quotes make a word even of nothing. */
  readonly isQuoted?: boolean | undefined;
  /** Whether how it is split cannot be told; it does not matter inside quotes. */
  readonly isShattered?: boolean | undefined;
}

function plainWord({ text, value }: ShellWord, at: Expansion): Word {
  return makeWord(text.startsWith("~") ? expandTilde(value, at) : value, text);
}

/** Braces come before everything else, and what they make is read as if it had stood there. */
function bracedWords(word: ShellWord, at: Expansion): readonly Word[] {
  const texts = expandBraces(word.text);
  if (texts === undefined) {
    fragmentsOf(word.parts ?? [], at);
    return [makeWord(undefined, word.text, true)];
  }
  return texts.flatMap((text) => {
    if (PLAIN.test(text)) return makeWord(text, word.text);
    const command = parse(`: ${text}`).commands[0]?.command;
    const made = command?.type === "Command" ? command.suffix : [];
    return made.flatMap((one) =>
      one.type === "Word" ? assemble(word.text, fragmentsOf(one.parts ?? [one], at), true) : [],
    );
  });
}

/** Text that stands for itself whatever is around it. */
const PLAIN = /^[\w./-]+$/;

function fragmentsOf(parts: readonly (WordPart | ShellWord)[], at: Expansion): readonly Fragment[] {
  const fragments: Fragment[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type === "DoubleQuoted" || part.type === "LocaleString") addQuoted(fragments, part.parts, at);
    else fragments.push(fragmentOf(part, index === 0, at));
  }
  return fragments;
}

type SinglePart = Exclude<WordPart | ShellWord, { type: "DoubleQuoted" | "LocaleString" }>;

function fragmentOf(part: SinglePart, isFirst: boolean, at: Expansion): Fragment {
  switch (part.type) {
    case "Word":
    case "Literal":
      return literal(isFirst && part.text.startsWith("~") ? expandTilde(part.value, at) : part.value);
    case "SingleQuoted":
    case "AnsiCQuoted":
      return quotedText(part.value);
    case "Glob":
      fragmentsOf(part.parts ?? [], at);
      return pattern(part.value);
    case "ExtendedGlob":
      fragmentsOf(part.parts ?? [], at);
      // It may match a hidden name as well as any other.
      return pattern(undefined);
    case "BraceExpansion":
      if (part.parts === undefined) return literal(part.text);
      fragmentsOf(part.parts, at);
      return pattern(undefined);
    case "SimpleExpansion":
      return unquoted(variableOf(part.text.slice(1), at), at);
    case "ParameterExpansion":
      return unquoted(
        parameterOf(part, at, (word) => wordOf(word, at)),
        at,
      );
    case "CommandExpansion":
      return unquoted(substituted(part.script && at.run(part.script, at.input), at), at);
    case "ProcessSubstitution":
      return pipeName(part, at);
    case "ArithmeticExpansion":
      return unquoted(runArithmetic(part.expression, part.text, at), at);
  }
}

function literal(text: string | undefined): Fragment {
  return fragmentWith(text, undefined, undefined, undefined, false, false, false);
}

function pattern(text: string | undefined): Fragment {
  return fragmentWith(text, true, undefined, undefined, false, false, false);
}

function quotedText(text: string): Fragment {
  return fragmentWith(text, undefined, undefined, undefined, false, true, false);
}

/** With every field in its place, as words are made. */
function fragmentWith(
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

/** Where the characters that part words were changed, what becomes of a text is not followed. */
function unquoted({ text, isPattern, from, elements }: Value, at: Expansion): Fragment {
  const separators = valueOf(at.scope, "IFS");
  const isShattered = separators !== undefined && separators.text !== BLANK && text !== "";
  return fragmentWith(text, isPattern, from, elements, true, false, isShattered);
}

const BLANK = " \t\n";

/** Inside double quotes nothing is split, and nothing is a pattern but what stands for a number. */
function addQuoted(fragments: Fragment[], parts: readonly WordPart[], at: Expansion): void {
  const inside: Fragment[] = [];
  for (const part of parts) {
    if (part.type === "DoubleQuoted" || part.type === "LocaleString") addQuoted(inside, part.parts, at);
    else inside.push(insideQuotes(fragmentOf(part, false, at)));
  }
  // Of no elements at all, not even quotes make a word.
  const isList = inside.length === 1 && inside[0]?.elements !== undefined;
  if (!isList) fragments.push(quotedText(""));
  for (const one of inside) fragments.push(one);
}

function insideQuotes({ text, isPattern, from, elements, isShattered = false }: Fragment): Fragment {
  return fragmentWith(text, isPattern, from, elements, false, true, isShattered);
}

function substituted(commands: readonly SimpleCommand[] | undefined, { workspace }: Expansion): Value {
  if (commands === undefined || commands.length === 0) return { text: undefined };
  const text = outputOf(commands, workspace);
  return { text, from: commands, isPattern: text === NUMBER.text ? true : undefined };
}

/** The shell puts the name of a pipe there. */
function pipeName(part: Extract<WordPart, { type: "ProcessSubstitution" }>, at: Expansion): Fragment {
  if (part.script === undefined) return { text: undefined };
  if (part.operator === "<") return { text: "/dev/fd/63", from: at.run(part.script, { kind: "none" }) };
  at.run(part.script, { kind: "pipe", from: at.feeder() });
  return { text: "/dev/fd/63" };
}

/** Puts the fragments of a word together; what is unquoted and blank parts it. */
function assemble(source: string, fragments: readonly Fragment[], mayPart: boolean): readonly Word[] {
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
