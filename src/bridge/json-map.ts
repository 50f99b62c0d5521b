/** An object of a document; nothing is known about what it holds. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** Tells whether a value is such an object. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value under a key of the object's own; what every object inherits is no part of a document. */
export function valueAt(map: JsonMap, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** The object under a key, or an empty one. */
export function mapAt(map: JsonMap, key: string): JsonMap {
  const value = valueAt(map, key);
  return isMap(value) ? value : {};
}

/** The list under a key, or an empty one. */
export function listAt(map: JsonMap, key: string): readonly unknown[] {
  const value = valueAt(map, key);
  return Array.isArray(value) ? value : [];
}

/** The text under a key, if there is any. */
export function textAt(map: JsonMap, key: string): string | undefined {
  const value = valueAt(map, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}
