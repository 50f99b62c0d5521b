import { Fault } from "../kernel/index.ts";
import { readIfThere } from "./read-if-there.ts";

/** A value as an earlier Deckhand kept it in a file of its own; nothing when there is none. */
export async function readEarlierValue<T>(
  file: string | undefined,
  isValue: (value: unknown) => value is T,
): Promise<T | undefined> {
  const text = file && (await readIfThere(file));
  if (text === undefined) return undefined;
  const value = parse(text);
  if (isValue(value)) return value;
  throw new Fault("tool_error", `What was remembered in ${file} is damaged.`, {
    hint: "Remove the file to begin anew.",
  });
}

/** A note as an earlier Deckhand kept it; empty when there is none. */
export async function readEarlierNote(file: string | undefined): Promise<string> {
  const text = file && (await readIfThere(file));
  return (text ?? "").replace(/\n$/, "");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
