import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable, type Writable } from "node:stream";
import { createGzip } from "node:zlib";
import { honestAnswer, type Request } from "./honest-answer.mjs";

/** One request to a misbehaving server. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly message: Request | undefined;
  /** The streams that SSE clients have opened, by their address. */
  readonly streams: Map<string, ServerResponse>;
  /** An address of another origin, for those who point there. */
  readonly elsewhere: string;
  /** Answers as a well-behaved server does. */
  honest(): void;
}

const JSON_TYPE = { "content-type": "application/json" };
const STREAM_TYPE = { "content-type": "text/event-stream" };
const CHUNK = " ".repeat(1 << 16);

const status =
  (code: number, headers: Record<string, string> = {}) =>
  ({ response }: Exchange) =>
    void response.writeHead(code, headers).end(`status ${code}`);

/** How servers over HTTP misbehave, by name. */
export const WEB_BEHAVIOURS: Readonly<Record<string, (exchange: Exchange) => void>> = {
  /** A stream that opens and says nothing. */
  stalling: ({ response }) => response.writeHead(200, STREAM_TYPE).flushHeaders(),
  /** A stream that says an answer is about to come. */
  teasing: ({ response }) =>
    void response.writeHead(200, STREAM_TYPE).write("id: 1\nevent: message\ndata: {"),
  /** A stream that stays alive for ever and never answers. */
  "endless-comments": ({ response }) => {
    response.writeHead(200, STREAM_TYPE);
    const timer = setInterval(() => response.write(": still here\n\n"), 10);
    response.on("close", () => clearInterval(timer));
  },
  /** One event without an end. */
  "endless-event": ({ response }) => pour(response.writeHead(200, STREAM_TYPE), "data: "),
  /** A JSON body without an end. */
  "endless-body": ({ response }) => pour(response.writeHead(200, JSON_TYPE), "["),
  /** An error text without an end. */
  "endless-error": ({ response }) => pour(response.writeHead(500, JSON_TYPE), "oh "),
  /** A small body that unpacks to one without an end. */
  bomb: ({ response }) => {
    response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip" });
    pipeline(Readable.from(endless("[")), createGzip(), response, () => {});
  },
  /** Nothing at all: the connection is open and silent. */
  silent: () => {},
  /** The connection breaks before an answer, and in the middle of one. */
  reset: ({ request }) => void request.socket.destroy(),
  cut: ({ response, request }) => {
    response.writeHead(200, { ...JSON_TYPE, "content-length": "1000" }).write('{"jsonrpc":"2.0","id":');
    setTimeout(() => request.socket.destroy(), 20);
  },
  "cut-stream": ({ response, request }) => {
    response.writeHead(200, STREAM_TYPE).write('data: {"jsonrpc":"2.0"');
    setTimeout(() => request.socket.destroy(), 20);
  },
  "half-json": ({ response }) => void response.writeHead(200, JSON_TYPE).end('{"jsonrpc":"2.0","id":'),
  "no-json-rpc": ({ response }) => void response.writeHead(200, JSON_TYPE).end('{"hello":"world"}'),
  html: ({ response }) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in to our Wi-Fi</h1>"),
  "no-type": ({ response, message }) => void response.writeHead(200).end(JSON.stringify({ id: message?.id })),
  empty: ({ response }) => void response.writeHead(200, JSON_TYPE).end(),
  accepted: ({ response }) => void response.writeHead(202).end(),
  "no-content": ({ response }) => void response.writeHead(204).end(),
  "wrong-id": ({ response, message }) => {
    const answer = message === undefined ? {} : honestAnswer(message, "legacy");
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: "2.0", id: 4_711, ...answer }));
  },
  401: status(401, { "www-authenticate": 'Bearer realm="x"' }),
  403: status(403),
  404: status(404),
  429: status(429, { "retry-after": "3600" }),
  500: status(500),
  503: status(503, { "retry-after": "3600" }),
  302: ({ response, elsewhere }) => void response.writeHead(302, { location: elsewhere }).end(),
  307: ({ response, elsewhere }) => void response.writeHead(307, { location: elsewhere }).end(),
  308: ({ response, elsewhere }) => void response.writeHead(308, { location: elsewhere }).end(),
  /** It redirects to itself for ever. */
  "redirect-loop": ({ response, request }) =>
    void response.writeHead(307, { location: request.url ?? "/" }).end(),
  /** A session that is over as soon as it has begun: only the initialize request is answered. */
  "expired-session": (exchange) => {
    const { request, response, message } = exchange;
    if (message?.method === "server/discover") return exchange.honest();
    if (message?.method === "initialize") {
      response.setHeader("mcp-session-id", "gone");
      return exchange.honest();
    }
    const isOver = request.headers["mcp-session-id"] !== undefined && message?.method === "tools/call";
    return isOver ? void response.writeHead(404).end("no such session") : exchange.honest();
  },
  /** Legacy SSE: an address to send to, and answers on the stream. */
  sse: (exchange) => overStream(exchange, (stream, event) => void stream.write(event)),
  /** The same until a tool is called: then the stream says nothing, half an answer, too much, or breaks. */
  "sse-stalling": (exchange) => overStream(exchange, () => {}),
  "sse-teasing": (exchange) => overStream(exchange, (stream, event) => void stream.write(event.slice(0, 30))),
  "sse-endless": (exchange) => overStream(exchange, (stream) => pour(stream, "data: ")),
  "sse-cut": (exchange) => overStream(exchange, (stream) => void stream.destroy()),
  /** For SSE: the address to send to lies with somebody else. */
  "foreign-endpoint": ({ response, elsewhere }) =>
    void response.writeHead(200, STREAM_TYPE).write(`event: endpoint\ndata: ${elsewhere}\n\n`),
  /** For SSE: an address that is none. */
  "odd-endpoint": ({ response }) =>
    void response.writeHead(200, STREAM_TYPE).write("event: endpoint\ndata: javascript:alert(1)\n\n"),
};

/** Serves legacy SSE, with a way of its own to answer calls. */
function overStream(exchange: Exchange, reply: (stream: ServerResponse, event: string) => void): void {
  const { request, response, message, streams } = exchange;
  const path = request.url ?? "";
  if (request.method === "GET") {
    streams.set(path, response);
    response.on("close", () => streams.delete(path));
    return void response.writeHead(200, STREAM_TYPE).write(`event: endpoint\ndata: ${path}\n\n`);
  }
  const stream = streams.get(path);
  // Who posts without a stream asks for Streamable HTTP, which such a server does not know.
  if (stream === undefined || message === undefined) return void response.writeHead(405).end();
  response.writeHead(202).end();
  if (message.id === undefined) return;
  const answer = { jsonrpc: "2.0", id: message.id, ...honestAnswer(message, "legacy") };
  const event = `event: message\ndata: ${JSON.stringify(answer)}\n\n`;
  if (message.method === "tools/call") reply(stream, event);
  else stream.write(event);
}

/** Writes until nobody listens any more, and no faster than somebody reads. */
function pour(to: Writable, first: string): void {
  pipeline(Readable.from(endless(first)), to, () => {});
}

function* endless(first: string): Generator<string> {
  yield first;
  while (true) yield CHUNK;
}
