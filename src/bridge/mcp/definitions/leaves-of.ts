import { pointerOf } from "./json-pointer.ts";

/** Every value of a definition that holds no other, by its place, in an order that keys cannot change. */
export function leavesOf(definition: unknown): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  collect(definition, []);
  return leaves;

  function collect(value: unknown, steps: readonly (string | number)[]): void {
    if (steps.length === 0 && Object.keys(value ?? {}).length === 0) return;
    const isFull = typeof value === "object" && value !== null && Object.keys(value).length > 0;
    if (!isFull)
      leaves.set(pointerOf(steps), typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
    else if (Array.isArray(value)) value.forEach((one: unknown, at) => collect(one, [...steps, at]));
    else for (const [name, one] of Object.entries(value).toSorted(byName)) collect(one, [...steps, name]);
  }
}

const FIRST: readonly string[] = ["name", "title", "description", "inputSchema"];

/** What a person looks for first, then the rest by its name. */
function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  const [first, second] = [a, b].map((name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length));
  if (first !== undefined && second !== undefined && first !== second) return first - second;
  return a < b ? -1 : a > b ? 1 : 0;
}
