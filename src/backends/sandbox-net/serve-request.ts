import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream";
import type { WebTarget } from "../../kernel/index.ts";
import { type Admission, destinationOf } from "./admit.ts";
import { checkFraming, hasBody, headersForClient, headersForHost, valuesOf } from "./forwarded-headers.ts";
import { type Asked, tellWhenOver, turnedAway } from "./proxy-record.ts";
import { ProxyRefusal, refusalOf, refusalText } from "./proxy-refusal.ts";
import { CHALLENGE, goneSignal, type Serving } from "./serve-tunnel.ts";

/** Passes one plain request on; each is judged anew and has a connection of its own, whatever came before it. */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
  /** Where the tunnel leads that the request came through. */
  tunnel: WebTarget | undefined,
): Promise<void> {
  let asked: Asked = { kind: "request" };
  try {
    const target = admittedRequest(request, serving.admission, tunnel);
    asked = { ...asked, to: { host: target.host, port: target.port } };
    const upstream = await serving.dial(target, goneSignal(response));
    tellWhenOver(asked, upstream, serving.tell);
    await passOn({ request, response, upstream, target, idleMs: serving.limits.idleMs });
  } catch (error) {
    serving.tell(turnedAway(asked, error));
    answerRefusal(response, refusalOf(error));
  }
}

/** Answers with the refusal, and with nothing else on this connection. */
export function answerRefusal(response: ServerResponse, refusal: ProxyRefusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const challenge = refusal.status === 407 ? { "proxy-authenticate": CHALLENGE } : {};
  response.writeHead(refusal.status, {
    "content-type": "text/plain; charset=utf-8",
    connection: "close",
    ...challenge,
  });
  response.end(refusalText(refusal));
}

function admittedRequest(
  request: IncomingMessage,
  admission: Admission,
  tunnel: WebTarget | undefined,
): WebTarget {
  const target = admission.url(urlOf(request.url ?? "", tunnel));
  checkFraming(request);
  const hosts = valuesOf(request.rawHeaders, "host");
  if (hosts.length > 1 || hosts.some((host) => !isSamePlace(host, target))) {
    throw new ProxyRefusal(
      "host-mismatch",
      `The request is for ${target.host}, but its Host header says otherwise.`,
      "Send one Host header that names the host of the URL.",
    );
  }
  return target;
}

/** Inside a tunnel a client names the path only, and may not lead anywhere else. */
function urlOf(given: string, tunnel: WebTarget | undefined): string {
  if (tunnel === undefined) return given;
  if (given.startsWith("/")) return `${tunnel.url.origin}${given}`;
  throw new ProxyRefusal("malformed", "A request inside a tunnel names a path.", "Begin it with a slash.");
}

function isSamePlace(hostHeader: string, { host, port }: WebTarget): boolean {
  try {
    const named = destinationOf(`http://${hostHeader}/`);
    return !/[/?#@\\]/.test(hostHeader) && named.host === host && named.port === port;
  } catch {
    return false;
  }
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Socket;
  readonly target: WebTarget;
  readonly idleMs: number;
}

/** The most bytes of an answer's headers. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Settles when the answer begins to be passed back; what breaks after that breaks the answer off. */
function passOn({ request, response, upstream, target, idleMs }: Passing): Promise<void> {
  return new Promise((resolve, reject) => {
    upstream.setTimeout(idleMs, () => upstream.destroy());
    response.once("close", () => upstream.destroy());
    const outgoing = httpRequest({
      createConnection: () => upstream,
      method: request.method ?? "GET",
      path: target.url.pathname + target.url.search,
      headers: headersForHost(request, target.url.host),
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    outgoing.on("error", (error) => reject(unanswered(target, error)));
    outgoing.once("close", () => reject(unanswered(target, new Error("it closed the connection"))));
    outgoing.once("response", (answer) => {
      try {
        response.sendDate = false;
        response.writeHead(answer.statusCode ?? 502, headersForClient(answer));
      } catch (error) {
        reject(unanswered(target, error));
        outgoing.destroy();
        return;
      }
      pipeline(answer, response, () => undefined);
      resolve();
    });
    // Not a pipeline: a host that answers early must not cost the client its connection.
    if (hasBody(request)) request.pipe(outgoing);
    else outgoing.end();
  });
}

function unanswered({ host, port }: WebTarget, cause: unknown): ProxyRefusal {
  const why =
    cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : String(cause);
  return new ProxyRefusal("unreachable", `${host}:${port} gave no proper answer (${why}).`);
}
