import type { CompoundList } from "unbash";
import type { InputSource, SimpleCommand, Word } from "../simple-command.ts";
import type { FunctionBody } from "./expansion.ts";
import { adopt } from "./merge-scopes.ts";
import {
  type Asked,
  type Folder,
  forkOf,
  functionNames,
  functionOf,
  type Scope,
  type ShellFunction,
  type Value,
  valueOf,
} from "./scope.ts";
import type { Place, Walker } from "./walker.ts";

/** A part that may be walked more than once: the body of a loop or a function, and what stands in one. */
export type Repeated = FunctionBody | CompoundList;

/** One walk over a part: what it found around it, and what it came to. */
export interface Memory {
  readonly entry: Entry;
  readonly asked: Asked<FunctionBody>;
  readonly after: Scope<FunctionBody>;
  readonly emitted: readonly SimpleCommand[];
  /** How many commands it ran, those of walks that were remembered included. */
  readonly count: number;
  /** Functions it defined that nobody had called by its end. */
  readonly uncalled: readonly (readonly [FunctionBody, Place])[];
}

type Entry = Pick<Scope<FunctionBody>, "folder" | "previous" | "pushed" | "positional"> & {
  readonly input: InputSource;
  readonly calling: readonly FunctionBody[];
  readonly hasReadonly: boolean;
};

/** Walks a part, or takes over what an earlier walk came to where everything that one looked at is still the same. */
export function walkRemembered(node: Repeated, place: Place, walker: Walker): void {
  const memories = walker.memories?.get(node) ?? [];
  const entry = entryOf(place, walker);
  const known = memories.find((memory) => isSame(memory, entry, place.scope, walker));
  if (known !== undefined) return takeOver(known, place, walker);
  const asked: Asked<FunctionBody> = { variables: new Map(), functions: new Map(), names: undefined };
  const after = forkOf(place.scope, asked);
  const { ran, commands } = walker;
  const start = commands.length;
  walker.walkAnew(node, { ...place, scope: after });
  adopt(place.scope, after);
  if (memories.length >= MOST_KEPT) return;
  const uncalled = [...(walker.uncalled ?? [])].filter(([body]) => isDefinedIn(after, body));
  const emitted = oncePerCommand(commands.slice(start));
  const memory = { entry, asked, after, emitted, count: walker.ran - ran, uncalled };
  walker.memories ??= new Map();
  walker.memories.set(node, [...memories, memory]);
}

/** What ran again is noted as one more, so that several never look like a single one. */
function oncePerCommand(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const [first, ...rest] = new Set(commands);
  if (first === undefined || rest.length === commands.length - 1) return commands;
  return [first, ...rest, first];
}

/** A part that is always walked with something new is not worth more. */
const MOST_KEPT = 4;

function entryOf({ scope, input }: Place, { calling }: Walker): Entry {
  const { folder, previous, pushed, positional, shared } = scope;
  const { hasReadonly } = shared;
  return { folder, previous, pushed, positional, input, calling: [...calling], hasReadonly };
}

function isDefinedIn({ functions }: Scope<FunctionBody>, body: FunctionBody): boolean {
  for (const found of functions?.values() ?? []) if (found.body === body) return true;
  return false;
}

function takeOver({ after, emitted, count, uncalled }: Memory, place: Place, walker: Walker): void {
  for (const command of emitted) walker.commands.push(command);
  for (const [body, where] of uncalled) walker.uncalled?.set(body, where);
  walker.ran += count;
  adopt(place.scope, after);
}

function isSame(
  { entry, asked }: Memory,
  now: Entry,
  scope: Scope<FunctionBody>,
  { known }: Walker,
): boolean {
  if (entry.hasReadonly !== now.hasReadonly || !isSameInput(entry.input, now.input)) return false;
  if (!isSameFolder(entry.folder, now.folder) || !isSameFolder(entry.previous, now.previous)) return false;
  if (!isSameList(entry.pushed, now.pushed, isSameFolder)) return false;
  if (!isSameList(entry.positional, now.positional, isSameWord)) return false;
  if (!isSameList(entry.calling, now.calling, Object.is)) return false;
  for (const [name, value] of asked.variables) if (!isSameValue(value, valueOf(scope, name))) return false;
  for (const [name, found] of asked.functions) {
    if (!isSameFunction(found, functionOf(scope, name))) return false;
  }
  return asked.names === undefined || isSameSet(asked.names, functionNames(scope, known));
}

function isSameList<T>(
  left: readonly T[] | undefined,
  right: readonly T[] | undefined,
  isSameItem: (one: T, other: T) => boolean,
): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined || left.length !== right.length) return false;
  return left.every((item, at) => isSameItem(item, right[at] as T));
}

function isSameSet<T>(left: ReadonlySet<T>, right: ReadonlySet<T>): boolean {
  if (left.size !== right.size) return false;
  for (const one of left) if (!right.has(one)) return false;
  return true;
}

function isSameFolder(left: Folder, right: Folder): boolean {
  return isSameList(left, right, Object.is);
}

function isSameInput(left: InputSource, right: InputSource): boolean {
  if (left === right) return true;
  if (left.kind === "pipe" && right.kind === "pipe") return isSameList(left.from, right.from, Object.is);
  return left.kind === "none" && right.kind === "none";
}

function isSameWord(left: Word, right: Word): boolean {
  return left.source === right.source && isSameValue(left, right);
}

function isSameValue(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  return (
    left.text === right.text &&
    (left.isPattern ?? false) === (right.isPattern ?? false) &&
    (left.isOdd ?? false) === (right.isOdd ?? false) &&
    (left.isReadonly ?? false) === (right.isReadonly ?? false) &&
    isSameList(left.from, right.from, Object.is) &&
    isSameList(left.elements, right.elements, isSameWord)
  );
}

type Found = ShellFunction<FunctionBody> | undefined;

function isSameFunction(left: Found, right: Found): boolean {
  return left === right || (left?.body === right?.body && left?.isDoubtful === right?.isDoubtful);
}
