import { judgeUrl, parsePlace, type WebTarget } from "../../kernel/index.ts";
import { type Destination, type HostGrant, isCovered, isNamed, parseHostGrant } from "./host-grants.ts";
import { notGranted, ProxyRefusal } from "./proxy-refusal.ts";

/** Says where a request may go, or throws a refusal; nothing is looked up for what is not granted. */
export interface Admission {
  /** Judges `host:port` as CONNECT names it. */
  authority(text: string): WebTarget;
  /** Judges a whole URL as a plain request names it. */
  url(text: string): WebTarget;
}

/** Reads the grants once; `allowPrivate` names granted hosts that may lead to private addresses. */
export function createAdmission(hosts: readonly string[], allowPrivate: readonly string[] = []): Admission {
  const grants = hosts.map(parseHostGrant);
  const opened = [...grants.filter(({ isPrivate }) => isPrivate).map(({ host }) => host), ...allowPrivate];
  return {
    authority: (text) => {
      if (!AUTHORITY.test(text)) throw notAPlace(text);
      return admitted(`http://${text}/`, grants, opened);
    },
    url: (text) => {
      if (!/^http:\/\//i.test(text)) throw notAWholeUrl(text);
      return admitted(text, grants, opened);
    },
  };
}

/** A name or a bracketed address and always a port; nothing that starts a path, a user or a second port. */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+):\d{1,5}$/i;

function admitted(url: string, grants: readonly HostGrant[], allowPrivate: readonly string[]): WebTarget {
  const to = destinationOf(url);
  if (!grants.some((grant) => isCovered(grant, to))) throw notGranted(to, portsOf(to.host, grants));
  const judged = judgeUrl(url, { allowPrivate });
  if (judged.verdict === "block") {
    const rule = judged.rule === "malformed" || judged.rule === "credentials" ? "malformed" : "address";
    throw new ProxyRefusal(
      rule,
      `${to.host} is not reached from the sandbox: ${judged.reason}.`,
      undefined,
      to,
    );
  }
  return judged.target;
}

/** Where a URL of the plain scheme leads, its host spelled as grants spell theirs. */
export function destinationOf(url: string): Destination {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const host = parsed === undefined ? undefined : parsePlace(parsed.hostname)?.host;
  if (parsed === undefined || host === undefined || host === "") throw notAPlace(url);
  return { host, port: parsed.port === "" ? 80 : Number(parsed.port) };
}

function portsOf(host: string, grants: readonly HostGrant[]): readonly number[] {
  return [...new Set(grants.filter((grant) => isNamed(grant, host)).flatMap(({ ports }) => ports))];
}

function notAPlace(text: string): ProxyRefusal {
  return new ProxyRefusal(
    "malformed",
    `${shown(text)} does not name a host and a port.`,
    "CONNECT takes host:port, such as example.com:443.",
  );
}

function notAWholeUrl(text: string): ProxyRefusal {
  return new ProxyRefusal(
    "malformed",
    `${shown(text)} is not a request to a proxy.`,
    "Plain requests name a whole http:// URL; https goes through CONNECT.",
  );
}

const MOST_SHOWN = 100;

function shown(text: string): string {
  return JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
}
