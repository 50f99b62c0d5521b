import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { TelemetrySpan, TelemetryTracer } from "../../control/index.ts";
import type { Clock, Timer } from "../../kernel/index.ts";
import { createExporter, type ExporterOptions, type Send } from "./create-exporter.ts";
import { type AttributeValue, type EndedSpan, spanJson } from "./otlp-json.ts";

/** What a tracer of our own goes by. */
export interface OtlpTracerOptions {
  /** The whole address that takes spans, such as `http://localhost:4318/v1/traces`. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Under which name; `deckhand` when absent. */
  readonly service?: string | undefined;
  readonly send: Send;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly limits?: ExporterOptions["limits"];
}

/** A tracer that sends its spans over OTLP as JSON, without any package of OpenTelemetry's. */
export interface OtlpTracer extends TelemetryTracer {
  /** Sends what waits; never fails, takes a few seconds at most, and the tracer can be used on. */
  flush(): Promise<void>;
  /** How many spans were lost: they were too many, or they were refused. */
  lost(): number;
}

/** Makes a tracer; a span that is started inside another one becomes its child. */
export function createOtlpTracer(options: OtlpTracerOptions): OtlpTracer {
  const { service = "deckhand", clock, ...way } = options;
  const exporter = createExporter({ ...way, resource: new Map([["service.name", service]]) });
  const active = new AsyncLocalStorage<SpanIds>();
  return {
    startActiveSpan(name, { kind = 0, attributes = {} }, run) {
      const ids = idsUnder(active.getStore());
      const span = startSpan({ ...ids, name, kind, attributes }, clock, (ended) =>
        exporter.add(spanJson(ended)),
      );
      return active.run(ids, () => run(span));
    },
    flush: () => exporter.flush(),
    lost: () => exporter.lost(),
  };
}

type SpanIds = Pick<EndedSpan, "traceId" | "spanId" | "parentSpanId">;

function idsUnder(parent: SpanIds | undefined): SpanIds {
  const spanId = randomBytes(8).toString("hex");
  if (parent === undefined) return { traceId: randomBytes(16).toString("hex"), spanId };
  return { traceId: parent.traceId, spanId, parentSpanId: parent.spanId };
}

interface Begun extends SpanIds {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

/** A span that has ended says nothing more. */
function startSpan(begun: Begun, clock: Clock, keep: (span: EndedSpan) => void): TelemetrySpan {
  const startedAt = clock.now();
  const start = clock.monotonic();
  const attributes = new Map(Object.entries(begun.attributes));
  let status: EndedSpan["status"];
  let isOver = false;
  return {
    setAttribute: (name, value) => void attributes.set(name, value),
    setStatus: (next) => void (status = next),
    end() {
      if (isOver) return;
      isOver = true;
      keep({ ...begun, startedAt, durationMs: clock.monotonic() - start, attributes, status });
    },
  };
}
