import { isUtf8 } from "node:buffer";
import { stripTerminalEscapes } from "../../../kernel/index.ts";
import type { TextCodec } from "../text/text-codec.ts";
import type { RawLine } from "./raw-lines.ts";

/** One line as a model sees it, and how much of it that is. */
export interface ShownLine {
  readonly raw: RawLine;
  readonly text: string;
  /** How many of the line's bytes were shown, from its start. */
  readonly seen: number;
  readonly ending: "lf" | "crlf" | "none";
  /** Escapes or control characters were left out. */
  readonly hidden: boolean;
  /** Bytes that are no text show as U+FFFD. */
  readonly broken: boolean;
}

/** How lines are turned into text. */
export interface LineLook {
  readonly codec: TextCodec;
  /** How many bytes at the start of the file are a byte order mark. */
  readonly bomBytes: number;
  /** The longest line that is shown whole, in characters. */
  readonly maxCharacters: number;
}

/** How many bytes of a line must be kept to be able to show that many characters of it in any encoding. */
export function bytesToKeep(maxCharacters: number): number {
  return maxCharacters * 4 + 8;
}

/** Decodes one line, cutting it where it gets too long to show. */
export function showLine(raw: RawLine, look: LineLook): ShownLine {
  const bom = raw.start === 0 ? look.bomBytes : 0;
  const bytes = raw.bytes.subarray(bom);
  const decoded = look.codec.decode(bytes);
  const [content, ending] = withoutEnding(decoded);
  const isWhole = raw.bytes.length === raw.length && content.length <= look.maxCharacters;
  const cut = isWhole ? undefined : look.codec.walk(bytes, START, look.maxCharacters);
  const seen = cut === undefined ? raw.length : bom + cut.byte;
  const visible = cut === undefined ? content : decoded.slice(0, cut.index);
  const clean = stripTerminalEscapes(visible);
  return {
    raw,
    text: cut === undefined ? clean : `${clean}… [line cut: ${raw.length - seen} more bytes]`,
    seen,
    ending,
    hidden: clean !== visible,
    broken: look.codec.name === "utf-8" && !isUtf8(raw.bytes.subarray(0, seen)),
  };
}

const START = { byte: 0, index: 0 } as const;

function withoutEnding(text: string): readonly [content: string, ending: ShownLine["ending"]] {
  if (text.endsWith("\r\n")) return [text.slice(0, -2), "crlf"];
  return text.endsWith("\n") ? [text.slice(0, -1), "lf"] : [text, "none"];
}
