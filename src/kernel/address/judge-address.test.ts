import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeAddress } from "./judge-address.ts";
import { parseAddress } from "./parse-address.ts";

const verdictOf = (address: string): string => judgeAddress(address).verdict;

const hex = (bytes: readonly number[]): string =>
  [0, 2].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)).join(":");
const inverted = (bytes: readonly number[]): string => hex(bytes.map((each) => each ^ 0xff));

describe("judgeAddress", () => {
  it.each([
    "93.184.216.34",
    "8.8.8.8",
    "1.1.1.1",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.88.98.255",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:2800:220:1:248:1893:25c8:1946",
    "2001:200::1",
    "2001:4860:4860::8888",
    "64:ff9b::5db8:d822",
    "2606:2800:220:1:0:5efe:5db8:d822",
  ])("allows the public address %s", (address) => {
    expect(judgeAddress(address)).toEqual({ verdict: "allow" });
  });

  it.each([
    ["0.0.0.0", "this network"],
    ["10.255.255.255", "private use"],
    ["100.64.0.1", "shared"],
    ["127.8.9.10", "loopback"],
    ["169.254.1.1", "link-local"],
    ["172.31.255.255", "private use"],
    ["192.0.0.1", "protocol assignments"],
    ["192.0.2.1", "documentation"],
    ["192.88.99.1", "6to4 relay"],
    ["192.168.0.1", "private use"],
    ["198.19.255.255", "benchmarking"],
    ["198.51.100.7", "documentation"],
    ["203.0.113.7", "documentation"],
    ["224.0.0.1", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["192.31.196.1", "AS112"],
    ["192.52.193.1", "multicast tunnelling"],
    ["192.175.48.1", "AS112"],
    ["::", "unspecified"],
    ["0:0:0:0:0:0:0:1", "loopback"],
    ["::ffff:93.184.216.34", "IPv4-mapped"],
    ["100::1", "discard"],
    ["100:0:0:1::1", "dummy"],
    ["2001:2::1", "benchmarking"],
    ["2001:10::1", "ORCHID"],
    ["2001:20::1", "ORCHID"],
    ["2001:1::1", "protocol assignments"],
    ["2001:db8::1", "documentation"],
    ["2002:5db8:d822::1", "6to4"],
    ["2620:4f:8000::1", "AS112"],
    ["3fff::1", "documentation"],
    ["5f00::1", "segment routing"],
    ["64:ff9b:1::1", "local NAT64"],
    ["fd12:3456::1", "unique local"],
    ["fe80::1", "link-local"],
    ["fec0::1", "site-local"],
    ["ff02::1", "multicast"],
    ["4000::1", "not global unicast"],
    ["1000::1", "not global unicast"],
  ])("refuses %s, %s", (address, what) => {
    expect(judgeAddress(address)).toMatchObject({
      verdict: "block",
      rule: "not-public",
      reason: expect.stringContaining(what),
    });
  });

  it.each([
    "169.254.169.254",
    "168.63.129.16",
    "100.100.100.200",
    "169.254.170.2",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd20:ce::254",
    "::ffff:169.254.169.254",
    "64:ff9b::a83f:8110",
  ])("refuses the platform endpoint %s", (address) => {
    expect(judgeAddress(address)).toMatchObject({ verdict: "block", rule: "platform-endpoint" });
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.4.5",
    "01.2.3.4",
    "256.1.1.1",
    "fe80::1%eth0",
    "[::1]",
    "::1]/@[::2",
    "localhost",
  ])("refuses %j, which is no address", (text) => {
    expect(verdictOf(text)).toBe("block");
    expect(parseAddress(text)).toBeUndefined();
  });

  const byte = fc.integer({ min: 0, max: 255 });
  const privateIpv4 = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127, 224, 240, 255), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    fc.constant([168, 63, 129, 16] as const),
  );
  it("refuses any private IPv4 address, bare and inside every form of IPv6 address", () => {
    fc.assert(
      fc.property(
        privateIpv4,
        fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 }),
        (ipv4, prefix) => {
          const groups = prefix.map((group) => group.toString(16)).join(":");
          const spellings = [
            ipv4.join("."),
            `::ffff:${ipv4.join(".")}`,
            `::ffff:${hex(ipv4)}`,
            `::${hex(ipv4)}`,
            `::ffff:0:${hex(ipv4)}`,
            `64:ff9b::${hex(ipv4)}`,
            `64:ff9b:1::${hex(ipv4)}`,
            `2002:${hex(ipv4)}::1`,
            `2001:0:${hex(ipv4)}:0:0:a247:27dd`,
            `2001:0:4136:e378:8000:63bf:${inverted(ipv4)}`,
            `2606:4700:0:1:0:5efe:${hex(ipv4)}`,
            `2606:4700:0:1:200:5efe:${hex(ipv4)}`,
            `${groups}:0:5efe:${hex(ipv4)}`,
          ];
          expect(spellings.filter((each) => verdictOf(each) !== "block")).toEqual([]);
        },
      ),
    );
  });

  it("reads every IPv6 spelling as the same bytes", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const bytes = parseAddress(text);
        expect(bytes).toHaveLength(16);
        const long = Array.from({ length: 8 }, (_, at) =>
          (((bytes?.[at * 2] ?? 0) << 8) | (bytes?.[at * 2 + 1] ?? 0)).toString(16).padStart(4, "0"),
        ).join(":");
        expect(parseAddress(long.toUpperCase())).toEqual(bytes);
      }),
    );
  });
});
