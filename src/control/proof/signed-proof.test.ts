import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../backends/index.ts";
import type { Evidence } from "../../kernel/index.ts";
import { openProof, type ProofSeal, signProof } from "./signed-proof.ts";

const digest = "ab".repeat(32);
const evidence: Evidence = {
  path: "/w/größe.txt",
  identity: "id:1:2:3",
  whole: digest,
  ranges: [{ start: 0, end: 10, digest }],
  at: 500,
};

function seal(more: Partial<ProofSeal> = {}): ProofSeal {
  return {
    key: Buffer.from("k".repeat(32)),
    session: "s1",
    clock: manualClock(1000),
    maxAgeMs: 60_000,
    ...more,
  };
}

describe("a signed proof", () => {
  it("R242: carries the evidence of one path out and in again", () => {
    const text = signProof(evidence, seal());
    expect(text).toMatch(/^proof1\.[\w-]+\.[\w-]+$/);
    expect(openProof(text, seal())).toEqual(evidence);
    const { whole: _, at: __, ...part } = evidence;
    expect(openProof(signProof(part, seal()), seal())).toEqual({ ...part, at: 1000 });
  });

  it("is refused when any character of it was altered", () => {
    const text = signProof(evidence, seal());
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom("A", "Q", "g", "w", "_", "-", ".", "x"),
        (at, letter) => {
          fc.pre(text[at] !== letter);
          const altered = text.slice(0, at) + letter + text.slice(at + 1);
          expect(() => openProof(altered, seal())).toThrow("The proof is refused.");
        },
      ),
    );
  });

  it("is refused when somebody else signed it, whatever it says", () => {
    const forged = signProof(evidence, seal({ key: Buffer.from("f".repeat(32)) }));
    expect(() => openProof(forged, seal())).toThrow("altered, or signed by somebody else");
    const swapped = `${signProof({ ...evidence, path: "/w/b" }, seal())
      .split(".")
      .slice(0, 2)
      .join(".")}.${forged.split(".")[2]}`;
    expect(() => openProof(swapped, seal())).toThrow("The proof is refused.");
  });

  it("is refused in another session", () => {
    expect(() => openProof(signProof(evidence, seal()), seal({ session: "s2" }))).toThrow("another session");
  });

  it("R244: expires, and does not live longer because the clock went back", () => {
    const text = signProof({ ...evidence, at: 1_000_000 }, seal({ clock: manualClock(1_000_000) }));
    expect(openProof(text, seal({ clock: manualClock(1_060_000) })).path).toBe(evidence.path);
    expect(() => openProof(text, seal({ clock: manualClock(1_060_001) }))).toThrow("expired");
    expect(() => openProof(text, seal({ clock: manualClock(900_000) }))).toThrow("expired");
  });

  it.each(["", "proof1.", "proof1..", "proof2.a.b", "proof1.a.b.c", `proof1.${"a".repeat(100_000)}.b`, "\0"])(
    "%j is no proof and says what to do",
    (text) => {
      expect(() => openProof(text, seal())).toThrow(
        expect.objectContaining({
          code: "denied_proof",
          hint: expect.stringContaining("Read the file again"),
        }),
      );
    },
  );

  it("stays openable however much was seen", () => {
    const ranges = Array.from({ length: 5000 }, (_, at) => ({ start: at * 10, end: at * 10 + 5, digest }));
    const opened = openProof(signProof({ ...evidence, ranges }, seal()), seal());
    expect(opened.ranges.length).toBeGreaterThan(100);
  });
});
