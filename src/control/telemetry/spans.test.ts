import { describe, expect, expectTypeOf, it } from "vitest";
import { Fault } from "../../kernel/index.ts";
import { createRedactor } from "../redact/redactor.ts";
import { createSpans, type SpannedCall, type SpannedEnd } from "./spans.ts";
import type { TelemetryTracer } from "./tracer.ts";

const CALL: SpannedCall = {
  id: "t1",
  session: "s",
  tool: "read",
  path: "world.tools.file.read",
  description: "Read a file",
  trust: "L2",
  input: { path: "a.txt", password: "swordfish" },
};
const redactor = createRedactor({ secrets: () => ["swordfish"] });
const endOf = (output: string): SpannedEnd =>
  output === "bad" ? { error: { code: "not_found", message: "no swordfish" } } : { output };

interface Recorded {
  readonly name: string;
  readonly kind: number | undefined;
  readonly attributes: Record<string, string>;
  readonly statuses: unknown[];
  ended: number;
}

function recordingTracer(): TelemetryTracer & { readonly spans: Recorded[] } {
  const spans: Recorded[] = [];
  return {
    spans,
    startActiveSpan(name, { kind, attributes }, run) {
      const span: Recorded = { name, kind, attributes: { ...attributes }, statuses: [], ended: 0 };
      spans.push(span);
      return run({
        setAttribute: (key, value) => (span.attributes[key] = value),
        setStatus: (status) => span.statuses.push(status),
        end: () => void (span.ended += 1),
      });
    },
  };
}

describe("the span of a call", () => {
  it("is named and described by the conventions, without arguments or result", async () => {
    const tracer = recordingTracer();
    expect(await createSpans({ tracer, redactor }).around(CALL, async () => "good", endOf)).toBe("good");
    expect(tracer.spans).toEqual([
      {
        name: "execute_tool read",
        kind: 0,
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "read",
          "gen_ai.tool.call.id": "t1",
          "gen_ai.tool.type": "function",
          "gen_ai.tool.description": "Read a file",
          "gen_ai.conversation.id": "s",
          "deckhand.tool.path": "world.tools.file.read",
          "deckhand.trust_level": "L2",
        },
        statuses: [],
        ended: 1,
      },
    ]);
  });

  it("has arguments and result when asked to, redacted and bounded", async () => {
    const tracer = recordingTracer();
    const spans = createSpans({ tracer, redactor, content: true });
    await spans.around({ ...CALL, type: "extension" }, async () => `swordfish ${"x".repeat(100_000)}`, endOf);
    const [span] = tracer.spans;
    expect(span?.attributes["gen_ai.tool.type"]).toBe("extension");
    expect(span?.attributes["gen_ai.tool.call.arguments"]).toBe(
      '{"path":"a.txt","password":"[redacted-field]"}',
    );
    expect(span?.attributes["gen_ai.tool.call.result"]).toMatch(
      /^"\[redacted-known-value\] x+\\n\[… of \d+ bytes/,
    );
    expect(JSON.stringify(span)).not.toContain("swordfish");
  });

  it.each([
    ["an error that came back", async () => "bad", "not_found"],
    ["a fault that was thrown", () => Promise.reject(new Fault("timeout", "too slow")), "timeout"],
    ["a call that was taken back", () => Promise.reject(new DOMException("stop", "AbortError")), "cancelled"],
  ])("says what kind of error %s was", async (_, run, code) => {
    const tracer = recordingTracer();
    await createSpans({ tracer, redactor })
      .around<string>(CALL, run, endOf)
      .catch(() => undefined);
    expect(tracer.spans[0]?.attributes["error.type"]).toBe(code);
    expect(tracer.spans[0]?.statuses).toMatchObject([{ code: 2 }]);
    expect(tracer.spans[0]?.ended).toBe(1);
    expect(JSON.stringify(tracer.spans)).not.toContain("swordfish");
  });

  it("throws on what the call threw", async () => {
    const spans = createSpans({ tracer: recordingTracer(), redactor });
    const fault = new Fault("timeout", "too slow");
    await expect(spans.around(CALL, () => Promise.reject(fault), endOf)).rejects.toBe(fault);
  });

  it("is not there without a tracer", async () => {
    expect(await createSpans({ redactor }).around(CALL, async () => "good", endOf)).toBe("good");
  });

  it.each<[string, TelemetryTracer]>([
    [
      "at once",
      {
        startActiveSpan() {
          throw new Error("broken");
        },
      },
    ],
    [
      "after the call began",
      {
        startActiveSpan(_name, _options, run) {
          run(brokenSpan());
          throw new Error("broken");
        },
      },
    ],
    ["in every span", { startActiveSpan: (_name, _options, run) => run(brokenSpan()) }],
  ])("does no harm when the tracer breaks %s: the call runs once", async (_, tracer) => {
    let runs = 0;
    const run = async (): Promise<string> => {
      runs += 1;
      return "good";
    };
    expect(await createSpans({ tracer, redactor, content: true }).around(CALL, run, endOf)).toBe("good");
    expect(runs).toBe(1);
  });

  it("goes to a tracer of OpenTelemetry's API as it is", () => {
    expectTypeOf<ApiTracer>().toExtend<TelemetryTracer>();
  });
});

function broken(): never {
  throw new Error("broken");
}

function brokenSpan() {
  return { setAttribute: broken, setStatus: broken, end: broken };
}

/** The shape of that API's tracer and span, as far as it matters here. */
interface ApiSpan {
  setAttribute(key: string, value: string | number | boolean | string[]): this;
  setStatus(status: { code: 0 | 1 | 2; message?: string }): this;
  end(endTime?: number): void;
}
interface ApiOptions {
  kind?: 0 | 1 | 2 | 3 | 4;
  attributes?: Record<string, string | number | boolean | string[] | undefined>;
}
interface ApiTracer {
  startActiveSpan<F extends (span: ApiSpan) => unknown>(name: string, run: F): ReturnType<F>;
  startActiveSpan<F extends (span: ApiSpan) => unknown>(
    name: string,
    options: ApiOptions,
    run: F,
  ): ReturnType<F>;
  startActiveSpan<F extends (span: ApiSpan) => unknown>(
    name: string,
    options: ApiOptions,
    context: object,
    run: F,
  ): ReturnType<F>;
}
