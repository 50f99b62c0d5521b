import { Fault } from "../../../kernel/index.ts";
import { loadedText, type TextFile } from "../text-file.ts";
import { lineEndingOf } from "../text/line-ending-of.ts";
import { UnencodableTextError } from "../text/unencodable-text-error.ts";

/** Content as it is going to be written, and what of the old file was kept. */
export interface FittedContent {
  readonly bytes: Uint8Array;
  readonly kept: readonly string[];
}

const MARK = "\uFEFF";

/** Gives content the encoding, byte order mark and line endings of the text it replaces. */
export function fitContent(content: string, file: TextFile): FittedContent {
  const { name, bomBytes } = file.encoding;
  const keepsEndings = !content.includes("\r") && content.includes("\n") && hasOnlyCrlf(file);
  const ended = keepsEndings ? content.replaceAll("\n", "\r\n") : content;
  const text = bomBytes > 0 && ended.startsWith(MARK) ? ended.slice(1) : ended;
  const kept = [
    name !== "utf-8" && `encoding ${name}`,
    bomBytes > 0 && "byte order mark",
    keepsEndings && "CRLF line endings",
  ].filter((trait) => trait !== false);
  return { bytes: Buffer.concat([file.bytes.subarray(0, bomBytes), encode(text, file)]), kept };
}

const CR = 13;

function hasOnlyCrlf(file: TextFile): boolean {
  if (!file.bytes.includes(CR)) return false;
  const { ending, mixed } = lineEndingOf(loadedText(file));
  return ending === "\r\n" && !mixed;
}

function encode(text: string, { codec, path }: TextFile): Uint8Array {
  try {
    return codec.encode(text);
  } catch (error) {
    if (!(error instanceof UnencodableTextError) || codec.name.startsWith("utf-")) throw error;
    throw new Fault("tool_error", `${error.message} ${path} is in that encoding; nothing was written.`, {
      hint: `Use characters that ${codec.name} has, or delete the file first to have it written as UTF-8.`,
      cause: error,
    });
  }
}
