import { describe, expect, it } from "vitest";
import type { TelemetryTracer } from "../../control/index.ts";
import type { Timer } from "../../kernel/index.ts";
import { flushTelemetry } from "./flush-telemetry.ts";

const tracer: TelemetryTracer = { startActiveSpan: (_name, _options, run) => run(SPAN) };
const SPAN = { setAttribute: () => undefined, setStatus: () => undefined, end: () => undefined };

describe("sending the last spans", () => {
  it.each<[string, () => Promise<void>]>([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["fails", () => Promise.reject(new Error("broken"))],
    ["never ends", () => new Promise(() => undefined)],
  ])("does not hold a session up when it %s", async (_, flush) => {
    const impatient: Timer = {
      after: (_ms, ring) => {
        setImmediate(ring);
        return () => undefined;
      },
    };
    await expect(flushTelemetry({ tracer, flush }, impatient)).resolves.toBeUndefined();
  });

  it("leaves no alarm behind", async () => {
    let left = 0;
    const timer: Timer = {
      after: () => {
        left += 1;
        return () => void (left -= 1);
      },
    };
    let flushed = 0;
    await flushTelemetry({ tracer, flush: async () => void (flushed += 1) }, timer);
    await flushTelemetry({ tracer }, timer);
    await flushTelemetry(undefined, timer);
    expect({ left, flushed }).toEqual({ left: 0, flushed: 1 });
  });
});
