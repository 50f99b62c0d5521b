/** The way to a value as a JSON pointer; empty for the whole. */
export function pointerOf(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
