import { Fault } from "../../kernel/index.ts";

/** The JSON text by which a value is kept; a value that has none is refused. */
export function toJson(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text !== undefined) return text;
  } catch (cause) {
    throw notJson(cause);
  }
  throw notJson();
}

function notJson(cause?: unknown): Fault {
  return new Fault("invalid_input", "Only JSON values can be kept in the store.", {
    hint: "Leave out functions, big integers and values that contain themselves.",
    cause,
  });
}
