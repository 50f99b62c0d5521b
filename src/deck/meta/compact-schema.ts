import type { JsonSchema } from "../../kernel/index.ts";

/** A schema short enough to be shown among others: whole if it is small, with less and less told if it is not. */
export function compactSchema(schema: JsonSchema): unknown {
  for (const step of STEPS) {
    const compact = prune(schema, step);
    if (JSON.stringify(compact).length <= MOST_CHARACTERS) return compact;
  }
  return { type: "object", required: schema["required"] ?? [] };
}

const MOST_CHARACTERS = 1500;

/** How deep a schema is told, and how much of each description. */
interface Telling {
  readonly depth: number;
  readonly description: number;
}

const STEPS: readonly Telling[] = [
  { depth: 20, description: 400 },
  { depth: 8, description: 80 },
  { depth: 4, description: 40 },
  { depth: 3, description: 0 },
  { depth: 1, description: 0 },
];
const UNTOLD = new Set(["$schema", "$id", "$comment", "title", "examples", "additionalProperties"]);
/** Their keys are names, not keywords: a property called `title` is told. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions"]);

function prune(schema: object, telling: Telling): object {
  const below = { ...telling, depth: telling.depth - 1 };
  const kept = Object.entries(schema).flatMap(([key, part]: [string, unknown]): [string, unknown][] => {
    if (UNTOLD.has(key)) return [];
    if (key === "description") return describe(part, telling.description);
    if (!isNested(part)) return [[key, part]];
    if (telling.depth === 0) return [];
    return [[key, NAMED.has(key) ? pruneEach(part, below) : pruneOne(part, below)]];
  });
  return Object.fromEntries(kept);
}

function describe(text: unknown, most: number): [string, string][] {
  if (typeof text !== "string" || most === 0) return [];
  return [["description", text.length <= most ? text : `${text.slice(0, most - 1)}…`]];
}

function isNested(part: unknown): part is object {
  return Array.isArray(part) ? part.some(isNested) : typeof part === "object" && part !== null;
}

function pruneEach(named: object, telling: Telling): object {
  return Object.fromEntries(
    Object.entries(named).map(([name, part]: [string, unknown]) => [name, pruneOne(part, telling)]),
  );
}

function pruneOne(part: unknown, telling: Telling): unknown {
  if (Array.isArray(part)) return part.map((item) => pruneOne(item, telling));
  return isNested(part) ? prune(part, telling) : part;
}
