import { followRef } from "../../follow-ref.ts";
import { isMap, type JsonMap, valueAt } from "../../json-map.ts";
import { schemasInside } from "../../schema/keywords.ts";

/**
 * Which of these schemas, and of all they lead to, need a `$ref` that is not followed, and why.
 * Every schema is looked at once, however often it is referred to.
 */
export function brokenSchemas(root: JsonMap, schemas: readonly unknown[]): ReadonlyMap<JsonMap, string> {
  const broken = new Map<JsonMap, string>();
  const usersOf = new Map<JsonMap, JsonMap[]>();
  const waiting = schemas.filter(isMap);
  const seen = new Set(waiting);
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    const { needed, reason } = needsOf(root, schema);
    if (reason !== undefined) broken.set(schema, reason);
    for (const one of needed) {
      const users = usersOf.get(one);
      if (users === undefined) usersOf.set(one, [schema]);
      else users.push(schema);
      if (seen.has(one)) continue;
      seen.add(one);
      waiting.push(one);
    }
  }
  return spread(broken, usersOf);
}

interface Needs {
  readonly needed: readonly JsonMap[];
  readonly reason?: string;
}

function needsOf(root: JsonMap, schema: JsonMap): Needs {
  const ref = valueAt(schema, "$ref");
  const inside = schemasInside(schema);
  if (typeof ref !== "string") return { needed: inside };
  const followed = followRef(root, ref);
  if (followed.kind === "broken") return { needed: inside, reason: followed.reason };
  return { needed: isMap(followed.value) ? [...inside, followed.value] : inside };
}

/** What uses something broken is broken for the same reason. */
function spread(
  broken: Map<JsonMap, string>,
  usersOf: ReadonlyMap<JsonMap, readonly JsonMap[]>,
): ReadonlyMap<JsonMap, string> {
  // A map is walked in the order things were added, those added on the way included.
  for (const [schema, reason] of broken) {
    for (const user of usersOf.get(schema) ?? []) {
      if (!broken.has(user)) broken.set(user, reason);
    }
  }
  return broken;
}
