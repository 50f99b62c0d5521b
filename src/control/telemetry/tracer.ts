/** As much of a span of OpenTelemetry's API as is used here. */
export interface TelemetrySpan {
  setAttribute(name: string, value: string): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
}

/** As much of a tracer of OpenTelemetry's API as is used here; one of that package fits as it is. */
export interface TelemetryTracer {
  startActiveSpan<Result>(
    name: string,
    options: { readonly kind?: number; readonly attributes?: Record<string, string> },
    run: (span: TelemetrySpan) => Result,
  ): Result;
}

/** `SpanKind.INTERNAL` and `SpanStatusCode.ERROR` of that API. */
export const INTERNAL_SPAN = 0;
export const ERROR_STATUS = 2;
