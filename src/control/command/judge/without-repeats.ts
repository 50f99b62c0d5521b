import type { SimpleCommand, Word } from "../simple-command.ts";

/** Leaves out commands that are the same in everything a verdict depends on, as rounds of a loop often are. */
export function withoutRepeats(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  if (commands.length < MANY) return commands;
  const ids = new Map<string, number>();
  const idOf = new Map<SimpleCommand, number>();
  return commands.filter((command, at) => {
    const key = keyOf(command, idOf) ?? `#${at}`;
    const known = ids.get(key);
    idOf.set(command, known ?? at);
    if (known === undefined) ids.set(key, at);
    return known === undefined;
  });
}

/** Below this, looking for repeats takes longer than judging them. */
const MANY = 32;

type Ids = ReadonlyMap<SimpleCommand, number>;

/** Undefined for a command that is fed by more than can be compared. */
function keyOf(command: SimpleCommand, ids: Ids): string | undefined {
  const { words, assignments, redirects, input, cwd, source, isFunction } = command;
  const given = [
    ...words,
    ...assignments.map(({ value }) => value),
    ...redirects.map(({ target }) => target),
  ];
  if (input.kind === "text") given.push(input.text);
  if (input.kind === "file") given.push(input.path);
  const sources = [input.kind === "pipe" ? input.from : [], ...given.map((word) => word.from ?? [])].flat();
  if (sources.length > MOST_SOURCES || !sources.every((one) => ids.has(one))) return undefined;
  const fed = sources.map((one) => ids.get(one));
  // The text itself says what names and operators there are; only what it stands for can differ.
  return JSON.stringify([source, cwd, isFunction, input.kind, fed, given.map(wordKey)]);
}

const MOST_SOURCES = 8;

function wordKey({ text, isPattern = false }: Word): string {
  return `${isPattern ? "*" : ""}${text === undefined ? "" : `=${text}`}`;
}
