import { followRef } from "../../../follow-ref.ts";
import { isMap, type JsonMap, valueAt } from "../../../json-map.ts";
import { allSchemas } from "./subschemas.ts";

/** Why the references of a schema cannot be followed; nothing when they all lead to a schema inside of it. */
export function referenceProblem(root: JsonMap): string | undefined {
  return remoteReferenceProblem(root) ?? localProblem(root);
}

/** What holds values and not schemas, where a `$ref` is only a word. */
const DATA: ReadonlySet<string> = new Set(["default", "const", "enum", "example", "examples"]);

const REFERENCES: readonly string[] = ["$ref", "$dynamicRef", "$recursiveRef"];

/** Whether a schema refers to anything outside; what means nothing to us may be followed by whoever it is passed on to. */
export function remoteReferenceProblem(root: JsonMap): string | undefined {
  const schemas = allSchemas(root);
  const waiting: unknown[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) waiting.push(...(value as unknown[]));
    if (!isMap(value)) continue;
    for (const keyword of REFERENCES) {
      const ref = valueAt(value, keyword);
      if (typeof ref === "string" && !ref.startsWith("#"))
        return `it refers to ${shown(ref)}, and nothing outside a definition is ever fetched`;
    }
    const isSchema = schemas.has(value);
    for (const [name, one] of Object.entries(value)) if (!isSchema || !DATA.has(name)) waiting.push(one);
  }
  return undefined;
}

function localProblem(root: JsonMap): string | undefined {
  const schemas = allSchemas(root);
  for (const schema of schemas) {
    const ref = valueAt(schema, "$ref");
    if (typeof ref !== "string") continue;
    const target = targetOf(root, ref, schemas);
    if (target === undefined) return `it refers to ${shown(ref)}, which is not there`;
    if (typeof target !== "boolean" && !schemas.has(target))
      return `it refers to ${shown(ref)}, where no schema stands`;
  }
  return undefined;
}

/** The schema a local reference means; nothing when there is none. */
export function targetOf(
  root: JsonMap,
  ref: string,
  schemas: ReadonlySet<JsonMap> = allSchemas(root),
): JsonMap | boolean | undefined {
  const followed = followRef(root, ref);
  if (followed.kind === "found") {
    const { value } = followed;
    return isMap(value) || typeof value === "boolean" ? value : undefined;
  }
  const anchor = ref.slice(1);
  return [...schemas].find((schema) => valueAt(schema, "$anchor") === anchor);
}

const MOST_SHOWN = 200;

function shown(ref: string): string {
  return JSON.stringify(ref.length > MOST_SHOWN ? `${ref.slice(0, MOST_SHOWN)}…` : ref);
}
