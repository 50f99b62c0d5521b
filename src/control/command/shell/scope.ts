import type { Assignment, InputSource, SimpleCommand, Word } from "../simple-command.ts";

/** What is known of a variable. */
export interface Value {
  /** Undefined when only running would tell. */
  readonly text: string | undefined;
  readonly isPattern?: boolean | undefined;
  readonly from?: readonly SimpleCommand[] | undefined;
  /** Of an array, in order. */
  readonly elements?: readonly Word[] | undefined;
  /** Whether it is not known but has an index or a substitution in its text, which arithmetic would run. */
  readonly isOdd?: boolean | undefined;
  readonly isReadonly?: boolean | undefined;
}

/** A function of the shell. */
export interface ShellFunction<Body> {
  readonly body: Body;
  /** The text its positions count in. */
  readonly source: string;
  /** Whether it is only defined on some ways through the command. */
  readonly isDoubtful: boolean;
}

/** Where a shell may be; undefined when it cannot be told. */
export type Folder = readonly string[] | undefined;

/** What was asked of everything around a scope, and what the answers were. */
export interface Asked<Body> {
  readonly variables: Map<string, Value | undefined>;
  readonly functions: Map<string, ShellFunction<Body> | undefined>;
  /** The names of all functions, where they were asked for. */
  names: ReadonlySet<string> | undefined;
}

/** What is the same in every scope of one walk. */
interface Shared {
  hasReadonly: boolean;
  /** Variables that were set without an assignment, as by `read` or `for`; absent where there are none. */
  named: Map<string, Assignment> | undefined;
  /** What descriptors beyond the first three were opened on, by their numbers; absent where none was. */
  opened: Map<number, InputSource> | undefined;
}

/** What a shell knows at one point: its variables, functions, folder and arguments; changes stay in it until they are merged. */
export interface Scope<Body> {
  readonly parent: Scope<Body> | undefined;
  /** Set where somebody wants to know what was asked of the scopes around this one. */
  readonly asked: Asked<Body> | undefined;
  readonly shared: Shared;
  /** Absent until one is set, as in most scopes. */
  variables: Map<string, Value> | undefined;
  functions: Map<string, ShellFunction<Body>> | undefined;
  folder: Folder;
  previous: Folder;
  /** What `popd` goes back to. */
  pushed: readonly Folder[];
  /** `$1` and on; undefined when they cannot be told. */
  positional: readonly Word[] | undefined;
  /** From here on no variable set before can be relied on. */
  isBlurred: boolean;
}

/** Anything at all. */
export const UNKNOWN: Value = { text: undefined };

/** Any number, as a pattern: it holds no slash and is no name. */
export const NUMBER: Value = { text: "*", isPattern: true };

/** A scope with nothing set but where it is. */
export function rootScope<Body>(folder: Folder, positional: readonly Word[] | undefined): Scope<Body> {
  return {
    parent: undefined,
    asked: undefined,
    shared: { hasReadonly: false, named: undefined, opened: undefined },
    variables: undefined,
    functions: undefined,
    folder,
    previous: undefined,
    pushed: [],
    positional,
    isBlurred: false,
  };
}

/** A scope that sees everything of this one and changes nothing in it. */
export function forkOf<Body>(scope: Scope<Body>, asked?: Asked<Body>): Scope<Body> {
  const { shared, folder, previous, pushed, positional } = scope;
  return {
    parent: scope,
    asked,
    shared,
    variables: undefined,
    functions: undefined,
    folder,
    previous,
    pushed,
    positional,
    isBlurred: false,
  };
}

/** Sets a variable; one that cannot be set any more may hold either. */
export function assign<Body>(scope: Scope<Body>, name: string, value: Value): void {
  if (value.isReadonly === true) scope.shared.hasReadonly = true;
  const isReadonly = scope.shared.hasReadonly && valueOf(scope, name)?.isReadonly === true;
  const kept = (value.text?.length ?? 0) > LONGEST_VALUE ? UNKNOWN : value;
  setVariable(scope, name, isReadonly ? { ...UNKNOWN, isReadonly } : kept);
}

/** The same for one that can be set for sure. */
export function setVariable<Body>(scope: Scope<Body>, name: string, value: Value): void {
  scope.variables ??= new Map();
  scope.variables.set(name, value);
}

/** Sets a variable for a command that only names it, as `read` and `for` do. */
export function assignNamed<Body>(scope: Scope<Body>, name: string, value: Value): void {
  noteNamed(scope, name, value);
  assign(scope, name, value);
}

/** Remembers that a variable is set without an assignment, in case programs go by it. */
export function noteNamed<Body>({ shared }: Scope<Body>, name: string, { text, isPattern }: Value): void {
  const known = isPattern === true ? undefined : text;
  shared.named ??= new Map();
  shared.named.set(`${name}=${known ?? ""}`, { name, value: { text: known, source: name } });
}

/** Defines a function. */
export function setFunction<Body>(scope: Scope<Body>, name: string, found: ShellFunction<Body>): void {
  scope.functions ??= new Map();
  scope.functions.set(name, found);
}

/** Values that double with every step are not followed. */
const LONGEST_VALUE = 8192;

/** What a variable holds; undefined when the command has not set it. */
export function valueOf<Body>(scope: Scope<Body>, name: string): Value | undefined {
  for (let at: Scope<Body> | undefined = scope; at !== undefined; at = at.parent) {
    const found = at.variables?.get(name);
    if (found !== undefined) return found;
    if (at.isBlurred) return undefined;
    if (at.asked !== undefined) return askedValue(at, at.asked, name);
  }
  return undefined;
}

function askedValue<Body>(
  { parent }: Scope<Body>,
  { variables }: Asked<Body>,
  name: string,
): Value | undefined {
  const value = parent === undefined ? undefined : valueOf(parent, name);
  variables.set(name, value);
  return value;
}

export function functionOf<Body>(scope: Scope<Body>, name: string): ShellFunction<Body> | undefined {
  for (let at: Scope<Body> | undefined = scope; at !== undefined; at = at.parent) {
    const found = at.functions?.get(name);
    if (found !== undefined) return found;
    if (at.asked !== undefined) return askedFunction(at, at.asked, name);
  }
  return undefined;
}

function askedFunction<Body>(
  { parent }: Scope<Body>,
  { functions }: Asked<Body>,
  name: string,
): ShellFunction<Body> | undefined {
  const found = parent === undefined ? undefined : functionOf(parent, name);
  functions.set(name, found);
  return found;
}

/** Every function that is defined for sure, with those known from before. */
export function functionNames<Body>(
  scope: Scope<Body>,
  before: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  const names = new Set(before);
  for (let at: Scope<Body> | undefined = scope; at !== undefined; at = at.parent) {
    for (const [name, { isDoubtful }] of at.functions ?? []) if (!isDoubtful) names.add(name);
    if (at.asked !== undefined && at.parent !== undefined) {
      at.asked.names = functionNames(at.parent, before);
      for (const name of at.asked.names) names.add(name);
      return names;
    }
  }
  return names;
}

/** Something ran that may have set any variable. */
export function blur<Body>(scope: Scope<Body>): void {
  scope.variables = undefined;
  scope.isBlurred = true;
}

/** The one folder a shell can be in, where there is only one and no pattern stands in its name. */
export function onlyFolder(folder: Folder): string | undefined {
  return folder?.length === 1 && !PATTERN.test(folder[0] ?? "") ? folder[0] : undefined;
}

const PATTERN = /[*?[]/;
