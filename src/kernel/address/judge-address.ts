import { type EmbeddedAddress, embeddedAddresses } from "./embedded-addresses.ts";
import { type AddressBytes, dotted, parseAddress } from "./parse-address.ts";
import { specialRangeOf } from "./special-ranges.ts";

/** Whether an address may be connected to, and why not. */
export type AddressVerdict =
  | { readonly verdict: "allow" }
  | { readonly verdict: "block"; readonly rule: AddressRule; readonly reason: string };

/** Which rule refuses an address: a cloud's platform endpoint, or anything else that is not public unicast. */
export type AddressRule = "platform-endpoint" | "not-public";

/** Judges an address, also by the addresses it carries inside; what cannot be read is refused. */
export function judgeAddress(address: string): AddressVerdict {
  const bytes = parseAddress(address);
  if (bytes === undefined) return block("not-public", `${address} is not an address that can be judged`);
  const objections = [
    objectionTo(bytes, address),
    ...embeddedAddresses(bytes).map(carriedBy(address)),
  ].filter((objection) => objection !== undefined);
  const worst = objections.find(({ rule }) => rule === "platform-endpoint") ?? objections[0];
  return worst ?? { verdict: "allow" };
}

function carriedBy(outer: string): (inside: EmbeddedAddress) => Block | undefined {
  return ({ bytes, form }) => {
    const objection = objectionTo(bytes, dotted(bytes));
    return objection && { ...objection, reason: `${outer} carries ${objection.reason} as ${form}` };
  };
}

type Block = Extract<AddressVerdict, { verdict: "block" }>;

function objectionTo(bytes: AddressBytes, shown: string): Block | undefined {
  if (PLATFORM_ENDPOINTS.some((endpoint) => isSame(bytes, endpoint))) {
    return block("platform-endpoint", `${shown} is a cloud platform's own endpoint`);
  }
  const special = specialRangeOf(bytes);
  if (special === undefined) return undefined;
  return block("not-public", `${shown} is not a public address (${special.what}, ${special.range})`);
}

/** Where clouds answer with credentials; some of them lie in public address space. */
const PLATFORM_ENDPOINTS = [
  "100.100.100.200",
  "168.63.129.16",
  "169.254.169.253",
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "192.0.0.192",
  "fd00:ec2::23",
  "fd00:ec2::253",
  "fd00:ec2::254",
  "fd20:ce::254",
].map((address) => parseAddress(address) ?? []);

function isSame(one: AddressBytes, other: AddressBytes): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function block(rule: AddressRule, reason: string): Block {
  return { verdict: "block", rule, reason };
}
