import type { IncomingMessage } from "node:http";
import { Fault } from "../../kernel/index.ts";
import { unpack } from "./unpack.ts";
import { type Bounds, tooSlow } from "./watch.ts";

/** The body of an answer, unpacked, within its bounds; the connection ends with it, however it ends. */
export function boundedBody(message: IncomingMessage, bounds: Bounds): AsyncIterable<Uint8Array> {
  const { watch, limits } = bounds;
  // Nobody may ever read it: an error without a listener would end the process.
  message.on("error", () => undefined);
  watch.onEnd(() => message.destroy());
  const source = unpack(message, message.headers["content-encoding"])[Symbol.asyncIterator]();
  let room = limits.maxBytes;
  let hasMore = false;
  let isReleased = false;
  // Not a generator: leaving one that was never started would release nothing.
  const pieces: AsyncIterator<Uint8Array, undefined> = {
    next: async () => {
      if (isReleased) return DONE;
      try {
        return await nextPiece();
      } catch (error) {
        release();
        throw error instanceof Fault || watch.isEnd(error) ? error : brokenOff(error);
      }
    },
    return: () => {
      release();
      return Promise.resolve(DONE);
    },
  };
  return { [Symbol.asyncIterator]: () => pieces };

  async function nextPiece(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (hasMore) throw tooLarge(limits.maxBytes);
    const read = await watch.within(limits.gapMs, source.next(), () =>
      tooSlow("Waiting for more of the answer", limits.gapMs),
    );
    if (read.done === true) {
      release();
      return DONE;
    }
    const value = read.value.subarray(0, room);
    room -= value.length;
    hasMore = value.length < read.value.length;
    return value.length === 0 ? nextPiece() : { done: false, value };
  }

  function release(): void {
    isReleased = true;
    watch.close();
    // First the connection, so that a step under way ends; then what hangs on it.
    message.destroy();
    message.socket.destroy();
    void source.return?.().catch(() => undefined);
  }
}

const DONE = { done: true, value: undefined } as const;

function tooLarge(maxBytes: number): Fault {
  return new Fault("tool_error", `The answer has more than ${maxBytes} bytes.`, {
    hint: "Ask for a smaller page or a part of it.",
  });
}

function brokenOff(cause: unknown): Fault {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  const isPacking = /^(?:Z_|ERR__ERROR)/.test(code);
  const what = isPacking ? "is damaged: it cannot be unpacked" : "broke off before its end";
  return new Fault("tool_error", `The answer ${what} (${code}).`, {
    hint: "Try again, or use another source.",
    cause,
  });
}
