import { Fault } from "../../../kernel/index.ts";
import { isMap, type JsonMap, valueAt } from "../../json-map.ts";
import { isTimeUp, withinTime } from "../within-time.ts";

/** A document that says it is OpenAPI 3. */
export interface ParsedDocument {
  readonly root: JsonMap;
  /** 3.0 has a schema dialect of its own; later ones use JSON Schema. */
  readonly isOldDialect: boolean;
}

/** The most characters of a document. */
export const MOST_DOCUMENT_SIZE = 10 * 1024 * 1024;

/** Turns text, or what somebody else parsed, into a document; anything else is an `invalid_input` fault. */
export async function parseDocument(source: string | object): Promise<ParsedDocument> {
  const root = typeof source === "string" ? await parseText(source) : source;
  if (!isMap(root)) throw new Fault("invalid_input", "It is not an object with paths.");
  if (valueAt(root, "swagger") !== undefined) {
    throw new Fault("invalid_input", "It is a Swagger 2 document; only OpenAPI 3 is read.", {
      hint: "Convert it to OpenAPI 3 first.",
    });
  }
  return { root, isOldDialect: minorVersionOf(root) === 0 };
}

async function parseText(text: string): Promise<unknown> {
  if (text.length > MOST_DOCUMENT_SIZE) {
    throw new Fault("invalid_input", `It has more than ${MOST_DOCUMENT_SIZE} characters.`);
  }
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  return /^\s*\{\s*["}]/.test(plain) ? parseJson(plain) : parseYaml(plain);
}

const BYTE_ORDER_MARK = "\uFEFF";

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const at = /position (\d+)/.exec(reason)?.[1];
    throw notReadable("JSON", `${reason}${at === undefined ? "" : `, ${lineAt(text, Number(at))}`}`, cause);
  }
}

function lineAt(text: string, position: number): string {
  const before = text.slice(0, position).split("\n");
  return `line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1}`;
}

const YAML_MS = 30_000;

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return withinTime(YAML_MS, () => parse(text, YAML_OPTIONS) as unknown);
  } catch (cause) {
    if (isTimeUp(cause)) throw notReadable("YAML", `it takes longer than ${YAML_MS} ms to read`, cause);
    throw notReadable("YAML", cause instanceof Error ? firstLine(cause.message) : String(cause), cause);
  }
}

/** Unique keys are not asked for: that check takes time with the square of the keys. */
const YAML_OPTIONS = { maxAliasCount: 1000, uniqueKeys: false, merge: true, logLevel: "error" } as const;

function firstLine(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/:$/, "");
}

function notReadable(format: string, reason: string, cause: unknown): Fault {
  return new Fault("invalid_input", `It is not readable as ${format}: ${reason}.`, { cause });
}

function minorVersionOf(root: JsonMap): number {
  const version = valueAt(root, "openapi");
  const minor = /^3\.(\d+)/.exec(String(version))?.[1];
  if (minor !== undefined) return Number(minor);
  const said =
    version === undefined ? "has no `openapi` version" : `says openapi: ${JSON.stringify(version)}`;
  throw new Fault("invalid_input", `It ${said.slice(0, 100)}; OpenAPI 3.0 and later 3.x are read.`);
}
