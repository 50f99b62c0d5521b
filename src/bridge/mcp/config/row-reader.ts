import { nearestName } from "../../../kernel/index.ts";
import { type Dialect, translateVariables } from "./dialect.ts";
import { type McpDiagnosticKind, quoted } from "./mcp-diagnostic.ts";
import { isPlainList, isPlainMap, kindOf, type PlainMap, type PlainValue } from "./plain-value.ts";

/** Something wrong with a row. */
export interface RowProblem {
  readonly kind: McpDiagnosticKind;
  readonly field?: string;
  readonly message: string;
}

/** Reads the fields of one row; what cannot be used is noted and passed over. */
export interface RowReader {
  /** Takes note of something wrong. */
  readonly object: (kind: McpDiagnosticKind, field: string | undefined, message: string) => void;
  /** The first of these keys that the row has. */
  readonly keyAmong: (...keys: readonly string[]) => string | undefined;
  readonly raw: (key: string) => PlainValue | undefined;
  readonly text: (...keys: readonly string[]) => string | undefined;
  readonly flag: (key: string) => boolean | undefined;
  readonly count: (key: string) => number | undefined;
  readonly texts: (...keys: readonly string[]) => readonly string[] | undefined;
  readonly textMap: (...keys: readonly string[]) => Readonly<Record<string, string>> | undefined;
  /** Everything noted, with the keys that nobody asked for. */
  readonly problems: () => readonly RowProblem[];
}

/** Opens a row for reading, in the dialect of the host it is from. */
export function createRowReader(row: PlainMap, dialect: Dialect): RowReader {
  const known = new Set<string>();
  const problems: RowProblem[] = [];
  const translated = (text: string): string => translateVariables(text, dialect);
  const object: RowReader["object"] = (kind, field, message) =>
    void problems.push(field === undefined ? { kind, message } : { kind, field, message });
  const keyAmong: RowReader["keyAmong"] = (...keys) => {
    for (const key of keys) known.add(key);
    return keys.find((key) => row.has(key));
  };
  const raw = (key: string): PlainValue | undefined => row.get(keyAmong(key) ?? "");

  /** The value of the first key, if it is what is expected; null counts as absent. */
  const typed = <T extends PlainValue>(
    keys: readonly string[],
    expected: string,
    isExpected: (value: PlainValue) => value is T,
  ): { readonly key: string; readonly value: T } | undefined => {
    const key = keyAmong(...keys);
    const value = key === undefined ? undefined : row.get(key);
    if (key === undefined || value === undefined || value === null) return undefined;
    if (isExpected(value)) return { key, value };
    object("bad-field", key, `expected ${expected}, not ${kindOf(value)}; it is passed over`);
  };

  return {
    object,
    keyAmong,
    raw,
    text: (...keys) => {
      const found = typed(keys, "a text", isText);
      return found === undefined ? undefined : translated(found.value);
    },
    flag: (key) => typed([key], "true or false", (value) => typeof value === "boolean")?.value,
    count: (key) => {
      const value = typed([key], "a number", (each) => typeof each === "number")?.value;
      if (value === undefined || (value > 0 && value <= LONGEST)) return value;
      object("bad-field", key, `expected a number above 0 and at most ${LONGEST}; it is passed over`);
    },
    texts: (...keys) => {
      const found = typed(keys, "a list of texts", isPlainList);
      return found?.value.flatMap((item, index) => {
        if (isText(item)) return [translated(item)];
        object("bad-field", `${found.key}.${index}`, `expected a text, not ${kindOf(item)}; it is dropped`);
        return [];
      });
    },
    textMap: (...keys) => {
      const found = typed(keys, "an object of texts", isPlainMap);
      if (found === undefined) return undefined;
      const entries = [...found.value].flatMap(([name, item]): [string, string][] => {
        if (isText(item)) return [[name, translated(item)]];
        if (typeof item === "number" || typeof item === "boolean") return [[name, String(item)]];
        object("bad-field", `${found.key}.${name}`, `expected a text, not ${kindOf(item)}; it is dropped`);
        return [];
      });
      return Object.fromEntries(entries);
    },
    problems: () => [...problems, ...unknownKeys(row, known)],
  };
}

/** A day; nobody waits longer, and timers cannot be set for much more. */
const LONGEST = 24 * 60 * 60 * 1000;

function isText(value: PlainValue): value is string {
  return typeof value === "string";
}

function unknownKeys(row: PlainMap, known: ReadonlySet<string>): readonly RowProblem[] {
  return [...row.keys()]
    .filter((key) => !known.has(key))
    .slice(0, MOST_UNKNOWN)
    .map((key) => {
      const near = nearestName(key.slice(0, MOST_GUESSED), known);
      const guess = near === undefined ? "" : `, did you mean "${near}"?`;
      return {
        kind: "unknown-key",
        field: key,
        message: `unknown key ${quoted(key)}${guess}; it has no effect`,
      };
    });
}

/** A row with more of them is no row, and guesses take time. */
const MOST_UNKNOWN = 20;

/** Nobody misspells a name by this much. */
const MOST_GUESSED = 100;
