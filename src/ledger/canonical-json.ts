import { Fault } from "../kernel/index.ts";

const DEEPEST = 500;

/**
 * A JSON value as the one text RFC 8785 gives it: keys in the order of their UTF-16 units, what is undefined left out.
 * Half characters, which the RFC refuses, become escapes, so that hostile text has a form of its own too.
 */
export function canonicalJson(value: unknown): string {
  return textOf(value, 0) ?? "null";
}

function textOf(value: unknown, depth: number): string | undefined {
  if (depth > DEEPEST) throw notJson(`is nested more than ${DEEPEST} levels deep`);
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)))
    throw notJson(`holds ${value}, which JSON cannot write`);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if ("toJSON" in value && typeof value.toJSON === "function") return textOf(value.toJSON(), depth + 1);
  return Array.isArray(value) ? listText(value, depth + 1) : objectText(value, depth + 1);
}

function notJson(problem: string): Fault {
  return new Fault("invalid_input", `The value ${problem}, so it has no canonical form.`, {
    hint: "Use strings, finite numbers, booleans, null, lists and objects.",
  });
}

function listText(list: readonly unknown[], depth: number): string {
  return `[${Array.from(list, (item) => textOf(item, depth) ?? "null").join(",")}]`;
}

function objectText(object: object, depth: number): string {
  const fields = object as Readonly<Record<string, unknown>>;
  const parts: string[] = [];
  for (const key of Object.keys(fields).toSorted()) {
    const text = textOf(fields[key], depth);
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}
