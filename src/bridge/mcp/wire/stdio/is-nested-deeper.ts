const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** Tells of JSON, before it is parsed, whether its values lie deeper in each other than so many levels. */
export function isNestedDeeper(json: Buffer, levels: number): boolean {
  // Each level takes two brackets.
  if (json.length <= levels * 2) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === OPENING[0] || byte === OPENING[1]) depth += 1;
    else if (byte === CLOSING[0] || byte === CLOSING[1]) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

function endOfText(json: Buffer, start: number): number {
  for (let at = json.indexOf(QUOTE, start + 1); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    if (!isEscaped(json, at)) return at;
  }
  return json.length;
}

function isEscaped(json: Buffer, at: number): boolean {
  let before = at;
  while (json[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
