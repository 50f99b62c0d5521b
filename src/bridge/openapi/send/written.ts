import { isMap } from "../../json-map.ts";

/** Writes a text so that it can stand in one part of a request. */
export type Encode = (text: string) => string;

/** How the parts of a list or an object are joined into one text. */
export interface Joining {
  readonly separator: string;
  /** Objects as `key=value` instead of `key,value`. */
  readonly explode: boolean;
  readonly encode: Encode;
}

/** A value of one piece as text; what has parts is written as JSON. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "";
}

/** A value as one text, its parts joined. */
export function joined(value: unknown, { separator, explode, encode }: Joining): string {
  const written = (part: unknown): string => encode(plainText(part));
  if (Array.isArray(value)) return value.map(written).join(separator);
  if (!isMap(value)) return value === null || value === undefined ? "" : written(value);
  return Object.entries(value)
    .map(([key, part]) => `${encode(key)}${explode ? "=" : separator}${written(part)}`)
    .join(separator);
}
