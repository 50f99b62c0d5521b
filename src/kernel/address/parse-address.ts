import { tryParseUrl } from "./try-parse-url.ts";

/** An address as its bytes: 4 of them for IPv4, 16 for IPv6. */
export type AddressBytes = readonly number[];

/** Reads an address in its usual spelling, without brackets or a zone; undefined when it is none. */
export function parseAddress(text: string): AddressBytes | undefined {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

/** Writes IPv4 bytes with dots. */
export function dotted(bytes: AddressBytes): string {
  return bytes.join(".");
}

const DOTTED = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

function parseIpv4(text: string): AddressBytes | undefined {
  return DOTTED.test(text) ? text.split(".").map(Number) : undefined;
}

/** The URL parser knows every spelling and answers in one: hexadecimal groups, the longest run of zeros as `::`. */
function parseIpv6(text: string): AddressBytes | undefined {
  const url = /^[0-9a-f:.]+$/i.test(text) ? tryParseUrl(`http://[${text}]/`) : undefined;
  return url === undefined ? undefined : bytesOf(url.hostname.slice(1, -1));
}

function bytesOf(normal: string): AddressBytes {
  const [before = "", after] = normal.split("::");
  const head = groupsOf(before);
  const tail = groupsOf(after ?? "");
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return [...head, ...zeros, ...tail].flatMap((group) => [group >> 8, group & 0xff]);
}

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}
