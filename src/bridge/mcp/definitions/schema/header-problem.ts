import { isMap, type JsonMap, valueAt } from "../../../json-map.ts";
import { subschemasOf } from "./subschemas.ts";

const ANNOTATION = "x-mcp-header";

/** Why a definition must not say which arguments travel as headers; nothing when it says none, or says it well. */
export function headerProblem(root: JsonMap): string | undefined {
  const taken = new Set<string>();
  const declared = declaredIn(root);
  for (const { name, type } of declared) {
    const problem = nameProblem(name) ?? typeProblem(type);
    if (problem !== undefined) return `it asks for a header that ${problem}`;
    const folded = String(name).toLowerCase();
    if (taken.has(folded)) return "it asks twice for the same header";
    taken.add(folded);
  }
  return holdsElsewhere(root, declared.length)
    ? "it asks for a header where no argument always is"
    : undefined;
}

interface Declared {
  readonly name: unknown;
  readonly type: unknown;
}

/** Only properties, and properties of theirs, are always in the same place. */
function declaredIn(schema: JsonMap): readonly Declared[] {
  return subschemasOf(schema)
    .filter(({ keyword }) => keyword === "properties")
    .flatMap(({ schema: property }) => {
      if (!isMap(property)) return [];
      const own = Object.hasOwn(property, ANNOTATION)
        ? [{ name: property[ANNOTATION], type: valueAt(property, "type") }]
        : [];
      return [...own, ...declaredIn(property)];
    });
}

function holdsElsewhere(root: JsonMap, declared: number): boolean {
  let found = 0;
  const waiting: unknown[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value) && typeof valueAt(value as JsonMap, ANNOTATION) === "string") found += 1;
    waiting.push(...(Object.values(value) as unknown[]));
  }
  return found > declared;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** What means something to the protocol, to whoever carries it, or to who is let in. */
const RESERVED =
  /^(?:mcp-.*|sec-.*|proxy-.*|x-forwarded-.*|forwarded|host|origin|authorization|www-authenticate|cookie2?|set-cookie2?|connection|keep-alive|upgrade|te|trailer|transfer-encoding|expect|via|content-(?:length|type|encoding)|last-event-id)$/i;

function nameProblem(name: unknown): string | undefined {
  if (typeof name !== "string") return "has no name";
  if (!TOKEN.test(name)) return "could not be the name of one";
  return RESERVED.test(name) ? `is reserved: ${name}` : undefined;
}

const PRIMITIVE: readonly unknown[] = ["string", "integer", "number", "boolean"];

function typeProblem(type: unknown): string | undefined {
  return PRIMITIVE.includes(type) ? undefined : "would have to hold more than one plain value";
}
