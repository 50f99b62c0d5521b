import { holdsSecret } from "./holds-secret.ts";
import { type AddressRule, judgeAddress } from "./judge-address.ts";
import { mixesScripts } from "./mixes-scripts.ts";
import { parseAddress } from "./parse-address.ts";
import { tryParseUrl } from "./try-parse-url.ts";
import { hostOf, isAmongHosts, isOpened, type WebPolicy } from "./web-policy.ts";

/** Which rule decided about a URL. */
export type UrlRule =
  | AddressRule
  | "public"
  | "opened"
  | "malformed"
  | "scheme"
  | "too-long"
  | "credentials"
  | "not-on-list"
  | "local-name"
  | "platform-name"
  | "no-answer"
  | "port"
  | "mixed-scripts"
  | "secret"
  | "downgrade"
  | "too-many-redirects";

/** Where an acceptable URL leads. */
export interface WebTarget {
  /** Without a fragment and without a trailing dot in the host. */
  readonly url: URL;
  /** The name to look up, or the address itself. */
  readonly host: string;
  readonly port: number;
  readonly isLiteral: boolean;
  /** The user's configuration opened this private host. */
  readonly isOpened: boolean;
}

/** Why a URL is not to be fetched. */
export interface UrlObjection {
  readonly rule: UrlRule;
  readonly reason: string;
}

/** What is thought of a URL, told from its text alone: fetch it, ask a person, or never. */
export type UrlVerdict =
  | ({ readonly verdict: "allow" | "confirm"; readonly target: WebTarget } & UrlObjection)
  | ({ readonly verdict: "block" } & UrlObjection);

/** Judges a URL on its parsed form; names are not looked up, their answers are for `judgeAnswer`. */
export function judgeUrl(text: string, policy: WebPolicy = {}): UrlVerdict {
  if (text.length > MOST_CHARACTERS)
    return block("too-long", `it has more than ${MOST_CHARACTERS} characters`);
  const url = tryParseUrl(text);
  if (url === undefined) return block("malformed", "it is not a whole URL such as https://example.com/page");
  if (!isWebScheme(url)) return block("scheme", `only http and https are fetched, not ${url.protocol}`);
  if (hasControls(text.trim())) return block("malformed", "it has a line break or control character in it");
  if (url.username !== "" || url.password !== "") {
    return block("credentials", "it has a user name or password in front of the host");
  }
  const target = targetOf(url, policy);
  const blocked = firstOf(target, policy, [badName, unlisted, localName, badLiteral]);
  if (blocked !== undefined) return { verdict: "block", ...blocked };
  const doubtful = firstOf(target, policy, [unusualPort, mixedScripts]) ?? secretIn(text, url);
  if (doubtful !== undefined) return { verdict: "confirm", target, ...doubtful };
  return target.isOpened
    ? { verdict: "allow", rule: "opened", reason: "the user's configuration opens this host", target }
    : { verdict: "allow", rule: "public", reason: "nothing speaks against it", target };
}

const MOST_CHARACTERS = 8192;

type Rule = (target: WebTarget, policy: WebPolicy) => UrlObjection | undefined;

function firstOf(target: WebTarget, policy: WebPolicy, rules: readonly Rule[]): UrlObjection | undefined {
  for (const rule of rules) {
    const objection = rule(target, policy);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

function isWebScheme({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/** The parser drops these silently, so what it fetches is not what a reader sees. */
function hasControls(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- exactly these are looked for
  return /[\u0000-\u001f\u007f]/.test(text);
}

function targetOf(parsed: URL, policy: WebPolicy): WebTarget {
  const url = new URL(parsed);
  url.hash = "";
  const host = hostOf(url);
  if (url.hostname.endsWith(".")) url.hostname = host;
  const port = url.port === "" ? defaultPortOf(url) : Number(url.port);
  return {
    url,
    host,
    port,
    isLiteral: parseAddress(host) !== undefined,
    isOpened: isOpened(host, port, policy.allowPrivate),
  };
}

function defaultPortOf({ protocol }: URL): number {
  return protocol === "https:" ? 443 : 80;
}

function badName({ host }: WebTarget): UrlObjection | undefined {
  return host.split(".").includes("")
    ? { rule: "malformed", reason: "its host has an empty label" }
    : undefined;
}

function unlisted({ host }: WebTarget, { allowHosts }: WebPolicy): UrlObjection | undefined {
  return isAmongHosts(host, allowHosts)
    ? undefined
    : { rule: "not-on-list", reason: `${host} is not among the hosts that may be fetched from` };
}

const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/;
const PLATFORM_NAME =
  /(?:^|\.)(?:metadata\.google\.internal|metadata\.goog|metadata\.azure\.com|metadata\.tencentyun\.com|metadata\.cloud\.ibm\.com)$/;

function localName({ host, ...target }: WebTarget): UrlObjection | undefined {
  if (target.isOpened || target.isLiteral) return undefined;
  if (PLATFORM_NAME.test(host)) {
    return { rule: "platform-name", reason: `${host} is a cloud platform's own endpoint` };
  }
  if (LOCAL_NAME.test(host)) return { rule: "local-name", reason: `${host} is a name of a private network` };
  return host.includes(".")
    ? undefined
    : { rule: "local-name", reason: `${host} is a name without a domain` };
}

function badLiteral({ host, ...target }: WebTarget): UrlObjection | undefined {
  if (target.isOpened || !target.isLiteral) return undefined;
  const judged = judgeAddress(host);
  return judged.verdict === "allow" ? undefined : { rule: judged.rule, reason: judged.reason };
}

const WEB_PORTS: readonly number[] = [80, 443, 8080, 8443];

function unusualPort(
  { port, ...target }: WebTarget,
  { allowPorts = [] }: WebPolicy,
): UrlObjection | undefined {
  if (target.isOpened || WEB_PORTS.includes(port) || allowPorts.includes(port)) return undefined;
  return { rule: "port", reason: `port ${port} is not one of the web's (${WEB_PORTS.join(", ")})` };
}

function mixedScripts({ host }: WebTarget): UrlObjection | undefined {
  if (!mixesScripts(host)) return undefined;
  return { rule: "mixed-scripts", reason: `${host} mixes scripts in a label, as look-alikes do` };
}

/** The whole URL counts: looking its host up gives it away too, and the fragment is kept in records. */
function secretIn(text: string, url: URL): UrlObjection | undefined {
  return holdsSecret(text, url)
    ? { rule: "secret", reason: "it carries something shaped like a password, key or token" }
    : undefined;
}

function block(rule: UrlRule, reason: string): UrlVerdict {
  return { verdict: "block", rule, reason };
}
