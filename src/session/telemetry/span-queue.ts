/** Spans that wait to be sent, as they are spelled. */
export interface SpanQueue {
  /** How many wait. */
  readonly length: number;
  /** How many were lost since the beginning. */
  readonly lost: number;
  add(span: string): void;
  /** Takes the oldest ones, as many as fit into one request. */
  take(): readonly string[];
  /** Takes back what could not be sent, before everything else. */
  putBack(spans: readonly string[]): void;
  /** Counts spans that nobody took. */
  lose(count: number): void;
}

/** How much may wait, and how much is sent at once; sizes count characters. */
export interface QueueLimits {
  readonly spans: number;
  readonly size: number;
  readonly spansAtOnce: number;
  readonly sizeAtOnce: number;
}

/** Makes an empty queue; when it is full, the oldest spans make room. */
export function createSpanQueue(limits: QueueLimits): SpanQueue {
  let waiting: string[] = [];
  let size = 0;
  let lost = 0;
  return {
    get length() {
      return waiting.length;
    },
    get lost() {
      return lost;
    },
    add(span) {
      waiting.push(span);
      size += span.length;
      makeRoom();
    },
    take() {
      const taken = waiting.splice(0, countAtOnce());
      size -= sizeOf(taken);
      return taken;
    },
    putBack(spans) {
      waiting = [...spans, ...waiting];
      size += sizeOf(spans);
      makeRoom();
    },
    lose: (count) => void (lost += count),
  };

  function makeRoom(): void {
    while (waiting.length > limits.spans || size > limits.size) {
      size -= waiting.shift()?.length ?? 0;
      lost += 1;
    }
  }

  /** At least one, however large it is. */
  function countAtOnce(): number {
    let sizeSoFar = 0;
    const firstTooMany = waiting.findIndex((span, index) => {
      sizeSoFar += span.length;
      return index === limits.spansAtOnce || (index > 0 && sizeSoFar > limits.sizeAtOnce);
    });
    return firstTooMany === -1 ? waiting.length : firstTooMany;
  }
}

function sizeOf(spans: readonly string[]): number {
  return spans.reduce((sum, { length }) => sum + length, 0);
}
