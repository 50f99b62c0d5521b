import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { Fault } from "../../../kernel/index.ts";
import {
  isPlainMap,
  MOST_LEVELS,
  type PlainMap,
  type PlainPath,
  type PlainValue,
  toPlain,
} from "./plain-value.ts";

/** A place in a text, counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A configuration file as values. */
export interface ParsedText {
  readonly root: PlainMap;
  /** Keys that were given twice, of which the first counts. */
  readonly repeated: readonly PlainPath[];
  /** Where a value is, for formats that tell. */
  readonly placeOf: (path: PlainPath) => TextPlace | undefined;
}

/** The formats configurations come in. */
export type TextFormat = "json" | "toml";

/** Reads JSON (with comments and trailing commas) or TOML; anything else is an `invalid_input` fault. */
export async function parseText(text: string, format: TextFormat): Promise<ParsedText> {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  if (format === "toml") return parseToml(plain);
  return plain.length > MOST_IN_TREE ? parseLong(plain) : parseJson(plain);
}

const BYTE_ORDER_MARK = "\uFEFF";

/** A tree takes much more memory than its text; files this long are other programs' records. */
const MOST_IN_TREE = 2 * 1024 * 1024;

function parseJson(text: string): ParsedText {
  checkDepth(text);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined)
    throw notParsed(`it is not valid JSON: ${wordsOf(first)}`, placeAt(text, first.offset));
  const repeated: PlainPath[] = [];
  const root = tree === undefined ? null : plainOf(tree, [], repeated);
  return {
    root: rootOf(root),
    repeated,
    placeOf: (path) => (tree === undefined ? undefined : placeAt(text, nodeNear(tree, path).offset)),
  };
}

/** Brackets nested by the ten thousand would exhaust the stack of whoever walks the tree. */
function checkDepth(text: string): void {
  const scanner = createScanner(text, true);
  let level = 0;
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const start = text.charAt(scanner.getTokenOffset());
    if (start === "{" || start === "[") level += 1;
    if (start === "}" || start === "]") level -= 1;
    if (level > MOST_LEVELS) {
      throw notParsed(
        `more than ${MOST_LEVELS} brackets are open at once`,
        placeAt(text, scanner.getTokenOffset()),
      );
    }
  }
}

/** "CommaExpected" as words. */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function plainOf(node: Node, path: PlainPath, repeated: PlainPath[]): PlainValue {
  const children = node.children ?? [];
  if (node.type === "array")
    return children.map((child, index) => plainOf(child, [...path, index], repeated));
  if (node.type !== "object") return node.value as string | number | boolean | null;
  const map = new Map<string, PlainValue>();
  for (const { children: [name, value] = [] } of children) {
    if (name === undefined || value === undefined) continue;
    const key = String(name.value);
    if (map.has(key)) repeated.push([...path, key]);
    else map.set(key, plainOf(value, [...path, key], repeated));
  }
  return map;
}

function rootOf(root: PlainValue): PlainMap {
  if (!isPlainMap(root)) throw notParsed("expected one object, { … }");
  return root;
}

/** A property counts from its key on; what is missing is shown where it should be. */
function nodeNear(root: Node, path: PlainPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node.parent?.type === "property" ? node.parent : node;
  }
  return root;
}

function parseLong(text: string): ParsedText {
  return withoutPlaces(() => JSON.parse(text) as unknown, "it is not valid JSON");
}

async function parseToml(text: string): Promise<ParsedText> {
  const { parse } = await import("smol-toml");
  return withoutPlaces(() => parse(text), "it is not valid TOML");
}

/** The message of a foreign parser may quote the file, so only the place is taken from it. */
function withoutPlaces(parse: () => unknown, problem: string): ParsedText {
  try {
    return { root: rootOf(toPlain(parse())), repeated: [], placeOf: () => undefined };
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    if (cause instanceof RangeError) throw notParsed(cause.message);
    throw notParsed(problem, hasPlace(cause) ? cause : undefined);
  }
}

function hasPlace(error: unknown): error is TextPlace {
  if (typeof error !== "object" || error === null || !("line" in error) || !("column" in error)) return false;
  return typeof error.line === "number" && typeof error.column === "number";
}

/** A text that is not in its format, and where that was seen. */
export class NotParsedFault extends Fault {
  override readonly name: string = "NotParsedFault";
  readonly place: TextPlace | undefined;

  constructor(message: string, place?: TextPlace) {
    super("invalid_input", message);
    this.place = place === undefined ? undefined : { line: place.line, column: place.column };
  }
}

function notParsed(message: string, place?: TextPlace): NotParsedFault {
  return new NotParsedFault(message, place);
}
