import { joinSources } from "./join-sources.ts";
import {
  blur,
  type Folder,
  NUMBER,
  type Scope,
  setFunction,
  setVariable,
  UNKNOWN,
  type Value,
  valueOf,
} from "./scope.ts";

/** Takes over what a part did that may have run or not: whatever differs is then unknown. */
export function adoptPerhaps<Body>(scope: Scope<Body>, child: Scope<Body>): void {
  if (child.isBlurred) blur(scope);
  for (const [name, value] of child.variables ?? []) {
    const before = valueOf(scope, name);
    if (before?.text === undefined || before.text !== value.text || value.elements !== undefined) {
      setVariable(scope, name, eitherOf(before, value));
    }
  }
  for (const [name, found] of child.functions ?? []) {
    setFunction(scope, name, { ...found, isDoubtful: true });
  }
  scope.folder = eitherFolder(scope.folder, child.folder);
  if (child.pushed !== scope.pushed) scope.pushed = [];
  if (child.previous !== scope.previous) scope.previous = undefined;
  if (child.positional !== scope.positional) scope.positional = undefined;
}

/** Takes over what a part did that has run for sure. */
export function adopt<Body>(scope: Scope<Body>, child: Scope<Body>): void {
  if (child.isBlurred) blur(scope);
  for (const [name, value] of child.variables ?? []) setVariable(scope, name, value);
  for (const [name, found] of child.functions ?? []) setFunction(scope, name, found);
  scope.folder = child.folder;
  scope.pushed = child.pushed;
  scope.previous = child.previous;
  scope.positional = child.positional;
}

/** Both, as long as they are few. */
export function eitherFolder(left: Folder, right: Folder): Folder {
  if (left === right || left === undefined || right === undefined) return left === right ? left : undefined;
  const both = [...new Set([...left, ...right])];
  return both.length > MOST_FOLDERS ? undefined : both;
}

const MOST_FOLDERS = 3;

function eitherOf(before: Value | undefined, value: Value): Value {
  if (isNumber(before) && isNumber(value)) return NUMBER;
  const from = joinSources(before?.from, value.from);
  return from === undefined ? UNKNOWN : { text: undefined, from };
}

function isNumber(value: Value | undefined): boolean {
  return (value?.text === NUMBER.text && value?.isPattern === true) || /^\d+$/.test(value?.text ?? "");
}
