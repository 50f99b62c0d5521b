import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Fixture, newFixture } from "./fixture-tools.mjs";
import { openWeb, type Web } from "./open-web.ts";
import { createV1Server, SSEServerTransport, StreamableHTTPServerTransport } from "./v1-server.mjs";

/** A server of the SDK's first version, over both transports it knows. */
export interface V1Web extends Web {
  /** Streamable HTTP, with sessions. */
  readonly url: string;
  /** The older transport; a POST to it is answered with 404. */
  readonly sseUrl: string;
  readonly fixture: Fixture;
  /** The methods of every request that came. */
  readonly seen: readonly string[];
  /** How many sessions there are. */
  sessions(): number;
  /** Forgets every session, as a server does that was started again. */
  forget(status?: 400 | 404): void;
}

/** Serves the fixture over Streamable HTTP at `/mcp` and over SSE at `/sse`. */
export async function openV1Web(): Promise<V1Web> {
  const fixture = newFixture();
  const sessions = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>();
  const changed: (() => void)[] = [];
  fixture.changed = () => changed.forEach((tell) => tell());
  const seen: string[] = [];
  let forgotten = 404;

  const newServer = () => {
    const server = createV1Server(fixture);
    changed.push(() => void server.sendToolListChanged().catch(() => {}));
    return server;
  };
  const serveHttp = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers["mcp-session-id"];
    const known = sessions.get(String(id));
    if (known instanceof StreamableHTTPServerTransport) return await known.handleRequest(request, response);
    if (id !== undefined) {
      const error = { code: -32_001, message: "Session not found" };
      response.writeHead(forgotten).end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
      return;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
      onsessionclosed: (session) => void sessions.delete(session),
    });
    await newServer().connect(transport);
    await transport.handleRequest(request, response);
  };
  const serveSse = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    if (request.method === "GET" && url.pathname === "/sse") {
      const transport = new SSEServerTransport("/messages", response);
      sessions.set(transport.sessionId, transport);
      return await newServer().connect(transport);
    }
    const known = sessions.get(url.searchParams.get("sessionId") ?? "");
    if (url.pathname === "/messages" && known instanceof SSEServerTransport) {
      return await known.handlePostMessage(request, response);
    }
    response.writeHead(404).end("no such place");
  };

  const web = await openWeb((request, response) => {
    seen.push(request.method ?? "");
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    void (url.pathname === "/mcp" ? serveHttp(request, response) : serveSse(request, response, url));
  });
  return {
    ...web,
    url: `${web.origin}/mcp`,
    sseUrl: `${web.origin}/sse`,
    fixture,
    seen,
    sessions: () => sessions.size,
    forget(status = 404) {
      forgotten = status;
      sessions.clear();
    },
  };
}
