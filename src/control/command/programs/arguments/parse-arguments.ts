import type { Word } from "../../simple-command.ts";
import type { OptionKind, OptionTable } from "./option-table.ts";
import { fromPosition } from "./word.ts";

/** An option that was given. */
export interface GivenOption {
  readonly kind: OptionKind;
  readonly values: readonly Word[];
}

/** The words of a command told apart. */
export interface Arguments {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** Options the program is not known to have; an unknown one is taken to have no value. */
  readonly unknown: readonly Word[];
}

/** Where options may stand. */
export interface ArgumentStyle {
  /** Options end at the first operand, as for programs that run the rest. */
  readonly optionsFirst?: boolean;
  /** Options after whose value nothing is the program's own any more, as `-m` of Python. */
  readonly lastOptions?: readonly string[];
}

/** Tells options, their values and operands apart as getopt does: clusters, attached values, shortened long names, `--`. */
export function parseArguments(
  words: readonly Word[],
  table: OptionTable,
  style: ArgumentStyle = {},
): Arguments {
  const found: Found = { options: [], operands: [], unknown: [], at: 0, words };
  while (found.at < words.length && !isEnded(found, style)) {
    const word = words[found.at++];
    if (word === undefined || isOperand(word, table)) {
      if (word !== undefined) found.operands.push(word);
      if (style.optionsFirst === true) break;
    } else if (word.text === "--") break;
    else if (isNumber(word, table)) continue;
    else if (word.text === undefined) takeComputed(word, table, found);
    else if (word.text.startsWith("--")) takeLong(word, word.text, table, found);
    else takeCluster(word, word.text, table, found);
  }
  for (let at = found.at; at < words.length; at++) found.operands.push(words[at] as Word);
  return found;
}

/** The values of an option by its first name, in order. */
export function valuesOf(args: Arguments, ...names: readonly string[]): readonly Word[] {
  return args.options.filter(({ kind }) => names.includes(kind.name)).flatMap(({ values }) => values);
}

/** Whether one of these options was given. */
export function hasOption(args: Arguments, ...names: readonly string[]): boolean {
  return args.options.some(({ kind }) => names.includes(kind.name));
}

interface Found {
  readonly options: GivenOption[];
  readonly operands: Word[];
  readonly unknown: Word[];
  readonly words: readonly Word[];
  at: number;
}

function isEnded({ options }: Found, { lastOptions }: ArgumentStyle): boolean {
  const last = lastOptions === undefined ? undefined : options.at(-1);
  return last !== undefined && lastOptions?.includes(last.kind.name) === true;
}

/** What a computed word is can be told from its beginning alone. */
function isOperand(word: Word, table: OptionTable): boolean {
  const start = word.text ?? word.source.replace(/^["']/, "");
  if (start.charCodeAt(0) !== HYPHEN) return true;
  return start === "-" && !table.byName.has("-");
}

const HYPHEN = 45;

function isNumber(word: Word, table: OptionTable): boolean {
  return table.numbers && /^-\d+$/.test(word.text ?? "");
}

function takeLong(word: Word, text: string, table: OptionTable, found: Found): void {
  const equals = text.indexOf("=");
  const kind = longKind(equals < 0 ? text : text.slice(0, equals), table);
  if (kind === undefined || (equals >= 0 && kind.takes === "nothing")) found.unknown.push(word);
  else if (equals >= 0) give(kind, found, fromPosition(word, equals + 1));
  else give(kind, found);
}

/** An exact name, or the beginning of what can only be one option. */
function longKind(name: string, table: OptionTable): OptionKind | undefined {
  const exact = table.byName.get(name);
  if (exact !== undefined || name.length < 3) return exact;
  const candidates = new Set(
    [...table.byName].filter(([known]) => known.startsWith(name)).map(([, kind]) => kind),
  );
  return candidates.size === 1 ? [...candidates][0] : undefined;
}

/** What begins with a plain option goes on with its value; anything else could be any option. */
function takeComputed(word: Word, table: OptionTable, found: Found): void {
  const [, long] = /^(--[a-z][\w-]*)=/i.exec(word.source) ?? [];
  if (long !== undefined) return takeLong(word, `${long}=`, table, found);
  const letters = /^-([a-z]+)(?=["'$`])/i.exec(word.source)?.[1] ?? "";
  const kinds = Array.from(letters, (letter) => table.byName.get(`-${letter}`));
  const isClear =
    kinds.length > 0 &&
    kinds.every((kind, at) => kind !== undefined && (kind.takes !== "nothing") === (at === kinds.length - 1));
  if (isClear)
    for (const kind of kinds) give(kind as OptionKind, found, kind?.takes === "nothing" ? undefined : word);
  else found.unknown.push(word);
}

function takeCluster(word: Word, text: string, table: OptionTable, found: Found): void {
  const whole = table.byName.get(text);
  if (whole !== undefined) return give(whole, found);
  for (let position = 1; position < text.length; position++) {
    const kind = table.byName.get(`-${text[position]}`);
    if (kind === undefined) {
      found.unknown.push(word);
      return;
    }
    const rest = position + 1 < text.length ? fromPosition(word, position + 1) : undefined;
    if (kind.takes === "nothing") give(kind, found);
    else return give(kind, found, rest);
  }
}

function give(kind: OptionKind, found: Found, attached?: Word): void {
  const wanted = kind.takes === "value" ? kind.roles.length : 0;
  const values = attached === undefined ? [] : [attached];
  while (values.length < wanted && found.at < found.words.length) {
    const next = found.words[found.at++];
    if (next !== undefined) values.push(next);
  }
  found.options.push({ kind, values });
}
