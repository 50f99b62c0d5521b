const MOST_QUOTED = 300;

/** What a program said last that tells why it ended, as a sentence; nothing when it said nothing. */
export function lastWords(errorLines: readonly string[]): string {
  const line = errorLines.findLast((each) => NAMES_AN_ERROR.test(each)) ?? errorLines.at(-1);
  return line === undefined ? "" : ` Its last words: "${line.trim().slice(0, MOST_QUOTED)}".`;
}

/** Runtimes put where they were, and their own version, after it. */
const NAMES_AN_ERROR =
  /^\s*(?!at )(?:.*\W)?(?:\w*(?:Error|Exception)|[Ee]rror|[Ff]atal|panic\w*|[Cc]annot|[Ff]ailed)\b/;
