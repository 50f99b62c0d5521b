import { posix } from "node:path";
import type { Surroundings } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { refuseTooMany } from "../arguments/refuse-too-many.ts";
import { literal } from "../arguments/word.ts";
import { somethingIn } from "./found-places.ts";
import { matchesGlob } from "./matches-glob.ts";

/** A find command told apart. */
export interface FindCommand {
  readonly starts: readonly Word[];
  readonly primaries: readonly Primary[];
  /** Words that are no part of any expression find has. */
  readonly unknown: readonly Word[];
}

/** One test or action with its arguments. */
export interface Primary {
  readonly name: string;
  readonly values: readonly Word[];
}

/** Tells a find command's starting points from its tests and actions. */
export function parseFind(args: readonly Word[]): FindCommand {
  const begin = leadingOptions(args);
  const end = args.findIndex((word, at) => at >= begin && /^(?:-|[(!]$)/.test(word.text ?? word.source));
  const starts = args.slice(begin, end < 0 ? args.length : end);
  const rest = end < 0 ? [] : args.slice(end);
  return { starts: starts.length > 0 ? starts : [literal(".")], ...parsePrimaries(rest) };
}

/**
 * What a find command may come across up to one of its actions, as places that can be judged: tests that stand behind an action do not
 * hold it back, and without a test on names it is all there is.
 */
export function placesFound(
  { starts, primaries: all }: FindCommand,
  end: number,
  surroundings: Surroundings,
): readonly Word[] {
  const primaries = all.slice(0, end);
  const names = namesLookedFor(primaries);
  if (names === undefined || primaries.some(negatesGroup)) return starts;
  refuseTooMany(starts.length * names.length);
  return starts.flatMap((start) => names.flatMap((name) => placesNamed(start, name, surroundings)));
}

/** `-H`, `-L`, `-P`, `-D x`, `-O3` come before the starting points. */
function leadingOptions(args: readonly Word[]): number {
  let at = 0;
  while (/^-(?:[HLP]|D|O\d?|E|X|x|s)$/.test(args[at]?.text ?? "")) at += args[at]?.text === "-D" ? 2 : 1;
  return at;
}

const NO_VALUE = new Set(
  `( ) ! , -not -a -and -o -or -daystart -depth -d -follow -ignore_readdir_race -noignore_readdir_race -mount -xdev -noleaf -nowarn -warn -empty -executable -false -true
  -nogroup -nouser -readable -writable -delete -print -print0 -prune -quit -ls -help -version`.split(/\s+/),
);

const ONE_VALUE = new Set(
  `-maxdepth -mindepth -regextype -files0-from -amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -mmin -mtime -name
  -newer -path -perm -regex -samefile -size -type -uid -used -user -wholename -xtype -context -fprint -fprint0 -fls -printf`.split(
    /\s+/,
  ),
);

const RUNS_COMMAND = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

function parsePrimaries(words: readonly Word[]): Pick<FindCommand, "primaries" | "unknown"> {
  const primaries: Primary[] = [];
  const unknown: Word[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at++] ?? literal("");
    const length = valueCount(word.text, words, at);
    if (length === undefined) unknown.push(word);
    else primaries.push({ name: word.text ?? "", values: words.slice(at, at + length) });
    at += length ?? 0;
  }
  return { primaries, unknown };
}

function valueCount(name: string | undefined, words: readonly Word[], at: number): number | undefined {
  if (name === undefined) return undefined;
  if (NO_VALUE.has(name)) return 0;
  if (ONE_VALUE.has(name) || /^-newer[aBcmt][aBcmt]$/.test(name)) return 1;
  if (name === "-fprintf") return 2;
  if (!RUNS_COMMAND.has(name)) return undefined;
  const end = words.findIndex((word, index) => index >= at && endsCommand(words, index, word));
  return (end < 0 ? words.length : end + 1) - at;
}

/** A `+` ends a command only right after `{}`. */
function endsCommand(words: readonly Word[], index: number, word: Word): boolean {
  return word.text === ";" || (word.text === "+" && words[index - 1]?.text === "{}");
}

/** What names the expression asks for; undefined when some branch of it takes any name. */
function namesLookedFor(primaries: readonly Primary[]): readonly Primary[] | undefined {
  const branches: Primary[][] = [[]];
  primaries.forEach((primary, at) => {
    const negated = ["!", "-not"].includes(primaries[at - 1]?.name ?? "");
    if (["-o", "-or", ","].includes(primary.name)) branches.push([]);
    else if (NAME_TESTS.has(primary.name) && !negated) branches.at(-1)?.push(primary);
  });
  return branches.every((branch) => branch.length > 0) ? branches.flat() : undefined;
}

/** What stands in brackets after a negation is what is not looked for. */
function negatesGroup({ name }: Primary, at: number, all: readonly Primary[]): boolean {
  return name === "(" && ["!", "-not"].includes(all[at - 1]?.name ?? "");
}

const NAME_TESTS = new Set(
  "-name -iname -path -ipath -wholename -iwholename -regex -iregex -empty".split(" "),
);

/** Places below a start that answer to a test on names: the name itself, and whatever of weight in a repository it would match too. */
function placesNamed(
  start: Word,
  { name, values: [wanted] }: Primary,
  surroundings: Surroundings,
): readonly Word[] {
  if (name === "-empty" || wanted?.text === undefined) return [somethingIn(start, surroundings)];
  if (!/[A-Za-z0-9]/.test(wanted.text)) return [start];
  const isPath = !/-i?name$/.test(name);
  const weighty = isHere(start)
    ? WEIGHTY.filter((path) => matches(path, name, wanted.text ?? "", isPath))
    : [];
  const plain = isPath ? somethingIn(start, surroundings) : somethingIn(start, surroundings, wanted.text);
  return [/[*?[]/.test(plain.text ?? "") ? { ...plain, isPattern: true } : plain, ...weighty.map(literal)];
}

const WEIGHTY = [
  "./.git",
  "./.git/config",
  "./.git/hooks",
  "./.git/hooks/pre-commit",
  "./.git/hooks/pre-push",
  "./.git/hooks/commit-msg",
  "./.git/hooks/prepare-commit-msg",
  "./.git/hooks/applypatch-msg",
  "./.git/hooks/pre-rebase",
  "./.git/hooks/post-checkout",
  "./.git/hooks/post-merge",
  "./.deckhand",
  "./.deckhand/config.json",
  "./.env",
  "./.npmrc",
  "./.vscode",
];

function isHere({ text }: Word): boolean {
  return text === undefined || text.startsWith("/") || /^\.{1,2}(?:\/|$)/.test(posix.normalize(text));
}

/** Those files of weight whose name an expression matches. */
export function weightyLike(expression: string): readonly Word[] {
  return WEIGHTY.filter((path) => matchesExpression(posix.basename(path), expression)).map(literal);
}

/** Nearly all kinds of expressions mean the same here; one that cannot be read, or not in a short time, may match anything. */
function matchesExpression(text: string, expression: string): boolean {
  const isLong = expression.length > 200 || (expression.match(/[*+{]/g)?.length ?? 0) > MOST_REPEATS;
  if (isLong || /\)[*+{]/.test(expression)) return true;
  try {
    return new RegExp(expression.replaceAll(/\\([(){}|+?])/g, "$1"), "i").test(text);
  } catch {
    return true;
  }
}

const MOST_REPEATS = 4;

function matches(path: string, test: string, wanted: string, isPath: boolean): boolean {
  if (test.endsWith("regex")) return matchesExpression(path, `^(?:${wanted})$`);
  return matchesGlob(isPath ? path : path.slice(path.lastIndexOf("/") + 1), wanted);
}
