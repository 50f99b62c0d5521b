import { tryParseUrl } from "./try-parse-url.ts";

/** What an operator or a user says about which hosts may be fetched from. */
export interface WebPolicy {
  /** The only hosts to fetch from, with everything below them; any public host when absent. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Private hosts the user opened, as `host` or `host:port`. */
  readonly allowPrivate?: readonly string[] | undefined;
  /** Ports beside the usual ones of the web. */
  readonly allowPorts?: readonly number[] | undefined;
}

/** Tells whether a host is an entry of the list or lies below one; everything is, without a list. */
export function isAmongHosts(host: string, list: WebPolicy["allowHosts"]): boolean {
  if (list === undefined) return true;
  return list.some((entry) => {
    const name = parsePlace(entry)?.host;
    return name !== undefined && isHostWithin(host, name);
  });
}

/** Tells whether a host is another one or lies below it; both as `parsePlace` spells them. */
export function isHostWithin(host: string, upper: string): boolean {
  return host === upper || host.endsWith(`.${upper}`);
}

/** Tells whether the user opened this private host, on this port or on any. */
export function isOpened(host: string, port: number, list: WebPolicy["allowPrivate"] = []): boolean {
  return list.some((entry) => {
    const place = parsePlace(entry);
    return place?.host === host && (place.port === undefined || place.port === port);
  });
}

/** The host of a URL as names are looked up: without brackets and without a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, "");
}

/** A host as an entry of a list names it, on one port or on any. */
export interface Place {
  readonly host: string;
  readonly port: number | undefined;
}

/** The host that an entry names; people write it with capitals, Unicode, dots at either end or as a bare IPv6 address. */
export function parsePlace(entry: string): Place | undefined {
  const text = entry.trim().replace(/^\./, "");
  const isBareIpv6 = /^[^[\]]*:[^[\]]*:[^[\]]*$/.test(text);
  const port = isBareIpv6 ? undefined : /:(\d+)$/.exec(text)?.[1];
  const url = tryParseUrl(`http://${isBareIpv6 ? `[${text}]` : text}/`);
  return url && { host: hostOf(url), port: port === undefined ? undefined : Number(port) };
}
