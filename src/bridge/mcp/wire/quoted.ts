import { clamp, stripTerminalEscapes } from "../../../kernel/index.ts";

/** A text of a server as part of one of our sentences: one line, no escapes, not long. */
export function quoted(text: string, maxBytes = 1000): string {
  const short = clamp(text, { kind: "head", maxBytes, notice: () => " …" });
  return stripTerminalEscapes(short).replaceAll(/\s+/g, " ").trim();
}
