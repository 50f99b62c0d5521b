import { getNodeValue } from "jsonc-parser";
import type { ConfigLayer } from "./config.ts";
import { ConfigFault } from "./config-fault.ts";
import { type JsonPath, keyProblems, parseJson, type TextPlace } from "./parse-json.ts";
import { configSchema } from "./schema.ts";
import { MOST_PROBLEMS, schemaProblems } from "./schema-problems.ts";

/** What a file says, and where in it. */
export interface ParsedConfig {
  readonly settings: ConfigLayer;
  /** Where the value at a path stands, or the closest thing around it. */
  readonly placeOf: (path: JsonPath) => TextPlace;
}

/** Reads a configuration out of a file's text; what is wrong with it is told at once, by line and column. */
export function parseConfig(file: string, text: string): ParsedConfig {
  const { root, placeOf } = parseJson(file, text);
  const checked = configSchema.safeParse(getNodeValue(root), { reportInput: true });
  const problems = [...keyProblems(root), ...(checked.success ? [] : schemaProblems(checked.error.issues))];
  if (!checked.success || problems.length > 0) {
    const told = problems.slice(0, MOST_PROBLEMS);
    throw new ConfigFault(told.map(({ path, ...problem }) => ({ file, ...placeOf(path), ...problem })));
  }
  const { $schema: _address, ...settings } = checked.data;
  return { settings, placeOf };
}

/** Checks what flags say by the same schema. */
export function checkFlags(flags: ConfigLayer): ConfigLayer {
  const checked = configSchema.safeParse(flags, { reportInput: true });
  if (checked.success) return checked.data;
  throw new ConfigFault(schemaProblems(checked.error.issues).map(({ path: _path, ...problem }) => problem));
}
