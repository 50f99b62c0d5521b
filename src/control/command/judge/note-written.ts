import { relative } from "node:path";
import { secretsIn } from "../git/secret-in.ts";
import type { ProgramFacts, RepositoryFacts } from "../program-facts.ts";
import type { SimpleCommand, Word } from "../simple-command.ts";
import type { Hearing, Origin, Taint } from "./hearing.ts";
import { pathFrom } from "./path-from.ts";
import { taintOf } from "./taint-of.ts";

/** Remembers which files hold what was made on the way, in case one is run or committed later. */
export function noteWritten(command: SimpleCommand, facts: ProgramFacts | undefined, hearing: Hearing): void {
  if (command.redirects.length === 0 && facts?.writes === undefined) return;
  const opened = command.redirects.flatMap(({ op, target }) => (op === "read" ? [] : target));
  const written = [...opened, ...(facts?.writes ?? [])];
  if (written.length === 0) return;
  const taint = taintOf(command, hearing);
  const secret = secretGiven(command);
  const copies = isCopyOfWritten(command, facts, hearing);
  for (const [at, word] of written.entries()) {
    const { text } = word;
    const path = text === undefined || command.cwd === undefined ? undefined : pathFrom(command.cwd, text);
    if (path === undefined) continue;
    // What a program makes is its own work; what the shell writes to a file is text that stands here.
    if (at >= opened.length && isEdited(word, command, facts, taint))
      remember(path, hearing.written?.get(path) ?? "edited", hearing);
    else if (taint !== undefined || at < opened.length || isPassing(command) || copies)
      remember(path, taint ?? "here", hearing);
    if (secret !== undefined) addSecret(path, secret, hearing);
  }
}

/** Whether a file is changed where it is: by a patch, or by a program that reads it and writes it back. */
function isEdited(
  word: Word,
  { words: [name, ...rest] }: SimpleCommand,
  facts: ProgramFacts | undefined,
  taint: Taint | undefined,
): boolean {
  const isPatch =
    name?.text === "patch" ||
    (name?.text === "git" && rest.some(({ text }) => text === "apply" || text === "am"));
  if (isPatch) return taint === undefined;
  return taint === "decoded" && facts?.reads?.some(({ text }) => text === word.text) === true;
}

function remember(path: string, origin: Origin, hearing: Hearing): void {
  hearing.written ??= new Map();
  hearing.written.set(path, origin);
}

/** Programs that write what they are given, and git where it prints into a file. */
function isPassing({ words: [name, ...args] }: SimpleCommand): boolean {
  if (name?.text === "git") return args.some(({ text }) => text?.startsWith("--output") === true);
  return PASSING.has(name?.text ?? "");
}

const PASSING: ReadonlySet<string> = new Set(["tee", "sponge", "dd", "find"]);

/** Whether it puts somewhere else what an earlier part wrote. */
function isCopyOfWritten(
  { words: [name], cwd }: SimpleCommand,
  facts: ProgramFacts | undefined,
  { written }: Hearing,
): boolean {
  if (written === undefined || cwd === undefined || !COPYING.has(name?.text ?? "")) return false;
  return facts?.reads?.some(({ text }) => text === undefined || written.has(pathFrom(cwd, text))) === true;
}

const COPYING: ReadonlySet<string> = new Set(["cp", "mv", "install", "ln", "link", "rsync"]);

/** What kind of secret stands in the words a command writes, or in the text it is fed. */
function secretGiven({ words, input }: SimpleCommand): string | undefined {
  const fed = input.kind === "pipe" ? input.from.flatMap((one) => one.words) : [];
  const given: readonly Word[] = [...words, ...fed, ...(input.kind === "text" ? [input.text] : [])];
  const text = given.map((word) => word.text ?? word.source).join(" ");
  return text.length > LONGEST_LOOKED_AT ? undefined : secretsIn(text)[0]?.what;
}

/** A pipe's commands are looked at once for each that it feeds. */
const LONGEST_LOOKED_AT = 64 * 1024;

function addSecret(path: string, what: string, hearing: Hearing): void {
  const { surroundings } = hearing;
  const { repository, repositories, workspace } = surroundings;
  const withSecret = (one: RepositoryFacts): RepositoryFacts => {
    const file = { path: relative(one.root ?? workspace, path), what };
    const secrets = [
      ...one.secrets,
      { ...file, state: "changed" as const },
      { ...file, state: "new" as const },
    ];
    return { ...one, secrets };
  };
  hearing.surroundings = {
    ...surroundings,
    repository: withSecret(repository),
    ...(repositories !== undefined && {
      repositories: new Map(Array.from(repositories, ([folder, one]) => [folder, withSecret(one)])),
    }),
  };
}
