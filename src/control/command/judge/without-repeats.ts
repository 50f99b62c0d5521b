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

/** Undefined for a command that is fed by more than can be compared. The text itself says what names and operators there are; only what it stands for can differ. */
function keyOf(
  { words, assignments, redirects, input, cwd, source, isFunction }: SimpleCommand,
  ids: Ids,
): string | undefined {
  const key = new Key(ids);
  key.text += `${source}\0${cwd === undefined ? "" : `=${cwd}`}\0${isFunction}\0${input.kind}`;
  for (const word of words) key.add(word);
  for (const { value } of assignments) key.add(value);
  for (const { target } of redirects) key.add(target);
  if (input.kind === "text") key.add(input.text);
  else if (input.kind === "file") key.add(input.path);
  else if (input.kind === "pipe") key.addSources(input.from);
  return key.isClear ? key.text : undefined;
}

const MOST_SOURCES = 8;

/** A key while it grows; no command holds a NUL, so nothing in it can be taken for another part. */
class Key {
  text = "";
  isClear = true;
  private sources = 0;
  private readonly ids: Ids;

  constructor(ids: Ids) {
    this.ids = ids;
  }

  add({ text, isPattern = false, from }: Word): void {
    this.text += `\0${isPattern ? "*" : ""}${text === undefined ? "" : `=${text}`}`;
    if (from !== undefined) this.addSources(from);
  }

  addSources(from: readonly SimpleCommand[]): void {
    this.sources += from.length;
    if (this.sources > MOST_SOURCES) this.isClear = false;
    if (!this.isClear) return;
    for (const one of from) {
      const id = this.ids.get(one);
      if (id === undefined) this.isClear = false;
      else this.text += `\0#${id}`;
    }
  }
}
