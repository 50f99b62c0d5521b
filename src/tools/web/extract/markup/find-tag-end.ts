/** The place of the `>` that ends a tag, quoted values skipped; -1 when the page ends first. */
export function findTagEnd(html: string, from: number): number {
  let at = from;
  for (;;) {
    const stop = nextStop(html, at);
    if (stop < 0 || html[stop] === ">") return stop;
    const opening = html.slice(stop + 1, stop + 1 + MOST_SPACE).search(/\S/);
    const quote = opening < 0 ? "" : html[stop + 1 + opening];
    if (quote !== '"' && quote !== "'") {
      at = stop + 1;
      continue;
    }
    const closing = html.indexOf(quote, stop + 2 + opening);
    if (closing < 0) return -1;
    at = closing + 1;
  }
}

const MOST_SPACE = 64;

/** Only a value after `=` can be quoted. */
function nextStop(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === GREATER || code === EQUALS) return at;
  }
  return -1;
}

const GREATER = 62;
const EQUALS = 61;
