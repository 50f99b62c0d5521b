import type { Socket } from "node:net";
import type { Destination } from "./host-grants.ts";
import { type RefusalRule, refusalOf } from "./proxy-refusal.ts";

/** One thing the sandbox asked of the network, and what came of it. */
export interface ProxyRecord {
  readonly kind: "tunnel" | "request";
  /** Absent when what was asked for names no host at all. */
  readonly to?: Destination;
  readonly outcome: "reached" | "refused" | "failed";
  readonly rule?: RefusalRule;
  /** Why it was not reached, for a person and a model. */
  readonly reason?: string;
  /** What would work: how a person grants the host. */
  readonly hint?: string;
  /** Bytes to and from the host. */
  readonly sent: number;
  readonly received: number;
}

/** Hears of each request when it is over. */
export type RecordListener = (record: ProxyRecord) => void;

/** Keeps a listener that throws from breaking the proxy. */
export function quietly(listener: RecordListener | undefined): RecordListener {
  return (record) => {
    try {
      listener?.(record);
    } catch {
      // Whoever listens has a problem; the request has none.
    }
  };
}

/** What is known of a request before it is over. */
export type Asked = Pick<ProxyRecord, "kind" | "to">;

/** Records a request that was passed on over this connection, once it is over. */
export function tellWhenOver(asked: Asked, upstream: Socket, tell: RecordListener): void {
  const over = (): void =>
    tell({ ...asked, outcome: "reached", sent: upstream.bytesWritten, received: upstream.bytesRead });
  if (upstream.closed) over();
  else upstream.once("close", over);
}

/** The record of a request that was not passed on. */
export function turnedAway(asked: Asked, error: unknown): ProxyRecord {
  const { rule, message, hint, to } = refusalOf(error);
  return {
    ...(to === undefined ? {} : { to }),
    ...asked,
    outcome: rule === "unreachable" ? "failed" : "refused",
    rule,
    reason: message,
    ...(hint === undefined ? {} : { hint }),
    sent: 0,
    received: 0,
  };
}
