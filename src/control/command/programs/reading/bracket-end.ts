/** Where the brackets of a pattern end that begin here: a `]` right at the start is one of their characters, and so is one in `[:name:]`. */
export function bracketEnd(text: string, start: number, hasEscapes: boolean): number | undefined {
  let at = start + 1;
  if (text[at] === "^") at++;
  if (text[at] === "]") at++;
  for (; at < text.length; at++) {
    if (text[at] === "]") return at;
    if (hasEscapes && text[at] === "\\") at++;
    else if (text[at] === "[") at = classEnd(text, at);
  }
  return undefined;
}

/** Names of classes are short; what looks like one and goes on is none. */
function classEnd(text: string, at: number): number {
  return at + (/^\[([:.=])[^\]]{1,12}?\1\]/.exec(text.slice(at, at + 18))?.[0].length ?? 1) - 1;
}
