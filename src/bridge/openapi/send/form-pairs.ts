import { isMap } from "../../json-map.ts";
import { type Encode, joined, plainText } from "./written.ts";

/** A name with a value, as in a query, a form or a cookie. */
export interface Pair {
  /** As it is, not encoded. */
  readonly name: string;
  /** Encoded already. */
  readonly value: string;
}

/** How a field is written as pairs. */
export interface FormField {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  readonly isJson: boolean;
}

/** The pairs for a value; none for no value. */
export function formPairs(field: FormField, value: unknown, encode: Encode): readonly Pair[] {
  const { name, style, explode, isJson } = field;
  if (value === null || value === undefined) return [];
  if (isJson) return [{ name, value: encode(JSON.stringify(value)) }];
  if (style === "deepObject" && typeof value === "object") return deepPairs(name, value, encode, 0);
  const one = (key: string, part: unknown): Pair => ({ name: key, value: encode(plainText(part)) });
  if (explode && Array.isArray(value)) return value.map((part) => one(name, part));
  if (explode && isMap(value)) return Object.entries(value).map(([key, part]) => one(key, part));
  const separator = SEPARATORS.get(style) ?? ",";
  return [{ name, value: joined(value, { separator, explode: false, encode }) }];
}

const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ["spaceDelimited", "%20"],
  ["pipeDelimited", "%7C"],
]);

/** Deeper than this is written as JSON. */
const MOST_DEPTH = 20;

function deepPairs(name: string, value: unknown, encode: Encode, depth: number): readonly Pair[] {
  if (Array.isArray(value)) return value.flatMap((part) => deepPairs(`${name}[]`, part, encode, depth + 1));
  if (!isMap(value) || depth > MOST_DEPTH) return [{ name, value: encode(plainText(value)) }];
  return Object.entries(value).flatMap(([key, part]) =>
    deepPairs(`${name}[${key}]`, part, encode, depth + 1),
  );
}

/** Pairs as they stand in a query or a form. */
export function pairsText(pairs: readonly Pair[], encode: Encode): string {
  return pairs.map(({ name, value }) => `${encode(name)}=${value}`).join("&");
}
