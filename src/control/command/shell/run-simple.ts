import type { Assignment as ShellAssignment, Command } from "unbash";
import type { Assignment, SimpleCommand, Word } from "../simple-command.ts";
import { checkNames } from "./arithmetic.ts";
import { changeScope } from "./change-scope.ts";
import { emit } from "./emit.ts";
import { addWords, wordOf, wordsOf } from "./expand-word.ts";
import { expansionAt } from "./expansion-at.ts";
import type { Expansion, FunctionBody } from "./expansion.ts";
import { isQuotedIndex } from "./index-text.ts";
import { adoptPerhaps } from "./merge-scopes.ts";
import { type Opened, redirectsOf } from "./redirects-of.ts";
import {
  assign,
  forkOf,
  functionNames,
  functionOf,
  type Scope,
  type ShellFunction,
  UNKNOWN,
  type Value,
  valueOf,
} from "./scope.ts";
import { walkRemembered } from "./walk-remembered.ts";
import { isExhausted, type Place, type Walker } from "./walker.ts";

/** Expands one simple command, notes it, and follows what it does to the shell. */
export function runSimple(node: Command, place: Place, walker: Walker): void {
  const at = expansionAt(place, walker);
  const given = givenBy(node.prefix, at);
  const declared: Setting[] = [];
  const words = wordsIn(node, declared, at);
  const { redirects, input } = openedBy(node.redirects, place, at);
  const name = words[0]?.text;
  const called = name === undefined ? undefined : functionOf(place.scope, name);
  const command: SimpleCommand = {
    words,
    assignments: assignmentsOf(words, given, declared, place.scope),
    redirects,
    input,
    cwd: place.scope.folder?.[0],
    source: place.source.slice(node.pos, node.end),
    isFunction: called === undefined ? isKnown(name, walker) : !called.isDoubtful,
    functions: called === undefined ? functionsFor(name, place, walker) : undefined,
  };
  at.feed(emit(command, place.scope, walker));
  if (words.length === 0) {
    for (const { name: set, value } of given) assign(place.scope, set, value);
  } else if (called === undefined) {
    blurGiven(words, given, place);
    changeScope(command, declared, place, walker);
  } else {
    const inside = forkOf(place.scope);
    for (const { name: set, value } of given) assign(inside, set, value);
    callFunction(command, called, { ...place, input }, inside, walker);
    if (called.isDoubtful) perhapsChange(command, declared, place, walker);
  }
}

const NONE: readonly never[] = Object.freeze([]);

function openedBy(redirections: Command["redirects"], { input }: Place, at: Expansion): Opened {
  return redirections.length === 0 ? { redirects: NONE, input } : redirectsOf(redirections, input, at);
}

function givenBy(prefix: Command["prefix"], at: Expansion): readonly Setting[] {
  if (prefix.length === 0) return NONE;
  return prefix.flatMap((one) => (one.type === "Assignment" ? setBy(one, at) : []));
}

function assignmentsOf(
  words: readonly Word[],
  given: readonly Setting[],
  declared: readonly Setting[],
  scope: Scope<FunctionBody>,
): readonly Assignment[] {
  const exported = EXPORTING.has(words[0]?.text ?? "") && isExport(words);
  if (given.length === 0 && !exported) return NONE;
  const set = [...given, ...(exported ? declared : [])].map(({ name, word }) => ({ name, value: word }));
  return exported ? [...set, ...handedOn(words, scope)] : set;
}

/** Variables that are only named go to programs with what they hold then, or may hold later. */
function handedOn([, ...args]: readonly Word[], scope: Scope<FunctionBody>): readonly Assignment[] {
  if (args.some(({ text = "" }) => /^-[a-zA-Z]*[nfp]/.test(text))) return [];
  return args.flatMap(({ text = "", source }) => {
    const held = valueOf(scope, text);
    if (!/^[A-Za-z_]\w*$/.test(text) || (held === undefined && ALWAYS_THERE.has(text))) return [];
    return { name: text, value: { text: held?.text, source } };
  });
}

/** Every program has these anyway. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(["PATH", "HOME", "PWD"]);

const EXPORTING: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local"]);

/** Some shells keep what is set in front of one of their own commands. */
function blurGiven([name]: readonly Word[], given: readonly Setting[], { scope }: Place): void {
  if (given.length === 0 || !KEEPING.has(name?.text ?? "")) return;
  for (const one of given) assign(scope, one.name, UNKNOWN);
}

const KEEPING: ReadonlySet<string> = new Set(
  ": . source eval exec export readonly set shift times trap unset break continue return exit".split(" "),
);

/** The function may not be defined by then, and the shell's own command be meant. */
function perhapsChange(
  command: SimpleCommand,
  declared: readonly Setting[],
  place: Place,
  walker: Walker,
): void {
  const scope = forkOf(place.scope);
  changeScope(command, declared, { ...place, scope }, walker);
  adoptPerhaps(place.scope, scope);
}

/** `declare -x` exports too. */
function isExport([name, ...args]: readonly Word[]): boolean {
  if (name?.text === "export") return true;
  const isDeclare = name?.text === "declare" || name?.text === "typeset" || name?.text === "local";
  return isDeclare && args.some(({ text = "" }) => /^-[a-zA-Z]*x/.test(text));
}

function isKnown(name: string | undefined, { known }: Walker): true | undefined {
  return name !== undefined && known?.has(name) === true ? true : undefined;
}

/** What shell text may call that runs in this very shell. */
function functionsFor(
  name: string | undefined,
  { scope }: Place,
  { known }: Walker,
): ReadonlySet<string> | undefined {
  const isText = name === "eval" || name === "trap";
  return isText && known?.has(name) !== true ? functionNames(scope, known) : undefined;
}

/** A variable and what it is set to, both as a word and as the shell keeps it. */
export interface Setting extends Pick<Assignment, "name"> {
  readonly word: Word;
  readonly value: Value;
}

function setBy(node: ShellAssignment, at: Expansion): Setting {
  const index = node.index === undefined ? undefined : wordOf(node.index, at);
  const { name, append = false, text: source } = node;
  if (node.index !== undefined) checkNames(node.index.text, source, at);
  const before = append ? (valueOf(at.scope, name) ?? UNKNOWN) : undefined;
  if (node.value.type === "ArrayValue") {
    const elements = node.value.elements.flatMap((element) => wordsOf(element, at));
    const isPlain = !elements.some((element) => element.source.startsWith("["));
    const known = before === undefined ? elements : before.elements && [...before.elements, ...elements];
    const value = isPlain && known !== undefined ? { text: undefined, elements: known } : UNKNOWN;
    return { name, word: { text: undefined, source }, value };
  }
  const word = wordOf(node.value, at);
  if (NUMBERS.has(name)) at.evaluate(source);
  if (index !== undefined) return { name, word, value: UNKNOWN };
  return { name, word, value: before === undefined ? valueFrom(word) : appended(before, word) };
}

/** Variables of the shell that take whatever they are set to for a number. */
const NUMBERS: ReadonlySet<string> = new Set(["RANDOM", "SRANDOM", "OPTIND", "HISTCMD"]);

function valueFrom(word: Word): Value {
  const { text, from, isPattern = false, source } = word;
  const isOdd = text === undefined && isQuotedIndex(source);
  return {
    text,
    ...(from !== undefined && { from }),
    ...(isPattern && { isPattern }),
    ...(isOdd && { isOdd }),
  };
}

function appended(before: Value, word: Word): Value {
  if (before.text === undefined || word.text === undefined) {
    return { ...valueFrom(word), text: undefined, from: [...(before.from ?? []), ...(word.from ?? [])] };
  }
  return { ...valueFrom(word), text: before.text + word.text };
}

/** The words of a command; the variables that words of it set are put on the list. */
function wordsIn({ name, suffix }: Command, declared: Setting[], at: Expansion): readonly Word[] {
  const words: Word[] = [];
  if (name !== undefined) addWords(words, name, at);
  for (const one of suffix) {
    if (one.type === "Word") addWords(words, one, at);
    else if (one.type === "Assignment") {
      const set = hasBraces(one) ? unclear(setBy(one, at)) : setBy(one, at);
      const { text } = set.word;
      declared.push(set);
      words.push({
        ...set.word,
        text: text === undefined ? undefined : `${one.name}=${text}`,
        source: one.text,
      });
    }
  }
  return words;
}

/** As an argument, unlike in front of a command, an assignment with braces becomes several. */
function hasBraces({ value }: ShellAssignment): boolean {
  return value.type === "Word" && value.parts?.some(({ type }) => type === "BraceExpansion") === true;
}

function unclear({ name, word }: Setting): Setting {
  return { name, word: { ...word, text: undefined, isPattern: true }, value: UNKNOWN };
}

/** Looks at the body with these arguments; one that calls itself is not followed, and how often it would is unknown. */
function callFunction(
  { words, source }: Pick<SimpleCommand, "words" | "source">,
  { body, source: text }: ShellFunction<FunctionBody>,
  place: Place,
  scope: Scope<FunctionBody>,
  walker: Walker,
): void {
  if (walker.calling.includes(body)) {
    const reason = "the function calls itself, and nothing shows where that ends";
    walker.doubts.push({ verdict: "ask", rule: "shell.recursion", reason, source });
    return;
  }
  if (isExhausted(walker)) return;
  walker.uncalled?.delete(body);
  walker.calling.push(body);
  scope.positional = words.slice(1);
  walker.repeating++;
  walkRemembered(body, { ...place, scope, source: text }, walker);
  walker.repeating--;
  walker.calling.pop();
  // The function's arguments are not its caller's.
  adoptPerhaps(place.scope, { ...scope, positional: place.scope.positional });
}
