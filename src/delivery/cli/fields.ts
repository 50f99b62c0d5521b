import type { JsonSchema } from "../../kernel/index.ts";
import { UsageFault } from "./usage-fault.ts";

/** Turns `key=value` words into an input: text fields verbatim, others parsed as JSON. */
export function parseFields(words: readonly string[], parameters: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(words.map((word) => parseField(word, parameters)));
}

function parseField(word: string, parameters: JsonSchema): [string, unknown] {
  const at = word.indexOf("=");
  if (at <= 0) {
    throw new UsageFault(
      `"${word}" is not of the form key=value.`,
      `Fields: ${namesOf(parameters).join(", ")}. The whole input as JSON goes into --input.`,
    );
  }
  const key = word.slice(0, at);
  const value = word.slice(at + 1);
  return [key, takesText(propertyOf(parameters, key)) ? value : jsonOrText(value)];
}

/** A value that is no JSON is handed on as text, so that the tool's own check can name the field. */
function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function takesText(property: JsonSchema | undefined): boolean {
  if (property === undefined) return false;
  const { type, anyOf, oneOf, enum: choices } = property;
  if (type === "string" || (Array.isArray(type) && type.includes("string"))) return true;
  if (Array.isArray(choices)) return choices.some((choice) => typeof choice === "string");
  return [anyOf, oneOf].some(
    (options) => Array.isArray(options) && options.some((option) => isSchema(option) && takesText(option)),
  );
}

function propertyOf({ properties }: JsonSchema, key: string): JsonSchema | undefined {
  const property = isSchema(properties) ? properties[key] : undefined;
  return isSchema(property) ? property : undefined;
}

/** The names of a tool's fields. */
export function namesOf({ properties }: JsonSchema): readonly string[] {
  return isSchema(properties) ? Object.keys(properties) : [];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
