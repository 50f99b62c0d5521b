/** Tells whether the bytes so far are still within bounds, given the next ones. */
type Meter = (chunk: Uint8Array) => boolean;

/** A body that fails as soon as it is larger than it may be; of an event stream, each event is measured on its own. */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  { maxBytes, isEventStream, tooLarge }: BodyBounds,
): ReadableStream<Uint8Array> {
  const fits = isEventStream ? eventMeter(maxBytes) : wholeMeter(maxBytes);
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (!fits(chunk)) throw tooLarge();
        controller.enqueue(chunk);
      },
    }),
  );
}

/** How large a body may be. */
export interface BodyBounds {
  readonly maxBytes: number;
  readonly isEventStream: boolean;
  readonly tooLarge: () => Error;
}

function wholeMeter(maxBytes: number): Meter {
  let size = 0;
  return (chunk) => (size += chunk.byteLength) <= maxBytes;
}

/** Line ends that leave an empty line between them, which ends an event; `\r\n` is one line end. */
const EVENT_ENDS = ["\n\n", "\n\r", "\r\r"];

function eventMeter(maxBytes: number): Meter {
  let size = 0;
  let last = "";
  return (chunk) => {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const seam = EVENT_ENDS.includes(last + bytes.toString("latin1", 0, 1)) ? 0 : NOWHERE;
    const end = Math.max(
      seam,
      ...EVENT_ENDS.map((pair) => bytes.lastIndexOf(pair, undefined, "latin1") + 1 || NOWHERE),
    );
    size = end === NOWHERE ? size + bytes.length : bytes.length - end;
    last = bytes.toString("latin1", bytes.length - 1);
    return size <= maxBytes;
  };
}

const NOWHERE = -1;
