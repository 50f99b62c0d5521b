import { showInvisible, stripTerminalEscapes } from "../../kernel/index.ts";

/** Somebody else's words, for a person's screen: nothing in them moves the cursor or stays unseen; lines stay lines. */
export function printable(text: string): string {
  const lines = stripTerminalEscapes(text).replaceAll("\r\n", "\n");
  return showInvisible(lines.replaceAll("\r", "<U+000D>"));
}

/** The same on one line, cut where it gets long. */
export function oneLine(text: string, most = 80): string {
  const line = printable(text.slice(0, most * 4).replaceAll(/\s+/g, " ")).trim();
  const characters = Array.from(line);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : line;
}

/** Several lines, each set in below its title. */
export function block(text: string): string {
  return printable(text)
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
