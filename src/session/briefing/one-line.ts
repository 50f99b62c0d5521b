import { showInvisible, stripTerminalEscapes } from "../../kernel/index.ts";

const MOST_CHARACTERS = 200;

/** A text somebody else wrote, as one line that cannot pass for more of the briefing. */
export function oneLine(text: string, most: number = MOST_CHARACTERS): string {
  const line = showInvisible(stripTerminalEscapes(text).replaceAll(/\s+/g, " ").trim());
  const characters = Array.from(line);
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}
