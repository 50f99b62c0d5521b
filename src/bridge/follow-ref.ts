import { Fault } from "../kernel/index.ts";
import { isMap, type JsonMap, valueAt } from "./json-map.ts";

/** Where a `$ref` leads, or why it is not followed. */
export type Followed =
  | { readonly kind: "found"; readonly value: unknown; readonly tokens: readonly string[] }
  | { readonly kind: "broken"; readonly reason: string };

/** Follows a `$ref` inside its document; other documents and files are never opened. */
export function followRef(root: JsonMap, ref: string): Followed {
  if (!ref.startsWith("#")) {
    return {
      kind: "broken",
      reason: `it refers to ${shown(ref)}, and nothing outside the document is fetched`,
    };
  }
  const tokens = tokensOf(ref);
  if (tokens === undefined) return { kind: "broken", reason: `${shown(ref)} is not a JSON pointer` };
  let value: unknown = root;
  for (const token of tokens) value = stepInto(value, token);
  return value === undefined
    ? { kind: "broken", reason: `${shown(ref)} does not exist in the document` }
    : { kind: "found", value, tokens };
}

/** The object meant where a document has one or a `$ref` to one; an `unavailable` fault if there is none. */
export function dereferenced(root: JsonMap, value: unknown, what: string): JsonMap {
  let met = value;
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    if (!isMap(met)) throw unusable(what, "it is not an object");
    const ref = valueAt(met, "$ref");
    if (typeof ref !== "string") return met;
    const followed = followRef(root, ref);
    if (followed.kind === "broken") throw unusable(what, followed.reason);
    met = followed.value;
  }
  throw unusable(what, "its $refs lead to each other");
}

const MOST_HOPS = 20;
const MOST_SHOWN = 200;

function tokensOf(ref: string): readonly string[] | undefined {
  const pointer = tryDecode(ref.slice(1));
  if (pointer === "") return [];
  if (pointer === undefined || !pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function stepInto(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(token) ? (value[Number(token)] as unknown) : undefined;
  return isMap(value) ? valueAt(value, token) : undefined;
}

function shown(ref: string): string {
  return JSON.stringify(ref.length > MOST_SHOWN ? `${ref.slice(0, MOST_SHOWN)}…` : ref);
}

function unusable(what: string, reason: string): Fault {
  return new Fault("unavailable", `${what} cannot be used: ${reason}`);
}
