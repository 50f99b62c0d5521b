import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import { digestOf, type Evidence, Fault, type ToolContext } from "../../kernel/index.ts";
import { requireSeen, requireSeenWhole } from "./require-seen.ts";

const bytes = Buffer.from("0\n1\n2\n3\n4\n");
const file = { path: "a.txt", realPath: "/a.txt", bytes };

function contextThatSaw(...evidence: readonly Partial<Evidence>[]): ToolContext {
  const ctx = makeContext();
  for (const each of evidence)
    ctx.state.seen.record({ path: "/a.txt", identity: "id:1", ranges: [], ...each });
  return { ...ctx, state: { ...ctx.state, seen: { ...ctx.state.seen, isRequired: true } } };
}

function seen(start: number, end: number): Partial<Evidence> {
  return { ranges: [{ start, end, digest: digestOf(bytes.subarray(start, end)) }] };
}

function refusalOf(check: () => void): Fault | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Fault ? error : undefined;
  }
}

describe("requireSeen", () => {
  it("asks for nothing in a session that does not demand proofs", () => {
    expect(refusalOf(() => requireSeen(makeContext(), file, [{ start: 0, end: 2 }]))).toBeUndefined();
  });

  it("tells what was never seen from what is no longer as it was seen", () => {
    const never = refusalOf(() => requireSeen(contextThatSaw(seen(0, 2)), file, [{ start: 2, end: 6 }]));
    expect(never).toMatchObject({
      code: "denied_proof",
      message: "You have not read lines 2–3 of a.txt, which this would change; nothing was written.",
      hint: "Read a.txt with offset=2 limit=2 first, and repeat the call.",
    });
    const stale = contextThatSaw({ ranges: [{ start: 2, end: 4, digest: "other" }] });
    expect(refusalOf(() => requireSeen(stale, file, [{ start: 2, end: 4 }]))?.message).toBe(
      "a.txt is not as you read it at line 2; nothing was written.",
    );
  });

  it("lets a change pass exactly when every byte of it was seen, or a byte beside an insertion", () => {
    const span = fc
      .tuple(fc.nat(10), fc.nat(10))
      .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 5 }), span, (ranges, place) => {
        const ctx = contextThatSaw(...ranges.map(({ start, end }) => seen(start, end)));
        const isIn = (at: number): boolean => ranges.some(({ start, end }) => start <= at && at < end);
        const wanted = Array.from({ length: place.end - place.start }, (_, at) => place.start + at);
        const isBeside = ranges.some(({ start, end }) => start <= place.start && place.start <= end);
        const expected = wanted.length === 0 ? isBeside : wanted.every(isIn);
        expect(refusalOf(() => requireSeen(ctx, file, [place])) === undefined).toBe(expected);
      }),
    );
  });

  it("takes parts for the whole when they leave no gap, and a view of everything only if it says so", () => {
    const whole = digestOf(bytes);
    for (const [ctx, isProven] of [
      [contextThatSaw(seen(0, 6), seen(6, 10)), true],
      [contextThatSaw(seen(0, 5), seen(6, 10)), false],
      [contextThatSaw({ whole }), true],
      [contextThatSaw({ whole: "other" }, { whole }), true],
      [contextThatSaw(seen(0, 10)), false],
    ] as const)
      expect(refusalOf(() => requireSeenWhole(ctx, file)) === undefined).toBe(isProven);
  });
});
