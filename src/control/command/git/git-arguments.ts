import { fromPosition } from "../programs/arguments/word.ts";
import type { Word } from "../simple-command.ts";
import type { GitOption, GitOptions, GivenAs } from "./git-options.ts";
import { isObjectName } from "./object-name.ts";

/** An option that was given. */
export interface GivenGitOption {
  readonly name: string;
  readonly negated: boolean;
  readonly value?: Word;
}

/** The words after a git command told apart. */
export interface GitArguments {
  readonly options: readonly GivenGitOption[];
  /** What is no option and stands before `--`. */
  readonly operands: readonly Word[];
  /** What stands after `--`; undefined without one. */
  readonly paths: readonly Word[] | undefined;
  /** Options git may not know, or not in every version; when several are meant, all of them are among the options. */
  readonly unknown: readonly Word[];
  /** Words that may turn out to be anything. */
  readonly unclear: readonly Word[];
}

/** Tells options, their values and operands apart as git does: clusters, shortened and negated long names, `--`. */
export function gitArguments(words: readonly Word[], table: GitOptions): GitArguments {
  const found: Found = { options: [], operands: [], unknown: [], unclear: [], words, at: 0 };
  let paths: readonly Word[] | undefined;
  while (paths === undefined && found.at < words.length) {
    const word = words[found.at++];
    if (word === undefined) continue;
    if (word.text === "--") paths = words.slice(found.at);
    else if (word.text === "--end-of-options") break;
    else if (word.text === undefined) takeComputed(word, table, found);
    else takeKnown(word, word.text, table, found);
  }
  const { options, operands, unknown, unclear } = found;
  const behind = paths === undefined ? words.slice(found.at) : [];
  return { options, operands: [...operands, ...behind], paths, unknown, unclear };
}

/** Whether one of these options was given. */
export function has(args: GitArguments, ...names: readonly string[]): boolean {
  return args.options.some(({ name, negated }) => !negated && names.includes(name));
}

/** Whether one of these options was given in its negative form. */
export function hasNo(args: GitArguments, ...names: readonly string[]): boolean {
  return args.options.some(({ name, negated }) => negated && names.includes(name));
}

/** The values given to these options. */
export function valuesOf(args: GitArguments, ...names: readonly string[]): readonly Word[] {
  return args.options.flatMap(({ name, value }) =>
    value !== undefined && names.includes(name) ? [value] : [],
  );
}

/** Every operand, before and after `--`. */
export function allOperands(args: GitArguments): readonly Word[] {
  return [...args.operands, ...(args.paths ?? [])];
}

interface Found {
  readonly options: GivenGitOption[];
  readonly operands: Word[];
  readonly unknown: Word[];
  readonly unclear: Word[];
  readonly words: readonly Word[];
  at: number;
}

function takeKnown(word: Word, text: string, table: GitOptions, found: Found): void {
  if (!text.startsWith("-") || text === "-") found.operands.push(word);
  else if (text.startsWith("--")) takeLong(word, text, table, found);
  else if (!table.numbers || !/^-\d+$/.test(text)) takeCluster(word, text, table, found);
}

function takeLong(word: Word, text: string, table: GitOptions, found: Found): void {
  const equals = text.indexOf("=");
  const meant = meantBy(text.slice(2, equals < 0 ? undefined : equals), table);
  // Which one an ambiguous beginning means depends on the version of git: it counts as all of them.
  if (meant.length !== 1) found.unknown.push(word);
  const attached = equals < 0 ? undefined : fromPosition(word, equals + 1);
  for (const { option, negated } of meant) {
    if (meant.length > 1) found.options.push({ name: option.name, negated });
    else give(option, negated, found, attached);
  }
}

function meantBy(name: string, table: GitOptions): readonly GivenAs[] {
  const exact = table.long.get(name);
  if (exact !== undefined) return [exact];
  return [...table.long].filter(([spelling]) => spelling.startsWith(name)).map(([, meaning]) => meaning);
}

function takeCluster(word: Word, text: string, table: GitOptions, found: Found): void {
  for (let position = 1; position < text.length; position++) {
    const option = table.short.get(text.charAt(position));
    if (option === undefined) {
      found.unknown.push(word);
      return;
    }
    const rest = position + 1 < text.length ? fromPosition(word, position + 1) : undefined;
    give(option, option.isNegative, found, option.takes === "nothing" ? undefined : rest);
    if (option.takes === "value" || (option.takes === "attached" && rest !== undefined)) return;
  }
}

function give(option: GitOption, negated: boolean, found: Found, attached: Word | undefined): void {
  const wants = option.takes === "value" && !negated && attached === undefined;
  const value = wants ? found.words[found.at++] : attached;
  found.options.push({ name: option.name, negated, ...(value === undefined ? {} : { value }) });
  if (value !== undefined && mayBecomeSeveral(value)) found.unclear.push(value);
}

/** A computed word is told by its beginning, unless it may become several. */
function takeComputed(word: Word, table: GitOptions, found: Found): void {
  const start = /^["']?([\w./@:+=,%^~-]*)/.exec(word.source)?.[1] ?? "";
  if (isObjectName(word)) found.operands.push(word);
  else if (mayBecomeSeveral(word) || start === "") {
    found.unclear.push(word);
    found.operands.push(word);
  } else if (!start.startsWith("-")) found.operands.push(word);
  else if (/^--[^=]+=/.test(start)) takeLong(word, start, table, found);
  else if (/^-[^-]/.test(start) && endsInValue(start, table)) takeCluster(word, `${start}?`, table, found);
  else found.unclear.push(word);
}

function endsInValue(cluster: string, table: GitOptions): boolean {
  return table.short.get(cluster.slice(-1))?.takes === "value";
}

/** Unquoted, whatever comes out is taken apart at its blanks. */
function mayBecomeSeveral(word: Word): boolean {
  return word.text === undefined && word.isPattern === true && !isObjectName(word);
}
