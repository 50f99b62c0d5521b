/** A line as it is shown. */
export interface ShownLine {
  readonly text: string;
  readonly isCut: boolean;
}

/** The part of a line that is shown: all of it, or a window where it is too long. */
export interface LineWindow {
  readonly bytes: Buffer;
  /** Where in the line it starts. */
  readonly start: number;
  /** Whether the line ends with it. */
  readonly isEnd: boolean;
}

/** Where the window of a long line begins, so that a match at `matchAt` is in view. */
export function windowStart(matchAt: number, maxBytes: number): number {
  const lead = Math.floor(maxBytes / 4);
  return matchAt + lead <= maxBytes ? 0 : matchAt - lead;
}

/** The part of a line to show; around its match when the line is longer than allowed. */
export function windowOf(line: Buffer, matchAt: number, maxBytes: number): LineWindow {
  if (line.length <= maxBytes) return { bytes: line, start: 0, isEnd: true };
  const start = windowStart(matchAt, maxBytes);
  return { bytes: line.subarray(start, start + maxBytes), start, isEnd: start + maxBytes >= line.length };
}

/** Shows a part of a line, whole characters only, with `…` where something is missing. */
export function showWindow({ bytes, start, isEnd }: LineWindow): ShownLine {
  if (start === 0 && isEnd) return { text: bytes.toString("utf8"), isCut: false };
  const from = start === 0 ? 0 : startOfCharacters(bytes);
  const text = bytes.toString("utf8", from, isEnd ? bytes.length : endOfCharacters(bytes));
  return { text: `${start === 0 ? "" : "…"}${text}${isEnd ? "" : "…"}`, isCut: true };
}

/** Shows a line, cut to a window around its match when it is longer than allowed. */
export function cutLine(line: Buffer, matchAt: number, maxBytes: number): ShownLine {
  return showWindow(windowOf(line, matchAt, maxBytes));
}

/** Steps over the rest of a first character whose beginning is missing. */
function startOfCharacters(bytes: Buffer): number {
  let start = 0;
  while (isContinuation(bytes[start])) start += 1;
  return start;
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
