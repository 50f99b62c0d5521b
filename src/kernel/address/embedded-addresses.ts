import type { AddressBytes } from "./parse-address.ts";

/** An IPv4 address inside an IPv6 one, and by which scheme. */
export interface EmbeddedAddress {
  readonly form: string;
  readonly bytes: AddressBytes;
}

/** Every IPv4 address that some scheme would find in these bytes of an IPv6 address. */
export function embeddedAddresses(bytes: AddressBytes): readonly EmbeddedAddress[] {
  return bytes.length === 4
    ? []
    : SCHEMES.filter(({ fits }) => fits(bytes)).map((scheme) => take(scheme, bytes));
}

interface Scheme {
  readonly form: string;
  readonly fits: (bytes: AddressBytes) => boolean;
  readonly at: number;
  readonly isInverted?: boolean;
}

const SCHEMES: readonly Scheme[] = [
  { form: "IPv4-compatible", fits: startsWith(...zeros(12)), at: 12 },
  { form: "IPv4-mapped", fits: startsWith(...zeros(10), 0xff, 0xff), at: 12 },
  { form: "IPv4-translated", fits: startsWith(...zeros(8), 0xff, 0xff, 0, 0), at: 12 },
  { form: "NAT64", fits: startsWith(0, 0x64, 0xff, 0x9b), at: 12 },
  { form: "6to4", fits: startsWith(0x20, 0x02), at: 2 },
  { form: "Teredo server", fits: startsWith(0x20, 0x01, 0, 0), at: 4 },
  { form: "Teredo client", fits: startsWith(0x20, 0x01, 0, 0), at: 12, isInverted: true },
  { form: "ISATAP", fits: isIsatap, at: 12 },
];

function take({ form, at, isInverted = false }: Scheme, bytes: AddressBytes): EmbeddedAddress {
  const four = bytes.slice(at, at + 4);
  return { form, bytes: isInverted ? four.map((byte) => byte ^ 0xff) : four };
}

function startsWith(...prefix: readonly number[]): (bytes: AddressBytes) => boolean {
  return (bytes) => prefix.every((byte, at) => bytes[at] === byte);
}

/** Any prefix, then `0:5efe` or `200:5efe`. */
function isIsatap(bytes: AddressBytes): boolean {
  const [universal = -1, ...rest] = bytes.slice(8, 12);
  return (universal & 0xfd) === 0 && startsWith(0, 0x5e, 0xfe)(rest);
}

function zeros(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0);
}
