const MOST_QUOTED = 300;

/** What a program said last that tells why it ended, as a sentence; nothing when it said nothing. */
export function lastWords(errorLines: readonly string[]): string {
  const line = errorLines.findLast(namesAnError) ?? errorLines.at(-1);
  return line === undefined ? "" : ` Its last words: "${line.trim().slice(0, MOST_QUOTED)}".`;
}

/** Runtimes put where they were, and their own version, after it. */
function namesAnError(line: string): boolean {
  const text = line.trim();
  return !text.startsWith("at ") && ERROR_WORD.test(text);
}

const ERROR_WORD = /(?:^|\W)(?:\w*(?:Error|Exception)|[Ee]rror|[Ff]atal|panic\w*|[Cc]annot|[Ff]ailed)\b/;
