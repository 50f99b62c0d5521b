import { showInvisible, stripTerminalEscapes } from "../../kernel/index.ts";

/** Somebody else's words, for a person's screen: nothing in them moves the cursor or stays unseen; lines stay lines. */
export function printable(text: string): string {
  const lines = stripTerminalEscapes(text).replaceAll("\r\n", "\n");
  return showInvisible(lines.replaceAll("\r", "<U+000D>"));
}

/** The same where somebody has to see what the words hide: escapes are shown, too, and long runs of blanks are counted. */
export function spelledOut(text: string): string {
  const counted = text.replaceAll(BLANKS, (run) => `<${run.length} blank characters>`);
  return printable(counted.replaceAll(ESCAPES, (character) => `<U+${hex(character)}>`));
}

/** So many that what follows is out of sight. */
const BLANKS = /[\s\u2800]{80,}|(?:\r?\n[^\S\n]*){10,}/gu;

/** What begins a terminal sequence, and other controls but line ends and tabs. */
const ESCAPES = /(?![\t\n\r])\p{Cc}/gu;

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
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
