import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { WebTarget } from "../../kernel/index.ts";
import { createOneAtATime } from "./one-at-a-time.ts";
import type { ProxyLimits } from "./proxy-limits.ts";
import { turnedAway } from "./proxy-record.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";
import { answerRefusal, serveRequest } from "./serve-request.ts";
import { plainAnswer, serveTunnel, type Serving } from "./serve-tunnel.ts";

/** Answers clients; with a password, only those that give it. */
export function createProxyServer(serving: Serving, limits: ProxyLimits, password?: string): Server {
  const isWelcome = password === undefined ? () => true : gives(password);
  /** Connections that have been used for something: such a one does not become a tunnel. */
  const used = new WeakSet<Socket>();
  const tunnels = new WeakMap<Socket, WebTarget>();
  const inLine = createOneAtATime();
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    // A large upload may take its time; a silent one is ended by `idleMs`.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
  });
  server.maxConnections = limits.connections;
  // Node drops what exceeds its count without a word, and with it headers that have to be judged.
  server.maxHeadersCount = 0;
  server.setTimeout(limits.idleMs);
  server.on("request", (request, response) => {
    const tunnel = tunnels.get(request.socket);
    used.add(request.socket);
    inLine(request.socket, async () => {
      const isOver = new Promise<void>((over) => response.once("close", over));
      if (tunnel === undefined && !isWelcome(request)) {
        serving.tell(turnedAway({ kind: "request" }, unwelcome()));
        answerRefusal(response, unwelcome());
      } else await serveRequest(request, response, serving, tunnel);
      await isOver;
    });
  });
  server.on("connect", (request, client: Socket, head) => {
    client.on("error", () => undefined);
    const refusal = used.has(client) ? notAgain() : isWelcome(request) ? undefined : unwelcome();
    used.add(client);
    if (refusal !== undefined) {
      serving.tell(turnedAway({ kind: "tunnel" }, refusal));
      client.end(plainAnswer(refusal), () => client.destroy());
      return;
    }
    void serveTunnel({ authority: request.url ?? "", client, head }, serving, (plain, target) => {
      tunnels.set(plain, target);
      server.emit("connection", plain);
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, client) => {
    const status = STATUS_OF_ERROR[error.code ?? ""] ?? "400 Bad Request";
    if (client.writable)
      client.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => client.destroy());
    else client.destroy();
  });
  return server;
}

const STATUS_OF_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function gives(password: string): (request: IncomingMessage) => boolean {
  const expected = digestOf(`Basic ${Buffer.from(password).toString("base64")}`);
  return ({ headers }) => timingSafeEqual(digestOf(headers["proxy-authorization"] ?? ""), expected);
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function unwelcome(): ProxyRefusal {
  return new ProxyRefusal(
    "unauthorised",
    "The proxy was not given its secret.",
    "Use the proxy settings of the environment.",
  );
}

function notAgain(): ProxyRefusal {
  return new ProxyRefusal(
    "malformed",
    "This connection was used before and does not become a tunnel.",
    "Open a new one.",
  );
}
