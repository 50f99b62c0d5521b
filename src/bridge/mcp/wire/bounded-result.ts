import { isNestedDeeper } from "../nested-deeper.ts";

/** How deep an answer may go; what is nested deeper is taken for an attack: nothing that comes after could walk through it. */
export const MOST_LEVELS = 500;

/** Deep enough that whoever judges the item refuses it. */
const CUT_AT = MOST_LEVELS - 100;

const LISTS = ["tools", "resources", "resourceTemplates", "prompts"];

/**
 * Makes a result one that can be walked through, or tells that it cannot be. One item of a list costs itself and not its
 * neighbours: it is cut where it gets too deep, and is still too deep to be used.
 */
export function boundResult(result: Readonly<Record<string, unknown>>): boolean {
  if (!isNestedDeeper(result, MOST_LEVELS)) return true;
  for (const name of LISTS) {
    const items = result[name];
    if (Array.isArray(items)) for (const item of items) cutBelow(item, CUT_AT);
  }
  return !isNestedDeeper(result, MOST_LEVELS);
}

/** Takes out of a value what lies deeper in it than so many levels, layer by layer. */
function cutBelow(value: unknown, levels: number): void {
  let layer = [value].filter(isNode);
  for (let level = 1; level < levels && layer.length > 0; level += 1)
    layer = layer.flatMap((node) => Object.values(node).filter(isNode));
  for (const node of layer)
    for (const [key, inner] of Object.entries(node)) if (isNode(inner)) node[key] = "…";
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
