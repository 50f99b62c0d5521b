import { Fault, judgeUrl, parsePlace } from "../../kernel/index.ts";

/** One host that a person lets the sandbox reach. */
export interface HostGrant {
  readonly host: string;
  readonly ports: readonly number[];
  /** Every name below the host and not the host itself, as `*.example.com` says. */
  readonly isBelow: boolean;
  /** The entry itself names a private host, so a private address is what the person meant. */
  readonly isPrivate: boolean;
}

/** Where a request wants to go, spelled as `parsePlace` spells it. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** The ports of a grant that names none. */
const USUAL_PORTS: readonly number[] = [443, 80];

/** Reads `host`, `host:port` or `*.host`, or throws what would work. */
export function parseHostGrant(entry: string): HostGrant {
  const isBelow = entry.startsWith("*.");
  const text = isBelow ? entry.slice(2) : entry;
  const place = PLAIN.test(text) ? parsePlace(text) : undefined;
  if (place === undefined || place.host === "" || place.port === 0) throw unreadable(entry);
  const judged = judgeUrl(`http://${place.host.includes(":") ? `[${place.host}]` : place.host}/`);
  if (judged.rule === "platform-endpoint" || judged.rule === "platform-name") {
    throw new Fault("denied_policy", `${entry} cannot be granted to the sandbox: ${judged.reason}.`, {
      hint: "It hands out credentials of this machine. Leave it out.",
    });
  }
  if (judged.rule === "malformed") throw unreadable(entry);
  const isPrivate = judged.rule === "not-public" || judged.rule === "local-name";
  // A wildcard on a bare address means nothing, one on a whole top-level domain means nearly everything.
  const isTooWide = isBelow && (isPrivate || isAddress(place.host) || !place.host.includes("."));
  if (isTooWide) throw unreadable(entry);
  return {
    host: place.host,
    ports: place.port === undefined ? USUAL_PORTS : [place.port],
    isBelow,
    isPrivate,
  };
}

/** Tells whether a grant covers a destination, to the letter. */
export function isCovered({ host, ports, isBelow }: HostGrant, to: Destination): boolean {
  return ports.includes(to.port) && isNamed({ host, isBelow }, to.host);
}

/** Tells whether a grant names a host, on whatever port. */
export function isNamed(grant: Pick<HostGrant, "host" | "isBelow">, host: string): boolean {
  return grant.isBelow ? host.endsWith(`.${grant.host}`) && !isAddress(host) : host === grant.host;
}

/** No scheme, path, user or wildcard inside, and no dot in front, which means "all below" elsewhere. */
const PLAIN = /^[^.\s/?#@\\*][^\s/?#@\\*]*$/;

function isAddress(host: string): boolean {
  return host.includes(":") || /^[\d.]+$/.test(host);
}

function unreadable(entry: string): Fault {
  return new Fault("invalid_input", `${JSON.stringify(entry)} does not name a host to grant.`, {
    hint: 'Write "example.com" (ports 443 and 80), "example.com:8443", or "*.example.com" for every name below it.',
  });
}
