/** A line as it is shown. */
export interface ShownLine {
  readonly text: string;
  readonly isCut: boolean;
}

/** Where the window of a long line begins, so that a match at `matchAt` is in view. */
export function windowStart(matchAt: number, maxBytes: number): number {
  const lead = Math.floor(maxBytes / 4);
  return matchAt + lead <= maxBytes ? 0 : matchAt - lead;
}

/** Shows a line, cut to a window around its match when it is longer than allowed. */
export function cutLine(line: Buffer, matchAt: number, maxBytes: number): ShownLine {
  if (line.length <= maxBytes) return { text: line.toString("utf8"), isCut: false };
  const start = windowStart(matchAt, maxBytes);
  return showWindow(line.subarray(start, start + maxBytes), {
    isStart: start === 0,
    isEnd: start + maxBytes >= line.length,
  });
}

/** Shows the window of a cut line, whole characters only, with `…` where something is missing. */
export function showWindow(window: Buffer, at: { isStart: boolean; isEnd: boolean }): ShownLine {
  let from = 0;
  let to = window.length;
  while (!at.isStart && from < to && isContinuation(window[from])) from += 1;
  if (!at.isEnd) to = endOfCharacters(window);
  const text = window.toString("utf8", from, to);
  return { text: `${at.isStart ? "" : "…"}${text}${at.isEnd ? "" : "…"}`, isCut: true };
}

/** Steps back over a last character of which only the beginning is there. */
function endOfCharacters(bytes: Buffer): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead + length > bytes.length ? lead : bytes.length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
