import canonicalize from "canonicalize";
import { digestOf, Fault } from "../../kernel/index.ts";

/** The digest of a JSON value that stays the same whatever the order of its keys. */
export function canonicalDigest(value: unknown): string {
  return digestOf(Buffer.from(canonicalText(value), "utf8"));
}

/** A JSON value as a text that stays the same whatever the order of its keys. */
export function canonicalText(value: unknown): string {
  try {
    return canonicalize(value) ?? "";
  } catch (error) {
    if (error instanceof Error && error.message.includes("surrogate")) return withHalves(value);
    throw new Fault("invalid_input", "The input is not plain JSON, so it has no digest.", {
      hint: "Send an object of strings, finite numbers, booleans, null, lists and objects.",
      cause: error,
    });
  }
}

/** Canonical JSON knows no half characters; here they are written as escapes, and the text can be no other's. */
function withHalves(value: unknown): string {
  return `halves:${JSON.stringify(value, (_key, part: unknown) => (isPlainObject(part) ? sorted(part) : part))}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(object)
      .toSorted()
      .map((key) => [key, object[key]]),
  );
}
