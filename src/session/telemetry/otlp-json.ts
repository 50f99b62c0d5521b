/** What an attribute may be. */
export type AttributeValue = string | number | boolean | readonly string[];

/** A span that is over, as it is sent. */
export interface EndedSpan {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  /** As OpenTelemetry's API counts kinds: 0 is internal. */
  readonly kind: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  readonly status?: { readonly code: number; readonly message?: string } | undefined;
}

/** Spells a span in the JSON form of the OpenTelemetry protocol. */
export function spanJson(span: EndedSpan): string {
  const { traceId, spanId, parentSpanId, name, kind, startedAt, durationMs, attributes, status } = span;
  const start = BigInt(Math.trunc(startedAt)) * NANOS_PER_MS;
  return JSON.stringify({
    traceId,
    spanId,
    parentSpanId,
    name,
    // The protocol has a kind 0 of its own, for "not said".
    kind: kind + 1,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(Math.round(Math.max(0, durationMs) * Number(NANOS_PER_MS)))),
    attributes: attributesJson(attributes),
    status: status ?? {},
  });
}

const NANOS_PER_MS = 1_000_000n;

/** Says who sends, once for every request; the spans are added to it as they were spelled. */
export function createRequestBody(
  resource: ReadonlyMap<string, AttributeValue>,
): (spans: readonly string[]) => string {
  const from = JSON.stringify({ attributes: attributesJson(resource) });
  return (spans) =>
    `{"resourceSpans":[{"resource":${from},"scopeSpans":[{"scope":{"name":"deckhand"},"spans":[${spans.join(",")}]}]}]}`;
}

function attributesJson(attributes: ReadonlyMap<string, AttributeValue>): readonly unknown[] {
  return [...attributes].map(([key, value]) => ({ key, value: valueJson(value) }));
}

function valueJson(value: AttributeValue): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return numberJson(value);
  return { arrayValue: { values: value.map(valueJson) } };
}

/** Whole numbers of 64 bits travel as text; JSON has no spelling for what is no number. */
function numberJson(value: number): unknown {
  if (Number.isSafeInteger(value)) return { intValue: String(value) };
  return { doubleValue: Number.isFinite(value) ? value : String(value) };
}
