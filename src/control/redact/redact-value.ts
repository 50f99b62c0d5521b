import { digestOf } from "../../kernel/index.ts";
import { maskOf } from "./mask-spans.ts";
import { isPlaceholder } from "./placeholder.ts";
import { isSecretFlag, isSecretName } from "./secret-name.ts";

/** Copies a value as plain JSON with every text redacted: bounded in depth and number of parts, safe to serialise. */
export function redactValue(value: unknown, redact: (text: string) => string): unknown {
  try {
    return copyOf(value, { redact, above: new Set(), parts: MOST_PARTS });
  } catch {
    return "[could not be read]";
  }
}

const MOST_DEPTH = 48;
const MOST_PARTS = 20_000;
/** Digits of a number that may be a secret, such as a PIN; line numbers and sizes are not looked at. */
const LEAST_NUMBER = 6;

interface Walk {
  readonly redact: (text: string) => string;
  /** The objects this one is inside of. */
  readonly above: Set<object>;
  /** How many more parts are copied. */
  parts: number;
}

function copyOf(value: unknown, walk: Walk): unknown {
  switch (typeof value) {
    case "string":
      return redactedText(value, walk);
    case "number":
      return redactedNumber(value, walk);
    case "bigint":
      return redactedText(String(value), walk);
    case "object":
      return value === null ? null : copyOfObject(value, walk);
    case "boolean":
      return value;
    case "undefined":
    case "function":
    case "symbol":
      return undefined;
  }
}

/** A half of a surrogate pair cannot be part of canonical JSON. */
function redactedText(text: string, { redact }: Walk): string {
  return redact(text).replaceAll(/[\u{d800}-\u{dfff}]/gu, "\u{fffd}");
}

function redactedNumber(value: number, { redact }: Walk): unknown {
  const text = String(value);
  if (!Number.isFinite(value)) return text;
  if (text.length < LEAST_NUMBER) return value;
  const shown = redact(text);
  return shown === text ? value : shown;
}

function copyOfObject(value: object, walk: Walk): unknown {
  if (walk.above.has(value)) return "[circular]";
  if (walk.above.size >= MOST_DEPTH) return "[nested too deeply]";
  walk.parts -= 1;
  if (walk.parts < 0) return "[too many parts]";
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes, sha256 ${digestOf(bytesOf(value))}]`;
  walk.above.add(value);
  try {
    if (Array.isArray(value)) return copyOfList(value, walk);
    if (value instanceof Error) return { name: value.name, message: redactedText(value.message, walk) };
    if (hasJson(value)) return copyOf(value.toJSON(), walk);
    return copyOfFields(value, walk);
  } finally {
    walk.above.delete(value);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function hasJson(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

/** Lists may be the arguments of a command, where a secret follows the name of its flag. */
function copyOfList(list: readonly unknown[], walk: Walk): unknown {
  const copy: unknown[] = [];
  let isSecretNext = false;
  for (const item of list) {
    if (walk.parts < 0) return [...copy, "[too many parts]"];
    walk.parts -= 1;
    copy.push(isSecretNext && isSecretText(item) ? maskOf("argument") : (copyOf(item, walk) ?? null));
    isSecretNext = typeof item === "string" && isSecretFlag(item);
  }
  return copy;
}

function copyOfFields(value: object, walk: Walk): unknown {
  const copy: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    if (walk.parts < 0) return Object.fromEntries([...copy, ["…", "[too many parts]"]]);
    walk.parts -= 1;
    const kept = isSecretName(name) && isSecretText(field) ? maskOf("field") : copyOf(field, walk);
    if (kept !== undefined) copy.push([redactedText(name, walk), kept]);
  }
  return Object.fromEntries(copy);
}

function isSecretText(value: unknown): boolean {
  return typeof value === "string" && !isPlaceholder(value);
}
