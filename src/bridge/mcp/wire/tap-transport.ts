import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import { boundResult, MOST_LEVELS } from "./bounded-result.ts";
import { withRawResult } from "./raw-result.ts";

/** The code of an answer that we give in place of a server whose answer will never come. */
const NO_ANSWER = -32_000;

/** What marks that answer; a server cannot send it, since it is told by identity. */
export const ANSWER_LOST: unknown = Object.freeze({});

interface Pending {
  readonly method: string;
  /** Lets go of the HTTP request, where each request is one. */
  readonly drop?: () => void;
}

/**
 * Sits between the SDK and a transport: results pass as they were sent, answers that nobody asked for are dropped, and a
 * request whose stream ended without an answer fails at once instead of waiting for its time limit.
 */
export function tapTransport(inner: Transport, isStdio: boolean): Transport {
  const pending = new Map<number, Pending>();
  const tap: Transport = {
    async start() {
      const handlers: Pick<Transport, "onmessage" | "onerror" | "onclose"> = {
        onmessage: receive,
        onerror: (error) => tap.onerror?.(error),
        onclose: () => tap.onclose?.(),
      };
      Object.assign(inner, handlers);
      await inner.start();
    },
    send(message, options) {
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) return takeBack(cancelled, message, options);
      if (!isRequest(message)) return inner.send(message, options);
      if (inner.hasPerRequestStream === true) return post(message, options);
      pending.set(message.id, { method: message.method });
      return inner.send(message, options);
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    get sessionId() {
      return inner.sessionId;
    },
    ...(inner.hasPerRequestStream === undefined ? {} : { hasPerRequestStream: inner.hasPerRequestStream }),
  };
  // By these names the SDK tells that silence means an old server and not an outage.
  return isStdio ? Object.assign(tap, { stderr: null, pid: null }) : tap;

  function receive(message: JSONRPCMessage, extra?: Extra): void {
    if ("method" in message) return tap.onmessage?.(message, extra);
    const id = numberOf(message.id);
    const asked = pending.get(id);
    pending.delete(id);
    // Requests that the SDK makes on its own account have words as their ids.
    if (asked === undefined) return Number.isNaN(id) ? tap.onmessage?.(message, extra) : undefined;
    // The SDK takes in notes a moment after answers, and would lose those that came right before one.
    // A line over stdio has looked at how deep its messages go before it parsed them.
    const answer = isStdio ? message : withoutDepths(message);
    queueMicrotask(() => tap.onmessage?.(withRawResult(answer, asked.method), extra));
  }

  /** Sends a request that is an HTTP request of its own. */
  async function post(
    { id, method, ...message }: NumberedRequest,
    options?: TransportSendOptions,
  ): Promise<void> {
    const dropped = new AbortController();
    const requestSignal = options?.requestSignal ?? dropped.signal;
    requestSignal.addEventListener("abort", () => pending.delete(id), { once: true });
    pending.set(id, { method, drop: () => dropped.abort() });
    try {
      const onRequestStreamEnd = (): void => lose(id);
      await inner.send({ id, method, ...message }, { ...options, requestSignal, onRequestStreamEnd });
    } catch (error) {
      pending.delete(id);
      throw error;
    }
  }

  /** Tells the server that an answer is not wanted any more, and waits for it no longer. */
  function takeBack(id: number, message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const drop = pending.get(id)?.drop;
    pending.delete(id);
    return inner.send(message, options).finally(drop);
  }

  function lose(id: number): void {
    const error = { code: NO_ANSWER, message: "the stream ended", data: ANSWER_LOST };
    if (pending.delete(id)) tap.onmessage?.({ jsonrpc: "2.0", id, error });
  }
}

function withoutDepths(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || boundResult(message.result)) return message;
  const text = `The server's answer is nested more than ${MOST_LEVELS} levels deep.`;
  return { jsonrpc: "2.0", id: message.id, error: { code: NO_ANSWER, message: text } };
}

type Extra = Parameters<NonNullable<Transport["onmessage"]>>[1];
type NumberedRequest = Extract<JSONRPCMessage, { method: string; id: unknown }> & { readonly id: number };

function isRequest(message: JSONRPCMessage): message is NumberedRequest {
  return "method" in message && "id" in message && typeof message.id === "number";
}

/** Some servers answer to "7" when they were asked 7. */
function numberOf(id: unknown): number {
  return typeof id === "number" || typeof id === "string" ? Number(id) : Number.NaN;
}

function cancelledBy(message: JSONRPCMessage): number | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const id: unknown = message.params?.["requestId"];
  return typeof id === "number" ? id : undefined;
}
