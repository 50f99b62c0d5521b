import { judgeUrl, type NetRequest, type NetResponse, urlFault, type WebTarget } from "../../kernel/index.ts";
import { boundedBody } from "./bounded-body.ts";
import { checkedAddresses } from "./checked-addresses.ts";
import { ConnectFault } from "./connect-fault.ts";
import { exchange, headersToSend } from "./exchange.ts";
import type { LocalNetOptions } from "./local-net.ts";
import { type NetLimits, STANDARD_LIMITS } from "./net-limits.ts";
import { openConnection } from "./open-connection.ts";
import { type Bounds, openWatch } from "./watch.ts";

/** Makes one request: judge, look up, check, connect to what was checked, send, and stream the answer. */
export async function sendRequest(request: NetRequest, options: LocalNetOptions): Promise<NetResponse> {
  const target = admitted(request.url, options);
  const headers = headersToSend(request);
  const limits = limitsFor(request, options);
  const watch = openWatch(limits.totalMs, request.cancel);
  try {
    const addresses = await checkedAddresses(target, options, { watch, limits });
    const { socket, url } = await connected(target, addresses, { request, options, watch, limits });
    const message = await exchange(socket, { url, headers, request }, { watch, limits });
    return {
      url: url.href,
      status: message.statusCode ?? 0,
      headers: plainHeaders(message.headers),
      body: boundedBody(message, { watch, limits }),
    };
  } catch (error) {
    watch.fail(error);
    throw error;
  }
}

function admitted(url: string, options: LocalNetOptions): WebTarget {
  const judged = judgeUrl(url, options);
  if (judged.verdict === "block") throw urlFault(url, judged);
  return judged.target;
}

function limitsFor({ maxBytes, timeoutMs }: NetRequest, options: LocalNetOptions): NetLimits {
  const most = { ...STANDARD_LIMITS, ...options.limits };
  return {
    ...most,
    maxBytes: Math.min(maxBytes ?? most.maxBytes, most.maxBytes),
    totalMs: Math.min(timeoutMs ?? most.totalMs, most.totalMs),
  };
}

interface Attempt extends Bounds {
  readonly request: NetRequest;
  readonly options: LocalNetOptions;
}

/** Tries https first where that was asked for and could work; the plain way only if nobody speaks TLS there. */
async function connected(target: WebTarget, addresses: readonly string[], attempt: Attempt) {
  const secure = attempt.request.preferHttps === true ? secureTwin(target) : undefined;
  if (secure !== undefined) {
    try {
      return { socket: await openConnection(secure, addresses, attempt), url: secure.url };
    } catch (error) {
      if (!(error instanceof ConnectFault) || !error.isWithoutTls) throw error;
    }
  }
  return { socket: await openConnection(target, addresses, attempt), url: target.url };
}

/** The same page by https; not for opened hosts, bare addresses and ports somebody chose. */
function secureTwin(target: WebTarget): WebTarget | undefined {
  const { url, isOpened, isLiteral } = target;
  if (url.protocol !== "http:" || url.port !== "" || isOpened || isLiteral) return undefined;
  const twin = new URL(url);
  twin.protocol = "https:";
  return { ...target, url: twin, port: 443 };
}

function plainHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")] as const],
  );
  return Object.fromEntries(entries);
}
