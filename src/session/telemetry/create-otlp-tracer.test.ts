import { afterEach, describe, expect, it } from "vitest";
import type { TelemetryTracer } from "../../control/index.ts";
import type { Clock, Timer } from "../../kernel/index.ts";
import { openOtlpCollector, type OtlpCollector } from "../../../test/otlp-collector.ts";
import type { Send } from "./create-exporter.ts";
import { createOtlpTracer, type OtlpTracer, type OtlpTracerOptions } from "./create-otlp-tracer.ts";

const collectors: OtlpCollector[] = [];

afterEach(async () => {
  await Promise.all(collectors.splice(0).map((collector) => collector.close()));
});

describe("a tracer that sends spans over OTLP", () => {
  it("spells them as the protocol's JSON wants them", async () => {
    const collector = await open();
    const tracer = tracerTo(collector, { headers: { "x-key": "k" }, service: "mine" });
    tracer.startActiveSpan(
      "execute_tool read",
      { kind: 0, attributes: { "gen_ai.tool.name": "read" } },
      (span) => {
        span.setAttribute("error.type", "not_found");
        span.setStatus({ code: 2, message: "no such file" });
        span.end();
        span.setAttribute("late", "x");
        span.end();
      },
    );
    await tracer.flush();
    const [request] = collector.requests;
    expect(request).toMatchObject({
      url: "/v1/traces",
      headers: { "x-key": "k", "content-type": "application/json" },
    });
    expect(request?.body.resourceSpans).toEqual([
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "mine" } }] },
        scopeSpans: [
          {
            scope: { name: "deckhand" },
            spans: [
              {
                traceId: expect.any(String),
                spanId: expect.any(String),
                name: "execute_tool read",
                kind: 1,
                startTimeUnixNano: "1700000000123000000",
                endTimeUnixNano: "1700000000123500000",
                attributes: [
                  { key: "gen_ai.tool.name", value: { stringValue: "read" } },
                  { key: "error.type", value: { stringValue: "not_found" } },
                ],
                status: { code: 2, message: "no such file" },
              },
            ],
          },
        ],
      },
    ]);
  });

  it("makes a span that is started inside another one its child, however calls overlap", async () => {
    const collector = await open();
    const tracer = tracerTo(collector);
    const nested = async (name: string): Promise<void> =>
      tracer.startActiveSpan(name, {}, async (outer) => {
        await new Promise(setImmediate);
        await Promise.all(["a", "b"].map((part) => spanned(tracer, `${name}.${part}`)));
        outer.end();
      });
    await Promise.all([nested("one"), nested("two")]);
    await tracer.flush();
    const spans = new Map(collector.spans().map((span) => [span.name, span]));
    for (const name of ["one", "two"]) {
      const parent = spans.get(name);
      expect(parent).not.toHaveProperty("parentSpanId");
      for (const part of ["a", "b"]) {
        expect(spans.get(`${name}.${part}`)).toMatchObject({
          traceId: parent?.traceId,
          parentSpanId: parent?.spanId,
        });
      }
    }
    expect(spans.get("one")?.traceId).not.toBe(spans.get("two")?.traceId);
    expect(new Set(collector.spans().map(({ spanId }) => spanId)).size).toBe(6);
  });

  it("never ends a span before it began, whatever the clock does", async () => {
    const collector = await open();
    const times = [5_000, 1_000];
    const clock: Clock = { now: () => 1_700_000_000_000, monotonic: () => times.shift() ?? 0 };
    const tracer = tracerTo(collector, { clock });
    await spanned(tracer, "back");
    await tracer.flush();
    const [span] = collector.spans();
    expect(BigInt(span!.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span!.startTimeUnixNano));
  });

  it("collects spans for a while and sends them together, split where they are many", async () => {
    const collector = await open();
    const timer = handTimer();
    const tracer = tracerTo(collector, { timer, limits: { spansAtOnce: 3 } });
    for (let index = 0; index < 7; index += 1) await spanned(tracer, `span ${index}`);
    expect(collector.requests).toEqual([]);
    timer.ring();
    await tracer.flush();
    expect(sizesOf(collector)).toEqual([3, 3, 1]);
    expect(timer.waiting()).toBe(0);
  });

  it("sends few at once where they are large", async () => {
    const collector = await open();
    const tracer = tracerTo(collector, { limits: { sizeAtOnce: 2_500 } });
    for (let index = 0; index < 5; index += 1) await spanned(tracer, "x".repeat(index === 0 ? 9_000 : 1_000));
    await tracer.flush();
    expect(sizesOf(collector)).toEqual([1, 2, 2]);
  });

  it("drops the oldest when too many wait, and counts them", async () => {
    const collector = await open();
    const tracer = tracerTo(collector, { limits: { spans: 3 } });
    for (let index = 0; index < 10; index += 1) await spanned(tracer, `span ${index}`);
    await tracer.flush();
    expect(collector.spans().map(({ name }) => name)).toEqual(["span 7", "span 8", "span 9"]);
    expect(tracer.lost()).toBe(7);
    const small = tracerTo(collector, { limits: { size: 1_000 } });
    await spanned(small, "x".repeat(2_000));
    expect(small.lost()).toBe(1);
  });

  it("tries again after an answer that passes, and less and less often", async () => {
    const collector = await open([503, 429]);
    const timer = handTimer();
    const tracer = tracerTo(collector, { timer });
    await spanned(tracer, "first");
    timer.ring();
    await tracer.flush();
    await spanned(tracer, "second");
    expect(timer.delays().at(-1)).toBeGreaterThan(timer.delays()[0]!);
    await tracer.flush();
    expect(
      collector
        .spans()
        .slice(-2)
        .map(({ name }) => name),
    ).toEqual(["first", "second"]);
    expect(tracer.lost()).toBe(0);
  });

  it("gives up what is refused, and counts it", async () => {
    const collector = await open([400]);
    const tracer = tracerTo(collector);
    await spanned(tracer, "refused");
    await tracer.flush();
    await spanned(tracer, "taken");
    await tracer.flush();
    expect(collector.spans().map(({ name }) => name)).toEqual(["refused", "taken"]);
    expect(tracer.lost()).toBe(1);
  });

  it("does not follow a redirect, which could lead its headers elsewhere", async () => {
    const elsewhere = await open();
    const collector = await open([new URL(elsewhere.origin)]);
    const tracer = tracerTo(collector);
    await spanned(tracer, "kept");
    await tracer.flush();
    expect(collector.requests).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });

  it("stops waiting for a collector that does not answer, and keeps what it could not send", async () => {
    const collector = await open(["silence"]);
    const timer = handTimer();
    const tracer = tracerTo(collector, { timer });
    await spanned(tracer, "patient");
    const flushed = tracer.flush();
    await until(() => collector.requests.length === 1);
    timer.ring();
    await flushed;
    await tracer.flush();
    expect(collector.spans().map(({ name }) => name)).toEqual(["patient", "patient"]);
  });

  it.each<[string, Send]>([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["fails", () => Promise.reject(new Error("broken"))],
    ["never settles", () => new Promise(() => undefined)],
  ])("does no harm when sending %s", async (_, send) => {
    const timer = handTimer();
    const tracer = createOtlpTracer({ endpoint: "http://127.0.0.1:1/", send, clock: CLOCK, timer });
    expect(
      await tracer.startActiveSpan("x", {}, async (span) => {
        span.end();
        return "good";
      }),
    ).toBe("good");
    const flushed = tracer.flush();
    for (let turn = 0; turn < 20; turn += 1) {
      timer.ring();
      await new Promise(setImmediate);
    }
    await flushed;
  });

  it("takes every kind of value", async () => {
    const collector = await open();
    const tracer = tracerTo(collector);
    const attributes = { a: "ü\u{d800}", b: 3, c: 0.5, d: true, e: ["x", "y"], f: Number.NaN, g: 2 ** 60 };
    const given = attributes as unknown as Record<string, string>;
    tracer.startActiveSpan("typed", { attributes: given }, (span) => span.end());
    await tracer.flush();
    expect(collector.spans()[0]?.attributes.map(({ value }) => value)).toEqual([
      { stringValue: "ü\u{d800}" },
      { intValue: "3" },
      { doubleValue: 0.5 },
      { boolValue: true },
      { arrayValue: { values: [{ stringValue: "x" }, { stringValue: "y" }] } },
      { doubleValue: "NaN" },
      { doubleValue: 2 ** 60 },
    ]);
  });
});

async function open(answers: Parameters<typeof openOtlpCollector>[0] = []): Promise<OtlpCollector> {
  const collector = await openOtlpCollector(answers);
  collectors.push(collector);
  return collector;
}

const CLOCK: Clock = { now: () => 1_700_000_000_123, monotonic: steps(0.5) };

function steps(by: number): () => number {
  let at = 0;
  return () => (at += by);
}

function tracerTo(collector: OtlpCollector, options: Partial<OtlpTracerOptions> = {}): OtlpTracer {
  const endpoint = `${collector.origin}/v1/traces`;
  return createOtlpTracer({ endpoint, send: fetch, clock: CLOCK, timer: handTimer(), ...options });
}

function spanned(tracer: TelemetryTracer, name: string): Promise<void> {
  return tracer.startActiveSpan(name, {}, async (span) => {
    await Promise.resolve();
    span.end();
  });
}

function sizesOf({ requests }: OtlpCollector): number[] {
  return requests.map(({ body }) => body.resourceSpans[0]?.scopeSpans[0]?.spans.length ?? 0);
}

/** A timer that rings when it is told to. */
function handTimer(): Timer & { ring(): void; waiting(): number; delays(): readonly number[] } {
  const waiting = new Set<() => void>();
  const delays: number[] = [];
  return {
    after(ms, ring) {
      waiting.add(ring);
      delays.push(ms);
      return () => waiting.delete(ring);
    },
    ring() {
      const now = [...waiting];
      waiting.clear();
      for (const ring of now) ring();
    },
    waiting: () => waiting.size,
    delays: () => delays,
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}
