import { describe, expect, it } from "vitest";
import { Fault } from "../../kernel/index.ts";
import type { Trace } from "../trace.ts";
import type { CallEnd, CallRecord } from "./call-record.ts";
import { runTraced } from "./traced.ts";

function recordOf(): CallRecord & { readonly ends: CallEnd[] } {
  const ends: CallEnd[] = [];
  return {
    ends,
    id: "t1",
    intend: async () => undefined,
    alternative: () => undefined,
    step: () => undefined,
    denied: () => Promise.reject(new Error("not asked for")),
    async finish(end) {
      ends.push(end);
      return { id: "t1", success: end.error === undefined, error: end.error } as Trace;
    },
  };
}

const cancel = new AbortController().signal;
const endOf = (output: string): CallEnd =>
  output === "bad" ? { error: { code: "not_found", message: "no such file" } } : { output };

describe("a traced call", () => {
  it("R253: gives back the result and the trace", async () => {
    const traced = await runTraced(recordOf(), async () => "good", { endOf, cancel });
    expect(traced).toMatchObject({ result: "good", trace: { id: "t1", success: true } });
    expect(traced.unwrap()).toBe("good");
  });

  it.each([
    ["throws", async () => Promise.reject(new Fault("not_found", "no such file"))],
    ["returns an error", async () => "bad"],
  ])(
    "R253: that %s has a null result and the error's text, and throws only when unwrapped",
    async (_, run) => {
      const record = recordOf();
      const traced = await runTraced<string>(record, run, { endOf, cancel });
      expect(traced).toMatchObject({
        result: null,
        trace: { success: false, error: { message: "no such file" } },
      });
      expect(() => traced.unwrap()).toThrow("no such file");
      expect(record.ends).toHaveLength(1);
    },
  );

  it("records cancellation and throws it on", async () => {
    const record = recordOf();
    const taken = new AbortController();
    taken.abort(new Error("taken back"));
    const run = runTraced<string>(record, () => Promise.reject(taken.signal.reason), {
      endOf,
      cancel: taken.signal,
    });
    await expect(run).rejects.toBe(taken.signal.reason);
    expect(record.ends).toMatchObject([{ error: { code: "cancelled" } }]);
  });
});
