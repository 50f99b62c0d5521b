import type { ParameterExpansionPart, ParameterOperation, Word as ShellWord } from "unbash";
import type { Word } from "../simple-command.ts";
import { checkNames } from "./arithmetic.ts";
import type { Expansion } from "./expansion.ts";
import { joinSources } from "./join-sources.ts";
import { noteNamed, NUMBER, onlyFolder, setVariable, UNKNOWN, type Value, valueOf } from "./scope.ts";
import { trimmed } from "./trimmed.ts";

type Expand = (word: ShellWord) => Word;

/** What `$name` stands for. */
export function variableOf(name: string, at: Expansion): Value {
  const set = valueOf(at.scope, name);
  if (set !== undefined) return set.elements === undefined ? set : (set.elements[0] ?? { text: "" });
  const known = knownOf(name, at);
  if (known !== undefined) return known;
  if (name === "!") return LAST_JOB;
  if (NUMBERS.has(name)) return NUMBER;
  if (name === "@" || name === "*") return allOf(at.scope.positional);
  return /^\d+$/.test(name) ? positional(Number(name), at) : UNKNOWN;
}

/** The process that was last sent into the background: any number, written as jobs of this shell are. */
const LAST_JOB: Value = { text: "%*", isPattern: true };

/** Variables that every shell starts with. */
function knownOf(name: string, { home, scope }: Expansion): Value | undefined {
  switch (name) {
    case "HOME":
      return { text: home };
    case "PWD":
      return { text: onlyFolder(scope.folder) };
    case "IFS":
      return { text: " \t\n" };
    case "PATH":
      return { text: "/usr/local/bin:/usr/bin:/bin" };
    default:
      return undefined;
  }
}

/** What `${name…}` stands for, with everything inside it run. */
export function parameterOf(part: ParameterExpansionPart, at: Expansion, expand: Expand): Value {
  const index = part.index === undefined ? undefined : expand(part.index);
  const { operation, parameter, prefix, text: source } = part;
  if (part.index !== undefined) checkNames(part.index.text, source, at);
  if (prefix === "#") return NUMBER;
  if (prefix === "!" && (index?.text === "@" || index?.text === "*")) return keysOf(parameter, at);
  if (prefix === "!") return indirect(part, at, expand);
  const base = index === undefined ? variableOf(parameter, at) : elementOf(parameter, index, at);
  return operation === undefined ? base : operated(operation, parameter, base, source, at, expand);
}

const NUMBERS: ReadonlySet<string> = new Set(["?", "#", "$", "RANDOM", "SECONDS", "LINENO", "UID"])
  .add("EUID")
  .add("PPID")
  .add("BASHPID");

function positional(number: number, { scope }: Expansion): Value {
  if (number === 0) return UNKNOWN;
  if (scope.positional === undefined) return UNKNOWN;
  return scope.positional[number - 1] ?? { text: "" };
}

function allOf(words: readonly Word[] | undefined): Value {
  if (words === undefined) return { text: undefined, isPattern: true };
  const texts = words.map(({ text }) => text);
  return { text: texts.includes(undefined) ? undefined : texts.join(" "), elements: words };
}

function elementOf(name: string, index: Word, at: Expansion): Value {
  const value = valueOf(at.scope, name);
  if (index.text === "@" || index.text === "*") {
    // A variable that is no array counts as one with a single element.
    if (value?.text !== undefined) return value;
    return value?.elements === undefined ? { ...value, ...allOf(undefined) } : allOf(value.elements);
  }
  const elements = value?.elements;
  if (elements === undefined || index.text === undefined || !/^\d+$/.test(index.text)) return UNKNOWN;
  return elements[Number(index.text)] ?? { text: "" };
}

/** `${!list[@]}` are the positions of an array, or the names in it. */
function keysOf(name: string, at: Expansion): Value {
  const elements = valueOf(at.scope, name)?.elements;
  if (elements === undefined) return UNKNOWN;
  return allOf(elements.map((_, position) => ({ text: `${position}`, source: `${position}` })));
}

/** `${!n}` is the variable that n names; that name may hold an index, which would be run. */
function indirect(
  { parameter, operation, text }: ParameterExpansionPart,
  at: Expansion,
  expand: Expand,
): Value {
  if (operation !== undefined) runOperands(operation, expand);
  if (operation?.type === "Names") return UNKNOWN;
  const name = valueOf(at.scope, parameter)?.text;
  if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) {
    return operation === undefined ? variableOf(name, at) : UNKNOWN;
  }
  at.doubt({
    verdict: "ask",
    rule: "shell.indirect-variable",
    reason: "which variable it stands for shows only when it runs",
    source: text,
  });
  return UNKNOWN;
}

function operated(
  operation: ParameterOperation,
  name: string,
  base: Value,
  source: string,
  at: Expansion,
  expand: Expand,
): Value {
  const operands = runOperands(operation, expand);
  switch (operation.type) {
    case "Default":
      return defaulted(operation.operator, name, base, operands[0] ?? { text: "", source: "" }, at);
    case "Remove":
      return withText(base, shortened(base.text, operation.operator, operands[0]?.text));
    case "Replace":
      return withText(base, replaced(base, operation.operator, operands));
    case "Slice":
      checkNames(`${operation.offset.text} ${operation.length?.text ?? ""}`, source, at);
      return withText(base, sliced(base, operands));
    case "CaseModification":
      return withText(base, operands.length === 0 ? recased(base.text, operation.operator) : undefined);
    case "Transform":
      if (operands[0]?.text === "P") {
        at.doubt({
          verdict: "ask",
          rule: "shell.prompt-expansion",
          reason: "expanding a text as a prompt runs the substitutions in it",
          source,
        });
      }
      return withText(base, undefined);
    case "Names":
    case "Unknown":
      return UNKNOWN;
  }
}

function runOperands(operation: ParameterOperation, expand: Expand): readonly Word[] {
  switch (operation.type) {
    case "Default":
    case "Remove":
    case "Transform":
      return [expand(operation.operand)];
    case "Replace":
      return [expand(operation.pattern), expand(operation.replacement)];
    case "Slice":
      return operation.length === undefined
        ? [expand(operation.offset)]
        : [expand(operation.offset), expand(operation.length)];
    case "CaseModification":
      return operation.operand === undefined ? [] : [expand(operation.operand)];
    case "Names":
    case "Unknown":
      return [];
  }
}

/** Of a path that is cut back to nothing, the root is left. */
function shortened(...[text, ...cut]: Parameters<typeof trimmed>): string | undefined {
  const rest = trimmed(text, ...cut);
  return rest === "" && text?.startsWith("/") === true ? "/" : rest;
}

function withText({ from, isPattern = false }: Value, text: string | undefined): Value {
  return { text, ...(from !== undefined && { from }), ...(isPattern && { isPattern }) };
}

/** A variable the command itself has set is known to be set; any other may be anything. */
function defaulted(operator: string, name: string, base: Value, other: Word, at: Expansion): Value {
  const isKnown = base.text !== undefined && valueOf(at.scope, name) !== undefined;
  const isSet = isKnown && (base.text !== "" || !operator.startsWith(":"));
  const meansOther = operator.endsWith("+") ? isSet : isKnown && !isSet;
  if (operator.endsWith("=")) {
    if (!isSet) noteNamed(at.scope, name, other);
    setVariable(at.scope, name, isSet ? base : either(base, other, isKnown));
  }
  if (isKnown) {
    if (meansOther) return other;
    return operator.endsWith("+") ? { text: "" } : base;
  }
  return either(base, other, false);
}

function either(base: Value, other: Word, isOther: boolean): Value {
  if (isOther) return other;
  const from = joinSources(base.from, other.from);
  return { text: undefined, ...(from !== undefined && { from }) };
}

function replaced(base: Value, operator: string, [pattern, by]: readonly Word[]): string | undefined {
  if (base.text === undefined || base.isPattern === true) return undefined;
  if (pattern?.text === undefined || by?.text === undefined || /[*?[\\]/.test(pattern.source))
    return undefined;
  const insert = by.text;
  if (operator === "//") return base.text.replaceAll(pattern.text, () => insert);
  return operator === "/" ? base.text.replace(pattern.text, () => insert) : undefined;
}

function sliced(base: Value, [offset, length]: readonly Word[]): string | undefined {
  const bounds = [offset?.text ?? "", length?.text ?? "0"];
  if (base.isPattern === true || !bounds.every((bound) => /^\d+$/.test(bound))) return undefined;
  const start = Number(bounds[0]);
  return base.text?.slice(start, length === undefined ? undefined : start + Number(bounds[1]));
}

function recased(text: string | undefined, operator: string): string | undefined {
  if (text === undefined) return undefined;
  const change = operator.startsWith("^") ? "toUpperCase" : "toLowerCase";
  return operator.length === 2 ? text[change]() : text.slice(0, 1)[change]() + text.slice(1);
}
