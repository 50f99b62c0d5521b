import { parse, type Word as ShellWord, type WordPart } from "unbash";
import { makeWord, type SimpleCommand, type Word } from "../simple-command.ts";
import { runArithmetic } from "./arithmetic.ts";
import { assemble, type Fragment, fragmentWith, literal, pattern, quotedText } from "./assemble-word.ts";
import { expandBraces } from "./expand-braces.ts";
import type { Expansion } from "./expansion.ts";
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
      return pattern(meansAnything(part) ? "*" : undefined);
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

/** All names but a few are as good as all; other groups may match a hidden name as well as any other. */
function meansAnything({ operator, pattern: names }: Extract<WordPart, { type: "ExtendedGlob" }>): boolean {
  return operator === "!" && !/(?:^|[(|])[.[?]|\//.test(names);
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
