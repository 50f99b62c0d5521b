import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { ConfigFault } from "./config-fault.ts";
import { shortened } from "./shortened.ts";

/** The way to a value: keys of objects and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** A place in a text, counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Something wrong with the value at a path. */
export interface PathProblem {
  readonly path: JsonPath;
  readonly key?: string;
  readonly message: string;
}

/** A text as a tree in which places can be found again. */
export interface JsonTree {
  readonly root: Node;
  readonly placeOf: (path: JsonPath) => TextPlace;
}

/** Parses JSON with comments and trailing commas into a tree whose root is an object. */
export function parseJson(file: string, text: string): JsonTree {
  const fail = (offset: number, message: string): ConfigFault =>
    new ConfigFault([{ file, ...placeAt(text, offset), message }]);
  const tooDeep = firstTooDeep(text);
  if (tooDeep !== undefined) throw fail(tooDeep, `more than ${MOST_LEVELS} brackets are open at once`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) throw fail(first.offset, `this is not valid JSON: ${wordsOf(first)}`);
  if (root?.type !== "object") throw fail(root?.offset ?? 0, "expected one object, { … }");
  return { root, placeOf: (path) => placeAt(text, nodeNear(root, path).offset) };
}

/** What no schema sees: keys that are given twice, and the one that would reach an object's prototype. */
export function keyProblems(node: Node, path: JsonPath = []): readonly PathProblem[] {
  if (node.type === "array") {
    return (node.children ?? []).flatMap((child, index) => keyProblems(child, [...path, index]));
  }
  const seen = new Set<string>();
  return propertiesOf(node).flatMap(({ key, value }) => {
    const at = [...path, key];
    const message = objectionTo(key, seen);
    seen.add(key);
    return [
      ...(message === undefined ? [] : [{ path: at, key: dotted(at), message }]),
      ...keyProblems(value, at),
    ];
  });
}

/** A path for people to read. */
export function dotted(path: JsonPath): string {
  return path.map((part) => (typeof part === "number" ? part : shortened(part))).join(".");
}

const MOST_LEVELS = 32;

/** Brackets nested by the ten thousand would exhaust the stack of whoever walks the tree. */
function firstTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let level = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const start = text.charAt(scanner.getTokenOffset());
    if (start === "{" || start === "[") level += 1;
    if (start === "}" || start === "]") level -= 1;
    if (level > MOST_LEVELS) return scanner.getTokenOffset();
  }
  return undefined;
}

function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** "CommaExpected" as words. */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

/** A property counts from its key on; what is missing is shown where it should be. */
function nodeNear(root: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node.parent?.type === "property" ? node.parent : node;
  }
  return root;
}

function propertiesOf(node: Node): readonly { readonly key: string; readonly value: Node }[] {
  if (node.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) =>
    name === undefined || value === undefined ? [] : [{ key: String(name.value), value }],
  );
}

function objectionTo(key: string, seen: ReadonlySet<string>): string | undefined {
  if (key === "__proto__") return "no setting is called so";
  return seen.has(key) ? "it is given twice" : undefined;
}
