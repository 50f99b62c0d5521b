import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { read, write } from "../../tools/index.ts";
import { bindingOf } from "./binding-of.ts";
import { canonicalDigest } from "./canonical-digest.ts";
import { createDefinitionHashes, definitionHash } from "./definition-hash.ts";

describe("the digest of arguments", () => {
  it("does not depend on the order of keys, also with half characters in them", () => {
    for (const half of ["", "\ud800"]) {
      const one = { a: 1, b: { c: half, d: [1, 2] } };
      const two = { b: { d: [1, 2], c: half }, a: 1 };
      expect(canonicalDigest(one)).toBe(canonicalDigest(two));
    }
  });

  it("differs for values that differ", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(canonicalDigest(a) === canonicalDigest(b)).toBe(same);
      }),
    );
    const alike = [
      { a: "\ud800" },
      { a: "\udfff" },
      { a: "\\ud800" },
      { a: "\ufffd" },
      { a: null },
      { a: "" },
    ];
    expect(new Set(alike.map(canonicalDigest)).size).toBe(alike.length);
  });

  it.each([{ a: Number.NaN }, { a: 1n }, circular(), deep()])("refuses what is not plain JSON", (value) => {
    expect(() => canonicalDigest(value)).toThrow(/not plain JSON/);
  });
});

describe("the hash of a definition", () => {
  it("changes with anything a person decides by", () => {
    const changed = [
      { ...read, description: "Reads, and more" },
      { ...read, effects: [] },
      { ...read, trust: "L1" as const },
      { ...read, parameters: { type: "object" } },
      write,
    ];
    const hashes = [read, ...changed].map(definitionHash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(definitionHash({ ...read })).toBe(hashes[0]);
  });

  it("is remembered for each tool", () => {
    const hashOf = createDefinitionHashes();
    expect(hashOf(read)).toBe(definitionHash(read));
    expect(hashOf(read)).toBe(hashOf(read));
    expect(hashOf(write)).not.toBe(hashOf(read));
  });
});

const facts = { session: "s", tool: "write", definition: "d", cwd: "/ws", touches: [], policy: "p" };

it("a binding holds where a command would run, since a link may be turned", () => {
  const verdict = { verdict: "ask", rule: "r", reason: "x" } as const;
  const bound = ["/ws/a", "/ws/b"].map(
    (cwd) =>
      bindingOf({ ...facts, input: {}, touches: [{ kind: "command", command: "make", cwd, verdict }] })
        .places,
  );
  expect(new Set(bound).size).toBe(2);
});

it("a binding holds the digest of the arguments, never the arguments", () => {
  const input = { path: "a", content: "hunter2" };
  const bound = bindingOf({ ...facts, input });
  expect(bound.input).toBe(canonicalDigest({ content: "hunter2", path: "a" }));
  expect(JSON.stringify(bound)).not.toContain("hunter2");
});

it("a binding changes with where a path leads and with what is done there", () => {
  const touch = { kind: "path", op: "read", path: "a", spelled: "/ws/a", real: "/ws/a" } as const;
  const variants = [
    [],
    [touch],
    [{ ...touch, op: "write" as const }],
    [{ ...touch, real: "/ws/b" }],
    [touch, touch],
  ];
  const places = variants.map((touches) => bindingOf({ ...facts, input: {}, touches }).places);
  expect(new Set(places).size).toBe(places.length);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  // Negative zero and zero are one number in JSON.
  if (value === 0) return 0;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, part]): [string, unknown] => [key, sorted(part)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { object: entries };
}

function circular(): unknown {
  const value: Record<string, unknown> = {};
  value["self"] = value;
  return value;
}

function deep(): unknown {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) value = [value];
  return value;
}
