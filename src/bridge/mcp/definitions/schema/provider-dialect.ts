/** Who is shown a schema. */
export type SchemaProvider = "openai" | "anthropic" | "gemini";

/** What a provider takes of JSON Schema. */
export interface Dialect {
  /** The keywords it takes; every one when absent. */
  readonly keywords?: ReadonlySet<string>;
  /** The names that properties may have. */
  readonly names?: RegExp;
  /** The formats it takes; every one when absent. */
  readonly formats?: ReadonlySet<string>;
  /** Whether it has only one type for a value, `anyOf` as its only choice, and enumerations of texts. */
  readonly isPlain: boolean;
}

/** What each provider takes, as far as it says so itself or refuses the rest. */
export const DIALECTS: Readonly<Record<SchemaProvider, Dialect>> = {
  openai: { isPlain: false },
  anthropic: { isPlain: false, names: /^[a-zA-Z0-9_.-]{1,64}$/ },
  gemini: {
    isPlain: true,
    keywords: new Set([
      "type",
      "title",
      "description",
      "default",
      "enum",
      "format",
      "nullable",
      "anyOf",
      "properties",
      "required",
      "minProperties",
      "maxProperties",
      "items",
      "minItems",
      "maxItems",
      "minimum",
      "maximum",
      "minLength",
      "maxLength",
      "pattern",
    ]),
    formats: new Set(["date-time", "enum", "float", "double", "int32", "int64"]),
  },
};

/** Keywords that only explain; leaving them out loses nothing that counts. */
export const EXPLAINS: ReadonlySet<string> = new Set([
  "$schema",
  "$comment",
  "title",
  "description",
  "default",
  "example",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);
