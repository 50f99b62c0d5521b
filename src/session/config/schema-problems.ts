import type { z } from "zod";
import { type JsonSchema, nearestName } from "../../kernel/index.ts";
import { configJsonSchema } from "./json-schema.ts";
import { dotted, type JsonPath, type PathProblem } from "./parse-json.ts";
import { shortened } from "./shortened.ts";

/** A file full of mistakes is not worth the time to explain each. */
export const MOST_PROBLEMS = 50;

type Issue = z.core.$ZodIssue;

/** Words for a person what a schema objects to; an unknown key is named with the closest known one. */
export function schemaProblems(issues: readonly Issue[]): readonly PathProblem[] {
  return issues.slice(0, MOST_PROBLEMS).flatMap((issue) => {
    const path = issue.path.filter((part) => typeof part !== "symbol");
    return issue.code === "unrecognized_keys" ? unknownKeys(path, issue.keys) : [problemAt(path, issue)];
  });
}

function unknownKeys(path: JsonPath, keys: readonly string[]): readonly PathProblem[] {
  const known = keysAt(path);
  return keys
    .slice(0, MOST_PROBLEMS)
    .filter((key) => key !== "__proto__")
    .map((key) => ({
      path: [...path, key],
      key: dotted([...path, key]),
      message: `unknown key ${JSON.stringify(shortened(key))}${guess(key, known)}; known: ${known.join(", ")}`,
    }));
}

function problemAt(path: JsonPath, issue: Issue): PathProblem {
  const message = issue.code === "invalid_value" ? notAmong(issue) : plain(issue.message);
  return path.length === 0 ? { path, message } : { path, key: dotted(path), message };
}

function notAmong({ values, input }: z.core.$ZodIssueInvalidValue): string {
  const known = values.map(String);
  return `expected one of ${known.join(", ")}${typeof input === "string" ? guess(input, known) : ""}`;
}

/** The schema library's own words, in the manner of ours. */
function plain(message: string): string {
  const words = message.replace(/^Invalid (?:input|option|string|key in record): /, "");
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function guess(word: string, known: readonly string[]): string {
  const near = nearestName(word.slice(0, MOST_GUESSED), known);
  return near === undefined ? "" : `, did you mean "${near}"?`;
}

/** Nobody misspells a name by this much. */
const MOST_GUESSED = 100;

/** The keys that the object at a path may have. */
function keysAt(path: JsonPath): readonly string[] {
  let schemas: readonly JsonSchema[] = [configJsonSchema()];
  for (const part of path) schemas = schemas.flatMap((schema) => choicesOf(schema)).flatMap(inside(part));
  return [...new Set(schemas.flatMap(choicesOf).flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : [schema];
}

function inside(part: string | number): (schema: JsonSchema) => readonly JsonSchema[] {
  return ({ properties, items, additionalProperties }) => {
    if (typeof part === "number") return isSchema(items) ? [items] : [];
    const found =
      isSchema(properties) && Object.hasOwn(properties, part) ? properties[part] : additionalProperties;
    return isSchema(found) ? [found] : [];
  };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}
