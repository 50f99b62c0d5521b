/** Turns bytes into the text to show: bad bytes replaced, progress bars in their last state, binary only named. */
export function showText(bytes: Uint8Array, total: number): string {
  if (bytes.length === 0) return "";
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return plainText(text) ?? summary(bytes, total);
}

/** What a terminal would be left with: progress bars in their last state, one line for each name between NULs; undefined for binary. */
export function plainText(text: string): string | undefined {
  if (isBinary(text)) return undefined;
  return lastStates(text.includes("\0") ? text.replaceAll("\0", "\n") : text);
}

const SAMPLE = 16_384;

/** NULs between words, as `find -print0` writes them, are still text. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const odd = Array.from(sample).filter(isOdd).length;
  if (!sample.includes("\0")) return odd > sample.length * 0.3;
  const pieces = sample.split("\0");
  const isList = odd === 0 && pieces.slice(0, -1).every((piece) => piece.length > 1);
  return !isList;
}

/** Replaced bytes, and control characters that are neither white space, a bell, a backspace nor the start of an escape. */
function isOdd(character: string): boolean {
  const code = character.charCodeAt(0);
  return code === 0xfffd || (code > 0 && code < 0x07) || (code > 0x0d && code < 0x20 && code !== 0x1b);
}

const SHOWN_BYTES = 16;

function summary(bytes: Uint8Array, total: number): string {
  const start = Buffer.from(bytes.subarray(0, SHOWN_BYTES))
    .toString("hex")
    .replaceAll(/..(?=.)/g, "$& ");
  return `[binary output, ${total} bytes, beginning with ${start}; redirect it to a file to use it]`;
}

/** What a carriage return overwrote on a terminal is gone; CRLF line ends stay. */
function lastStates(text: string): string {
  if (!text.includes("\r")) return text;
  const lines = text.split("\n").map((line) => {
    const end = line.search(/\r*$/);
    return line.slice(line.lastIndexOf("\r", end - 1) + 1);
  });
  return lines.join("\n");
}
