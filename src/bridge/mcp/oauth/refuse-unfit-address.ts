import { isIP } from "node:net";
import { Fault, judgeAddress } from "../../../kernel/index.ts";

/**
 * Refuses to follow a server to an address that it has no business to name: in the clear, or on this machine and its
 * network where the server itself is not.
 */
export function refuseUnfitAddress(url: URL, home: URL): void {
  if (url.origin === home.origin) return;
  const isFit = url.username === "" && url.password === "" && isReachable(url, isLocal(home));
  if (isFit) return;
  throw new Fault(
    "unavailable",
    `The server at ${home.origin} wants its sign-in at ${url.origin}, which is not asked.`,
    {
      hint: "Only https addresses are, and addresses of this machine or network only for servers that are there too.",
    },
  );
}

function isReachable(url: URL, isHomeLocal: boolean): boolean {
  if (url.protocol === "https:") return isHomeLocal || !isLocal(url);
  return url.protocol === "http:" && isHomeLocal && isLoopback(hostOf(url));
}

function isLocal(url: URL): boolean {
  const host = hostOf(url);
  return isLoopback(host) || (isIP(host) !== 0 && judgeAddress(host).verdict === "block");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127\.[\d.]+$/.test(host);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
