import { faultInfoOf, type FaultInfo, type TrustLevel } from "../../kernel/index.ts";
import { boundedValue } from "../record/bounded-value.ts";
import type { Redactor } from "../redact/redactor.ts";
import { ERROR_STATUS, INTERNAL_SPAN, type TelemetrySpan, type TelemetryTracer } from "./tracer.ts";

/** What a span says of a call. */
export interface SpannedCall {
  /** The id of the trace. */
  readonly id: string;
  readonly session: string;
  readonly tool: string;
  readonly path: string;
  readonly description?: string;
  readonly trust: TrustLevel;
  /** `extension` for what runs elsewhere, such as a remote tool. */
  readonly type?: "function" | "extension" | "datastore";
  readonly input: unknown;
}

/** What a span says of what came of it. */
export interface SpannedEnd {
  readonly output?: unknown;
  readonly error?: FaultInfo | undefined;
}

/** Surrounds calls with spans. */
export interface Spans {
  /** Runs a call inside a span, which becomes the parent of whatever the call starts; a broken tracer changes nothing. */
  around<Result>(
    call: SpannedCall,
    run: () => Promise<Result>,
    endOf: (result: Result) => SpannedEnd,
  ): Promise<Result>;
}

/** How spans are made. */
export interface SpansOptions {
  /** Where they go; without one there are none. */
  readonly tracer?: TelemetryTracer | undefined;
  readonly redactor: Redactor;
  /** Whether arguments and results are told too, redacted and bounded. */
  readonly content?: boolean | undefined;
}

/** Makes spans by OpenTelemetry's conventions for tools of generative AI. */
export function createSpans({ tracer, redactor, content = false }: SpansOptions): Spans {
  return { around: tracer === undefined ? (_, run) => run() : around };

  function around<Result>(
    call: SpannedCall,
    run: () => Promise<Result>,
    endOf: (result: Result) => SpannedEnd,
  ): Promise<Result> {
    let running: Promise<Result> | undefined;
    quietly(() => {
      const options = { kind: INTERNAL_SPAN, attributes: attributesOf(call) };
      const given = tracer?.startActiveSpan(`execute_tool ${redactor.text(call.tool)}`, options, (span) => {
        running ??= runInside(span, run, endOf);
        return running;
      });
      // The caller waits for `running`; this may be another promise of the tracer's making.
      given?.catch(() => undefined);
    });
    return running ?? run();
  }

  async function runInside<Result>(
    span: TelemetrySpan,
    run: () => Promise<Result>,
    endOf: (result: Result) => SpannedEnd,
  ): Promise<Result> {
    try {
      const result = await run();
      quietly(() => markEnd(span, endOf(result)));
      return result;
    } catch (error) {
      quietly(() => markEnd(span, { error: thrownInfo(error) }));
      throw error;
    } finally {
      quietly(() => span.end());
    }
  }

  function attributesOf({ id, session, tool, path, description, trust, type, input }: SpannedCall) {
    return {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": redactor.text(tool),
      "gen_ai.tool.call.id": id,
      "gen_ai.tool.type": type ?? "function",
      ...(description === undefined ? {} : { "gen_ai.tool.description": redactor.text(description) }),
      "gen_ai.conversation.id": redactor.text(session),
      "deckhand.tool.path": redactor.text(path),
      "deckhand.trust_level": trust,
      ...(content ? { "gen_ai.tool.call.arguments": told(input) } : {}),
    };
  }

  function markEnd(span: TelemetrySpan, { output, error }: SpannedEnd): void {
    if (error !== undefined) {
      span.setAttribute("error.type", error.code);
      span.setStatus({ code: ERROR_STATUS, message: redactor.text(error.message) });
    } else if (content) {
      span.setAttribute("gen_ai.tool.call.result", told(output));
    }
  }

  function told(value: unknown): string {
    return JSON.stringify(boundedValue(redactor.value(value) ?? null));
  }
}

/** Telemetry that fails is not the call's failure. */
function quietly(deed: () => void): void {
  try {
    deed();
  } catch {
    // Whoever listens has lost this span.
  }
}

function thrownInfo(error: unknown): FaultInfo {
  const info = faultInfoOf(error);
  return error instanceof Error && error.name === "AbortError" ? { ...info, code: "cancelled" } : info;
}
