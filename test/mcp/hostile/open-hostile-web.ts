import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { honestAnswer, type Request } from "./honest-answer.mjs";
import { type Exchange, WEB_BEHAVIOURS } from "./web-behaviours.ts";

/** A request that reached the servers: enough to tell what came where. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** The method of the JSON-RPC message, if it held one. */
  readonly asked: string | undefined;
}

/** MCP servers over HTTP on loopback that misbehave as their address says. */
export interface HostileWeb {
  /** Where a server misbehaves: always, or only when one JSON-RPC method is asked. */
  url(behaviour: string, moment?: string): string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/** Opens the servers; every one of them speaks the legacy revision, and behaves at all other moments. */
export async function openHostileWeb(elsewhere?: string): Promise<HostileWeb> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const world = { seen, streams: new Map<string, ServerResponse>(), elsewhere: elsewhere ?? "" };
  const server = createServer((request, response) => void serve(request, response, world));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (behaviour, moment = "any") => `${origin}/${behaviour}/${encodeURIComponent(moment)}`,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => void server.close(() => done()));
    },
  };
}

interface World {
  readonly seen: SeenRequest[];
  readonly streams: Map<string, ServerResponse>;
  readonly elsewhere: string;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { seen, streams, elsewhere }: World,
): Promise<void> {
  const [, behaviour = "", moment = "any"] = (request.url ?? "").split("?")[0]?.split("/") ?? [];
  const message = await messageOf(request);
  seen.push({
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    asked: message?.method,
  });
  const exchange: Exchange = {
    request,
    response,
    message,
    streams,
    elsewhere,
    honest: () => behave(response, message),
  };
  const wanted = decodeURIComponent(moment);
  const misbehave = WEB_BEHAVIOURS[behaviour];
  const isNow = wanted === "any" || wanted === message?.method || wanted === request.method;
  if (misbehave === undefined || !isNow) exchange.honest();
  else misbehave(exchange);
}

/** What a small stateless legacy server does: one JSON answer to each request, and no stream. */
function behave(response: ServerResponse, message: Request | undefined): void {
  if (message === undefined) return void response.writeHead(405).end();
  if (message.id === undefined) return void response.writeHead(202).end();
  const answer = honestAnswer(message, "legacy");
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer }));
}

async function messageOf(request: IncomingMessage): Promise<Request | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString()) as Request;
  } catch {
    return undefined;
  }
}
