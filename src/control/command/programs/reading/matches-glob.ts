/** Whether a name matches a pattern of `*` and `?`, any case; brackets stand for any one character, so that rather too much matches. */
export function matchesGlob(name: string, pattern: string): boolean {
  const [text, marks] = [name.toLowerCase(), pattern.toLowerCase().replaceAll(/\[[^\]]*\]/g, "?")];
  let [at, mark, star, resume] = [0, 0, -1, 0];
  while (at < text.length) {
    if (marks[mark] === "*") [star, resume] = [mark++, at];
    else if (marks[mark] === "?" || marks[mark] === text[at]) [at, mark] = [at + 1, mark + 1];
    else if (star < 0) return false;
    else [mark, at] = [star + 1, ++resume];
  }
  return /^\**$/.test(marks.slice(mark));
}
