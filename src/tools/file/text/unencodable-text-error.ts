import { Fault } from "../../../kernel/index.ts";
import type { TextEncodingName } from "./text-encoding.ts";

/** Text that a file's encoding cannot hold; names the first character that does not fit. */
export class UnencodableTextError extends Fault {
  override readonly name: string = "UnencodableTextError";
  readonly encoding: TextEncodingName;
  readonly character: string;
  /** Where the character stands in the text, in UTF-16 units. */
  readonly index: number;

  constructor(encoding: TextEncodingName, text: string, index: number) {
    const point = text.codePointAt(index) ?? 0;
    const character = String.fromCodePoint(point);
    const spelled = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
    const line = text.slice(0, index).split("\n").length;
    const shown = isLoneSurrogate(point) ? "Half a character" : `The character "${character}"`;
    super(
      "tool_error",
      `${shown} (${spelled}, line ${line} of the new text) cannot be written in ${encoding}.`,
      {
        hint: isLoneSurrogate(point)
          ? "Send the whole character instead of one half of its surrogate pair."
          : `Use characters that ${encoding} has, or an escape the file's language understands.`,
      },
    );
    this.encoding = encoding;
    this.character = character;
    this.index = index;
  }
}

function isLoneSurrogate(point: number): boolean {
  return point >= 0xd800 && point <= 0xdfff;
}
