import type { Timer } from "../../kernel/index.ts";
import { type AttributeValue, createRequestBody } from "./otlp-json.ts";
import { createSpanQueue, type QueueLimits } from "./span-queue.ts";

/** Sends a request; the global `fetch` fits as it is. */
export type Send = (url: string, request: SentRequest) => Promise<SentAnswer>;

/** What is sent. */
export interface SentRequest {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Whoever configured an address means that address. */
  readonly redirect: "error";
  readonly signal: AbortSignal;
}

/** What of an answer matters. */
export interface SentAnswer {
  readonly status: number;
  readonly body?: { cancel(): Promise<void> } | null;
}

/** Sends spans away, many at once and in nobody's way. */
export interface Exporter {
  add(span: string): void;
  /** Sends what waits now; settles within a few seconds and never fails. What could not be sent waits on. */
  flush(): Promise<void>;
  /** How many spans were lost: they were too many, or they were refused. */
  lost(): number;
}

/** Where spans go, and how. */
export interface ExporterOptions {
  /** The whole address, path included. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Who sends. */
  readonly resource: ReadonlyMap<string, AttributeValue>;
  readonly send: Send;
  readonly timer: Timer;
  readonly limits?: Partial<QueueLimits> | undefined;
}

/** Makes an exporter: it sends a while after a span was added, one request at a time, and less often to whom it cannot reach. */
export function createExporter(options: ExporterOptions): Exporter {
  const { endpoint, headers = {}, resource, send, timer } = options;
  const queue = createSpanQueue({ ...LIMITS, ...options.limits });
  const bodyOf = createRequestBody(resource);
  let pause = USUAL_PAUSE_MS;
  let stopWaiting: (() => void) | undefined;
  let lastTurn: Promise<void> = Promise.resolve();
  let request = new AbortController();
  return { add, flush, lost: () => queue.lost };

  function add(span: string): void {
    queue.add(span);
    stopWaiting ??= timer.after(pause, () => {
      stopWaiting = undefined;
      void inTurn(NEVER);
    });
  }

  async function flush(): Promise<void> {
    stopWaiting?.();
    stopWaiting = undefined;
    const patience = new AbortController();
    const stopPatience = timer.after(FLUSH_MS, () => {
      patience.abort();
      request.abort();
    });
    await inTurn(patience.signal);
    stopPatience();
  }

  /** After what is on its way already. */
  function inTurn(cancel: AbortSignal): Promise<void> {
    lastTurn = lastTurn.then(() => sendAll(cancel));
    return lastTurn;
  }

  async function sendAll(cancel: AbortSignal): Promise<void> {
    while (queue.length > 0 && !cancel.aborted) {
      const spans = queue.take();
      const status = await post(bodyOf(spans));
      if (status === undefined || PASSING.has(status)) {
        queue.putBack(spans);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        return;
      }
      if (status >= 300) queue.lose(spans.length);
      pause = USUAL_PAUSE_MS;
    }
  }

  /** The status of the answer; nothing when there was none. */
  async function post(body: string): Promise<number | undefined> {
    request = new AbortController();
    const { signal } = request;
    const stopPatience = timer.after(REQUEST_MS, () => request.abort());
    try {
      const sent = send(endpoint, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body,
        redirect: "error",
        signal,
      });
      const answer = await Promise.race([sent, whenAborted(signal)]);
      void answer.body?.cancel().catch(() => undefined);
      return answer.status;
    } catch {
      return undefined;
    } finally {
      stopPatience();
    }
  }
}

const LIMITS: QueueLimits = {
  spans: 4096,
  size: 16 * 1024 * 1024,
  spansAtOnce: 512,
  sizeAtOnce: 1024 * 1024,
};

const USUAL_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const REQUEST_MS = 10_000;
const FLUSH_MS = 3_000;

/** The answers after which the protocol says to try again. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const NEVER = new AbortController().signal;

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("Nobody answered in time.")), { once: true });
  });
}
