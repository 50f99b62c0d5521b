/** A value of a configuration file; objects are maps, so that keys keep their order and none of them is special. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | PlainMap;

/** An object of a configuration file. */
export type PlainMap = ReadonlyMap<string, PlainValue>;

/** The way to a value: keys of objects and indexes of lists. */
export type PlainPath = readonly (string | number)[];

/** Tells whether a value is an object. */
export function isPlainMap(value: PlainValue | undefined): value is PlainMap {
  return value instanceof Map;
}

/** Tells whether a value is a list. */
export function isPlainList(value: PlainValue | undefined): value is readonly PlainValue[] {
  return Array.isArray(value);
}

/** The value at the end of a way through objects. */
export function plainAt(root: PlainMap, path: readonly string[]): PlainValue | undefined {
  let value: PlainValue | undefined = root;
  for (const key of path) value = isPlainMap(value) ? value.get(key) : undefined;
  return value;
}

/** What kind of value it is, in words for a person. */
export function kindOf(value: PlainValue): string {
  if (value === null) return "null";
  if (isPlainList(value)) return "a list";
  return isPlainMap(value) ? "an object" : `a ${typeof value}`;
}

/** How deep values may be nested; whoever walks one deeper would exhaust the stack. */
export const MOST_LEVELS = 200;

/** What a parser of another format made; dates become their text. */
export function toPlain(value: unknown, level = 0): PlainValue {
  if (level > MOST_LEVELS) throw new RangeError(`more than ${MOST_LEVELS} levels are nested`);
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map((item) => toPlain(item, level + 1));
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object") return null;
  return new Map(Object.entries(value).map(([key, item]) => [key, toPlain(item, level + 1)]));
}
