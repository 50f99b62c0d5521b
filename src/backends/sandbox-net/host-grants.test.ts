import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../../kernel/index.ts";
import { isCovered, parseHostGrant } from "./host-grants.ts";

describe("a grant", () => {
  it.each([
    ["example.com", { host: "example.com", ports: [443, 80], isBelow: false, isPrivate: false }],
    ["Example.COM.", { host: "example.com", ports: [443, 80], isBelow: false, isPrivate: false }],
    ["example.com:8443", { host: "example.com", ports: [8443], isBelow: false, isPrivate: false }],
    ["*.example.com:22", { host: "example.com", ports: [22], isBelow: true, isPrivate: false }],
    ["bücher.example", { host: "xn--bcher-kva.example", ports: [443, 80], isBelow: false, isPrivate: false }],
    ["localhost:3000", { host: "localhost", ports: [3000], isBelow: false, isPrivate: true }],
    ["10.0.0.7", { host: "10.0.0.7", ports: [443, 80], isBelow: false, isPrivate: true }],
    ["0x0a000007:1", { host: "10.0.0.7", ports: [1], isBelow: false, isPrivate: true }],
    ["fd00::7", { host: "fd00::7", ports: [443, 80], isBelow: false, isPrivate: true }],
    ["[FD00:0:0::7]:5", { host: "fd00::7", ports: [5], isBelow: false, isPrivate: true }],
    ["93.184.216.34", { host: "93.184.216.34", ports: [443, 80], isBelow: false, isPrivate: false }],
  ])("is read from %s", (entry, grant) => {
    expect(parseHostGrant(entry)).toEqual(grant);
  });

  it.each([
    "",
    "*",
    "*.com",
    "*.10.0.0.7",
    "*.localhost",
    "*.*.example.com",
    "exam*ple.com",
    ".example.com",
    "https://example.com",
    "example.com/path",
    "user@example.com",
    "example.com:0",
    "example.com:70000",
    "example.com:http",
    "a b",
    "example..com",
    "169.254.169.254",
    "[fd00:ec2::254]",
    "metadata.google.internal",
  ])("is not read from %j, and says what would work", (entry) => {
    expect(() => parseHostGrant(entry)).toThrow(Fault);
  });

  it("covers nothing but what it names, whatever is asked for", () => {
    const grants = ["example.com", "*.example.org", "example.net:8443"].map(parseHostGrant);
    assert(
      property(
        string(),
        constantFrom("example.com", "example.org", "example.net"),
        constantFrom(80, 443, 8443),
        (front, name, port) => {
          const host = `${front}${name}`;
          const expected =
            (host === "example.com" && port !== 8443) ||
            (host.endsWith(".example.org") && port !== 8443) ||
            (host === "example.net" && port === 8443);
          expect(grants.some((grant) => isCovered(grant, { host, port }))).toBe(expected);
        },
      ),
    );
  });
});
