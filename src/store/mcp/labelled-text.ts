import { tryParseObject } from "./tell-damage.ts";

/** A value as a text that says whose it is, so that a file that was moved or copied is not taken for another's. */
export function labelledText(scope: readonly string[], value: unknown): string {
  return `${JSON.stringify({ scope, value: value ?? null })}\n`;
}

/** The value that a text of this scope holds, `null` for none; nothing when it is damaged or another's. */
export function valueLabelled(scope: readonly string[], text: string): unknown {
  const { scope: label, value } = tryParseObject(text) ?? {};
  return JSON.stringify(label) === JSON.stringify(scope) ? value : undefined;
}
