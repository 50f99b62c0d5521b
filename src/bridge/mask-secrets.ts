import { isMap } from "./json-map.ts";

/** Hides secrets in a text. */
export type Mask = (text: string) => string;

const SHORTEST = 4;
const HIDDEN = "[secret]";

/** Makes the mask for these secrets, as they are and as a server may write them down. */
export function createMask(secrets: readonly string[]): Mask {
  const forms = new Set(secrets.flatMap(formsOf).filter((form) => form.length >= SHORTEST));
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((left, form) => left.replaceAll(form, HIDDEN), text);
}

function formsOf(secret: string): readonly string[] {
  const encoded = encodeURIComponent(secret);
  return [
    secret,
    encoded,
    encoded.replaceAll("%20", "+"),
    encoded.replaceAll(/%../g, (code) => code.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
  ];
}

/** A parsed answer with its secrets hidden; a RangeError if it is nested too deep to be shown at all. */
export function maskValue(value: unknown, mask: Mask, depth = 0): unknown {
  if (depth > MOST_DEPTH) throw new RangeError("nested too deep");
  if (typeof value === "string") return mask(value);
  if (typeof value === "number") return mask(String(value)) === String(value) ? value : HIDDEN;
  if (Array.isArray(value)) return value.map((part) => maskValue(part, mask, depth + 1));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [mask(key), maskValue(part, mask, depth + 1)]),
  );
}

const MOST_DEPTH = 500;
