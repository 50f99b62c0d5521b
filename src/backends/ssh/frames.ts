import { Fault } from "../../kernel/index.ts";

/** What a frame says, beside its payload. */
export type FrameHead = Readonly<Record<string, unknown>>;

/** One message of an agent. */
export interface Frame {
  readonly head: FrameHead;
  readonly payload: Buffer;
}

/** No frame is longer, in either direction. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The two lengths a frame begins with. */
const SIZES_BYTES = 8;

/** The pieces of a frame, to be written one after the other; one that no agent would take is refused. */
export function frameBytes(head: FrameHead, payload: Uint8Array = new Uint8Array()): Buffer[] {
  const text = Buffer.from(JSON.stringify(head), "utf8");
  if (4 + text.length + payload.length > MOST_BYTES) throw tooLong(text.length + payload.length);
  const sizes = Buffer.alloc(SIZES_BYTES);
  sizes.writeUInt32BE(4 + text.length + payload.length, 0);
  sizes.writeUInt32BE(text.length, 4);
  const start = Buffer.concat([sizes, text]);
  return payload.length === 0
    ? [start]
    : [start, Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)];
}

function tooLong(bytes: number): Fault {
  const size = (bytes / 1024 ** 2).toFixed(1);
  return new Fault("invalid_input", `${size} MiB is too much for one command or path on another host.`, {
    hint: "Put it into a file first and use that.",
  });
}

/** Cuts a stream of bytes into frames, however it arrives. */
export interface FrameReader {
  /** The frames that are complete by now; throws when the stream cannot be an agent's. */
  read(chunk: Buffer): readonly Frame[];
}

/** How much a host may print before its agent speaks: a greeting of its start-up files. */
const GREETING_BYTES = 64 * 1024;

/** Makes a reader that passes over everything up to the line `magic`. */
export function createFrameReader(magic: string): FrameReader {
  const mark = Buffer.from(`${magic}\n`, "latin1");
  let hasBegun = false;
  let pieces: Buffer[] = [];
  let held = 0;
  return {
    read(chunk) {
      pieces.push(chunk);
      held += chunk.length;
      if (!hasBegun) begin();
      return hasBegun ? takeFrames() : [];
    },
  };

  function begin(): void {
    const seen = joined();
    const at = seen.indexOf(mark);
    hasBegun = at >= 0;
    if (hasBegun) keep(seen.subarray(at + mark.length));
    else if (held > GREETING_BYTES) throw new Error("the host prints without end");
  }

  function takeFrames(): Frame[] {
    const frames: Frame[] = [];
    for (let wanted = nextSize(); wanted !== undefined && held >= wanted; wanted = nextSize()) {
      const whole = joined();
      frames.push(parseFrame(whole.subarray(0, wanted)));
      keep(whole.subarray(wanted));
    }
    return frames;
  }

  /** How many bytes the next frame takes; undefined until that can be told. */
  function nextSize(): number | undefined {
    if (held < 4) return undefined;
    const first = (pieces[0]?.length ?? 0) >= 4 ? pieces[0] : joined();
    const size = first?.readUInt32BE(0) ?? 0;
    if (size < 4 || size > MOST_BYTES) throw new Error("a frame of an impossible length");
    return 4 + size;
  }

  function joined(): Buffer {
    const whole = pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces, held);
    pieces = [whole];
    return whole;
  }

  function keep(rest: Buffer): void {
    pieces = rest.length === 0 ? [] : [rest];
    held = rest.length;
  }
}

function parseFrame(bytes: Buffer): Frame {
  const end = SIZES_BYTES + bytes.readUInt32BE(4);
  if (end > bytes.length) throw new Error("a frame whose head is longer than itself");
  const head: unknown = JSON.parse(bytes.toString("utf8", SIZES_BYTES, end));
  if (!isHead(head)) throw new Error("a frame without a head");
  return { head, payload: bytes.subarray(end) };
}

/** Tells whether something that arrived is a set of names and values. */
export function isHead(value: unknown): value is FrameHead {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
