/** Every match of a global pattern; a text without one, as most are, costs a look and nothing more. */
export function everyMatch(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) === -1 ? [] : text.matchAll(pattern);
}
