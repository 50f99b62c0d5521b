import { type AddressBytes, parseAddress } from "./parse-address.ts";

/** A block of addresses that are not ordinary public ones, and what it is for. */
export interface SpecialRange {
  readonly range: string;
  readonly what: string;
}

/** The special range an address lies in, the narrowest named first; undefined for an ordinary public one. */
export function specialRangeOf(bytes: AddressBytes): SpecialRange | undefined {
  const isIpv4 = bytes.length === 4;
  const found = (isIpv4 ? IPV4 : IPV6).find((each) => isWithin(bytes, each));
  if (found !== undefined || isIpv4) return found;
  const isOrdinary = isWithin(bytes, GLOBAL_UNICAST) || isWithin(bytes, NAT64);
  return isOrdinary ? undefined : { range: "outside 2000::/3", what: "not global unicast" };
}

interface CompiledRange extends SpecialRange {
  readonly prefix: AddressBytes;
  readonly bits: number;
}

function isWithin(bytes: AddressBytes, { prefix, bits }: CompiledRange): boolean {
  return prefix.every((byte, at) => {
    const counted = Math.min(8, Math.max(0, bits - at * 8));
    const mask = 0xff & ~(0xff >> counted);
    return ((bytes[at] ?? 0) & mask) === (byte & mask);
  });
}

function compile([range, what]: readonly [string, string]): CompiledRange {
  const [address = "", bits = ""] = range.split("/");
  return { range, what, prefix: parseAddress(address) ?? [], bits: Number(bits) };
}

/** IANA's registry of special-purpose IPv4 addresses, whole, and multicast. */
const IPV4 = (
  [
    ["0.0.0.0/8", "this network"],
    ["10.0.0.0/8", "private use"],
    ["100.64.0.0/10", "shared address space"],
    ["127.0.0.0/8", "loopback"],
    ["169.254.0.0/16", "link-local"],
    ["172.16.0.0/12", "private use"],
    ["192.0.0.0/24", "protocol assignments"],
    ["192.0.2.0/24", "documentation"],
    ["192.31.196.0/24", "AS112 service"],
    ["192.52.193.0/24", "multicast tunnelling"],
    ["192.88.99.0/24", "6to4 relay"],
    ["192.168.0.0/16", "private use"],
    ["192.175.48.0/24", "AS112 service"],
    ["198.18.0.0/15", "benchmarking"],
    ["198.51.100.0/24", "documentation"],
    ["203.0.113.0/24", "documentation"],
    ["224.0.0.0/4", "multicast"],
    ["255.255.255.255/32", "broadcast"],
    ["240.0.0.0/4", "reserved"],
  ] as const
).map(compile);

/** The same for IPv6. */
const IPV6 = (
  [
    ["::/128", "unspecified"],
    ["::1/128", "loopback"],
    ["::ffff:0:0/96", "IPv4-mapped"],
    ["::ffff:0:0:0/96", "IPv4-translated"],
    ["::/96", "IPv4-compatible"],
    ["64:ff9b:1::/48", "local NAT64"],
    ["100::/64", "discard"],
    ["100:0:0:1::/64", "dummy prefix"],
    ["2001::/32", "Teredo"],
    ["2001:2::/48", "benchmarking"],
    ["2001:10::/28", "ORCHID"],
    ["2001:20::/28", "ORCHID"],
    ["2001::/23", "protocol assignments"],
    ["2001:db8::/32", "documentation"],
    ["2002::/16", "6to4"],
    ["2620:4f:8000::/48", "AS112 service"],
    ["3fff::/20", "documentation"],
    ["5f00::/16", "segment routing"],
    ["fc00::/7", "unique local"],
    ["fe80::/10", "link-local"],
    ["fec0::/10", "site-local"],
    ["ff00::/8", "multicast"],
  ] as const
).map(compile);

const GLOBAL_UNICAST = compile(["2000::/3", "global unicast"]);

/** The well-known prefix reaches whatever IPv4 address it carries, which is judged by itself. */
const NAT64 = compile(["64:ff9b::/96", "NAT64"]);
