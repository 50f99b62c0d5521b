/** One line of a stream, or the fact that there was one too long to be kept. */
export type Line = { readonly text: string } | { readonly tooLong: true };

/** The most characters of a line that are kept. */
export const LONGEST_LINE = 4 * 1024 * 1024;

/** Splits a stream of bytes into lines, in bounded memory whatever comes; bytes that are no UTF-8 become U+FFFD. */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let kept: string[] = [];
  let length = 0;
  for await (const chunk of source) {
    const [first = "", ...more] = decoder.decode(chunk, { stream: true }).split("\n");
    take(first);
    for (const text of more) {
      yield finished();
      take(text);
    }
  }
  take(decoder.decode());
  if (length > 0) yield finished();

  function take(text: string): void {
    length += text.length;
    if (length > LONGEST_LINE) kept = [];
    else if (text !== "") kept.push(text);
  }

  function finished(): Line {
    const line: Line = length > LONGEST_LINE ? { tooLong: true } : { text: kept.join("") };
    kept = [];
    length = 0;
    return line;
  }
}
