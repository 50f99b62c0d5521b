/** The two ends of an output, and how many bytes between them are missing. */
export interface OutputEnds {
  readonly head: Uint8Array;
  /** Empty when nothing is missing. */
  readonly tail: Uint8Array;
  readonly omitted: number;
}

/** Output kept within a bound: the beginning and the end, with a count of what is missing. */
export interface BoundedCapture {
  add(chunk: Uint8Array): void;
  /** How many bytes came. */
  total(): number;
  /** Both ends, within a smaller bound if one is given; no character is split. */
  ends(maxBytes?: number): OutputEnds;
  text(): string;
}

/** Keeps at most this many bytes, copied, so that memory stays flat however much comes. */
export function createBoundedCapture(maxBytes: number): BoundedCapture {
  const max = Math.max(0, Math.floor(maxBytes));
  const head = createHead(Math.ceil(max / 2));
  const tail = createRing(Math.floor(max / 2));
  const ends = (bound = max): OutputEnds => {
    const [first, last] = [head.bytes(), tail.bytes()];
    return tail.dropped() === 0
      ? cutWhole(Buffer.concat([first, last]), bound)
      : cutEnds(first, last, Math.min(bound, max), tail.dropped());
  };
  return {
    add: (chunk) => tail.add(head.add(chunk)),
    total: () => head.bytes().length + tail.total(),
    ends,
    text: () => {
      const { head: first, tail: last, omitted } = ends();
      if (omitted === 0) return textOf(first);
      return `${textOf(first)}\n[… ${omitted} bytes omitted …]\n${textOf(last)}`;
    },
  };
}

function cutWhole(whole: Buffer, bound: number): OutputEnds {
  return whole.length <= bound
    ? { head: whole, tail: Buffer.alloc(0), omitted: 0 }
    : cutEnds(whole, whole, bound, -whole.length);
}

/** Cuts what is kept down to a bound; `between` counts what lies between the two, negative where they overlap. */
function cutEnds(first: Buffer, last: Buffer, bound: number, between: number): OutputEnds {
  const head = withoutCutEnd(first.subarray(0, Math.ceil(bound / 2)));
  const tail = withoutCutStart(last.subarray(last.length - Math.min(last.length, Math.floor(bound / 2))));
  return { head, tail, omitted: first.length - head.length + between + (last.length - tail.length) };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** Takes the first bytes and gives back what it has no room for. */
function createHead(max: number) {
  let kept = Buffer.alloc(0);
  let length = 0;
  return {
    add: (chunk: Uint8Array): Uint8Array => {
      const taken = Math.min(chunk.length, max - length);
      if (length + taken > kept.length) kept = grown(kept, length + taken, max);
      kept.set(chunk.subarray(0, taken), length);
      length += taken;
      return chunk.subarray(taken);
    },
    bytes: () => kept.subarray(0, length),
  };
}

function grown(buffer: Buffer, needed: number, max: number): Buffer<ArrayBuffer> {
  const larger = Buffer.alloc(Math.min(max, Math.max(needed, buffer.length * 2)));
  larger.set(buffer);
  return larger;
}

/** Remembers the last bytes it was given, in a ring that is only made when there are any. */
function createRing(max: number) {
  let ring: Buffer | undefined;
  let total = 0;
  return {
    add: (chunk: Uint8Array): void => {
      if (chunk.length === 0) return;
      ring ??= Buffer.alloc(max);
      const kept = chunk.subarray(Math.max(0, chunk.length - max));
      const at = max === 0 ? 0 : (total + chunk.length - kept.length) % max;
      const untilEnd = kept.subarray(0, max - at);
      ring.set(untilEnd, at);
      ring.set(kept.subarray(untilEnd.length), 0);
      total += chunk.length;
    },
    total: () => total,
    dropped: () => Math.max(0, total - max),
    bytes: (): Buffer => {
      if (ring === undefined || total === 0) return Buffer.alloc(0);
      if (total <= max) return ring.subarray(0, total);
      const oldest = max === 0 ? 0 : total % max;
      return Buffer.concat([ring.subarray(oldest), ring.subarray(0, oldest)]);
    },
  };
}

function withoutCutEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && isContinuation(bytes[end - 1])) end -= 1;
  const lead = bytes[end - 1] ?? 0;
  const isWhole = lead < 0xc0 || bytes.length - end >= continuationsAfter(lead);
  return isWhole ? bytes : bytes.subarray(0, end - 1);
}

function withoutCutStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

function continuationsAfter(lead: number): number {
  if (lead >= 0xf0) return 3;
  return lead >= 0xe0 ? 2 : 1;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
