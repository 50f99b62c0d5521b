import { showInvisible, stripTerminalEscapes } from "../../kernel/index.ts";

const MOST_CHARACTERS = 200;

/** A text somebody else wrote, as one line that cannot pass for more of the briefing. */
export function oneLine(text: string): string {
  const line = showInvisible(stripTerminalEscapes(text).replaceAll(/\s+/g, " ").trim());
  const characters = Array.from(line);
  return characters.length <= MOST_CHARACTERS
    ? line
    : `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
}
