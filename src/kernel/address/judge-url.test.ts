import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeUrl } from "./judge-url.ts";
import { urlFault } from "./url-fault.ts";

function ruleOf(url: string, policy = {}): string {
  const { verdict, rule } = judgeUrl(url, policy);
  return `${verdict} ${rule}`;
}

describe("judgeUrl", () => {
  it.each([
    ["https://example.com/", "example.com"],
    ["HTTP://EXAMPLE.com:8080/a?b#c", "example.com"],
    ["https://example.com./", "example.com"],
    ["https://bücher.example/", "xn--bcher-kva.example"],
    ["https://日本語ひらがな.example/", "xn--v8j0cwa6g1563acvb2w6i.example"],
    ["https://한국어.example/", "xn--3e0bk47br7k.example"],
    ["https://пример.example/", "xn--e1afmkfd.example"],
    ["https://localhost.example.com/", "localhost.example.com"],
    ["https://internal-docs.example.com/", "internal-docs.example.com"],
    ["https://example.com/127.0.0.1?u=http://10.0.0.1/", "example.com"],
    ["https://93.184.216.34/", "93.184.216.34"],
    ["https://[2606:2800:220:1:248:1893:25c8:1946]/", "2606:2800:220:1:248:1893:25c8:1946"],
    ["  https://example.com/ ", "example.com"],
    ["https://example.com\\@169.254.169.254/", "example.com"],
    ["https://example.com/?page_token=abcdef0123456789abcdef", "example.com"],
    ["https://example.com/?key=short1", "example.com"],
  ])("allows %s", (url, host) => {
    const judged = judgeUrl(url);
    expect(judged).toMatchObject({ verdict: "allow", rule: "public", target: { host } });
  });

  it.each([
    ["example.com", "block malformed"],
    ["", "block malformed"],
    ["https://", "block malformed"],
    ["https://a..example.com/", "block malformed"],
    ["https://example.com../", "block malformed"],
    ["https://example.com/a\nb", "block malformed"],
    ["ht\ttps://example.com/", "block malformed"],
    ["https://example.com:65536/", "block malformed"],
    ["https://1.2.3.4.5/", "block malformed"],
    ["file:///etc/passwd", "block scheme"],
    ["ftp://example.com/", "block scheme"],
    ["data:text/html,x", "block scheme"],
    ["blob:https://example.com/1", "block scheme"],
    ["view-source:https://example.com/", "block scheme"],
    [`https://example.com/${"a".repeat(8172)}`, "allow public"],
    [`https://example.com/${"a".repeat(8173)}`, "block too-long"],
    ["https://me@example.com/", "block credentials"],
    ["https://:secret@example.com/", "block credentials"],
    ["http://localhost/", "block local-name"],
    ["http://a.localhost/", "block local-name"],
    ["http://localhost./", "block local-name"],
    ["http://printer.local/", "block local-name"],
    ["http://db.internal/", "block local-name"],
    ["http://intranet/", "block local-name"],
    ["http://metadata.google.internal./", "block platform-name"],
    ["http://metadata.goog/", "block platform-name"],
    ["http://127.1/", "block not-public"],
    ["http://0/", "block not-public"],
    ["http://0177.0.0.1/", "block not-public"],
    ["http://2130706433/", "block not-public"],
    ["http://127.0.0.1./", "block not-public"],
    ["http://１２７.０.０.１/", "block not-public"],
    ["http://127。0。0。1/", "block not-public"],
    ["http://[::1]/", "block not-public"],
    ["http://[::ffff:7f00:1]/", "block not-public"],
    ["http://0xA9FEA9FE/", "block platform-endpoint"],
    ["http://168.63.129.16/", "block platform-endpoint"],
    ["http://example.com:22/", "confirm port"],
    ["http://example.com:0/", "confirm port"],
    ["https://раypal.example/", "confirm mixed-scripts"],
    ["https://xn--ypal-43d9g.example/", "confirm mixed-scripts"],
    ["https://example.com/?token=ghp_0123456789abcdefghijABCDEFGHIJ012345", "confirm secret"],
    ["https://example.com/AKIAIOSFODNN7EXAMPLE", "confirm secret"],
    ["https://example.com/?a=%41KIAIOSFODNN7EXAMPLE", "confirm secret"],
    ["https://example.com/?q=100%&a=%41KIAIOSFODNN7EXAMPLE", "confirm secret"],
    ["https://AKIAIOSFODNN7EXAMPLE.example.com/", "confirm secret"],
    ["https://ghp_0123456789abcdefghijabcdefghij012345.example.com/", "confirm secret"],
    ["https://example.com/?q=sk-ant-api03-abcdefghijklmnop", "confirm secret"],
    ["https://example.com/sk-Abcdefghijklmnopqrstuvwx", "confirm secret"],
    ["https://example.com/sk-abcdefghijklmnopqrstuvwx", "confirm secret"],
    ["https://example.com/news/sk-hynix-starts-a-5g-chip-factory-in-2026", "allow public"],
    ["https://example.com/?password=hunter2", "confirm secret"],
    ["https://example.com/?api_key=0123456789abcdef0123", "confirm secret"],
    ["https://example.com/#access_token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "confirm secret"],
  ])("R200: answers %j with %s", (url, expected) => {
    expect(ruleOf(url)).toBe(expected);
  });

  it("an operator's list holds its hosts and what lies below them, and nothing else", () => {
    const policy = { allowHosts: ["Python.org", ".bücher.example."] };
    expect(ruleOf("https://python.org/", policy)).toBe("allow public");
    expect(ruleOf("https://docs.python.org/", policy)).toBe("allow public");
    expect(ruleOf("https://www.xn--bcher-kva.example/", policy)).toBe("allow public");
    expect(ruleOf("https://evilpython.org/", policy)).toBe("block not-on-list");
    expect(ruleOf("https://python.org.evil.example/", policy)).toBe("block not-on-list");
    expect(ruleOf("http://127.0.0.1/", { allowHosts: ["127.0.0.1"] })).toBe("block not-public");
    expect(ruleOf("https://example.com/", { allowHosts: [] })).toBe("block not-on-list");
  });

  it("opened private hosts are opened as named: host, port and nothing near them", () => {
    const policy = { allowPrivate: ["localhost:3000", "10.0.0.7", "::1", "[fd00::1]:81", "wiki"] };
    for (const url of [
      "http://LOCALHOST:3000/",
      "http://10.0.0.7:9999/",
      "http://[::1]:22/",
      "http://[fd00::1]:81/",
      "http://wiki/",
    ]) {
      expect(ruleOf(url, policy)).toBe("allow opened");
    }
    for (const url of [
      "http://localhost/",
      "http://10.0.0.8/",
      "http://[fd00::1]/",
      "http://a.wiki.internal/",
    ]) {
      expect(ruleOf(url, policy)).toMatch(/^block/);
    }
    expect(ruleOf("http://wiki/", { ...policy, allowHosts: ["example.com"] })).toBe("block not-on-list");
    expect(ruleOf("http://example.com:22/", { allowPorts: [22] })).toBe("allow public");
  });

  it("never throws, and never allows a literal private address, whatever the spelling", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.webUrl()), (text) => {
        expect(["allow", "confirm", "block"]).toContain(judgeUrl(text).verdict);
      }),
    );
    const part = fc
      .nat({ max: 255 })
      .chain((value) => fc.constantFrom(String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`));
    fc.assert(
      fc.property(
        fc.constantFrom("127", "0x7f", "0177", "10", "0xa", "012"),
        part,
        part,
        part,
        (a, b, c, d) => {
          for (const host of [`${a}.${b}.${c}.${d}`, `${a}.${b}.${c}`, `${a}.${b}`]) {
            expect(judgeUrl(`http://${host}/`).verdict).toBe("block");
          }
        },
      ),
    );
  });
});

const faultFor = (url: string) => urlFault(url, judgeUrl(url));

describe("urlFault", () => {
  it("R200: says what would work, and shows no password", () => {
    expect(faultFor("example.com/page").hint).toBe("Did you mean https://example.com/page?");
    expect(faultFor("not a url").hint).toContain("Give a whole URL with scheme and host");
    expect(faultFor("file:///etc/passwd")).toMatchObject({ code: "invalid_input" });
    expect(faultFor("file:///etc/passwd").hint).toContain("Use an http or https URL");
    expect(faultFor("http://localhost:3000/").hint).toContain("web.allowPrivate");
    expect(faultFor("https://me:hunter@2@example.com/").message).toMatch(
      /^https:\/\/example\.com\/ is not fetched/,
    );
    expect(faultFor(`https://example.com/${"a".repeat(9000)}`).message.length).toBeLessThan(400);
  });
});
