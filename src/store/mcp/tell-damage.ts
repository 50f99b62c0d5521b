/** Told in a sentence that something kept is damaged, and what follows from that. */
export type TellDamage = (sentence: string) => void;

/** How files below the state folder are kept. */
export interface McpFilesOptions {
  readonly tell?: TellDamage | undefined;
}

/** The object a text holds; nothing for anything else. */
export function tryParseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Tells an object with fields from everything else. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
