import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProviderNames, providerName } from "./provider-name.ts";

const LONG = `github__${"create_pull_request_review_comment_".repeat(3)}`;
const SAFE = /^[a-zA-Z0-9_-]{1,64}$/;

// Half characters too.
const anyUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

describe("names for providers", () => {
  it("are the names themselves where those fit", () => {
    for (const name of ["read", "github__create_issue", "a".repeat(64)])
      expect(providerName(name)).toBe(name);
  });

  it("are a safe beginning and a digest where they do not", () => {
    expect(providerName(LONG)).toBe("github__create_pull_request_review_comment__9aecd774efa01a8ad1f2");
    expect(providerName("my.server__größe")).toMatch(/^my-server__gr-e_[0-9a-f]{20}$/);
    expect(providerName("")).toMatch(/^_[0-9a-f]{20}$/);
  });

  it("are safe, and lead back, whatever the names", () => {
    const name = fc.oneof(
      fc.string({ unit: anyUnit, maxLength: 120 }),
      fc.stringMatching(/^[a-z]{1,8}__[a-z_.]{0,90}$/),
      fc.string({ maxLength: 20 }).map(providerName),
      fc.string({ maxLength: 20 }).map((inner) => providerName(providerName(inner))),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
        const map = createProviderNames(names);
        for (const each of names) {
          expect(map.toProvider(each)).toMatch(SAFE);
          expect(map.fromProvider(map.toProvider(each))).toBe(each);
        }
        expect(new Set(names.map(providerName)).size).toBe(names.length);
      }),
    );
  });

  it("cannot be taken by a tool that calls itself what another is shown as", () => {
    const shown = providerName(LONG);
    expect(providerName(shown)).not.toBe(shown);
    const map = createProviderNames([shown, LONG]);
    expect(map.fromProvider(shown)).toBe(LONG);
  });

  it("tell names apart that differ in half characters only", () => {
    expect(new Set(["a\ud800", "a\ud801", "a\ufffd"].map(providerName)).size).toBe(3);
  });

  it("that were never handed out mean nothing", () => {
    expect(createProviderNames(["read"]).fromProvider("write")).toBeUndefined();
    expect(createProviderNames([]).fromProvider("__proto__")).toBeUndefined();
  });
});
