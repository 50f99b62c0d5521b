import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createOpenApiGateway, type OpenApiDocument, type OpenApiGateway } from "../../src/bridge/index.ts";
import { createLocalNet } from "../../src/backends/index.ts";
import type { Net } from "../../src/kernel/index.ts";

/** A request as a service received it. */
export interface Received {
  readonly method: string;
  /** Path and query, as they came over the wire. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A real HTTP service on loopback that keeps what it receives. */
export interface FixtureService {
  readonly url: string;
  /** A net that may reach this service, and no other private place. */
  readonly net: Net;
  readonly received: readonly Received[];
  /** What it received last. */
  last(): Received;
  /** A gateway over documents whose servers are this service. */
  gateway(
    document: Omit<OpenApiDocument, "document"> & { readonly paths: object },
    env?: Env,
  ): OpenApiGateway;
  close(): Promise<void>;
}

type Env = Readonly<Record<string, string>>;

/** Answers one request; `{ ok: true }` as JSON unless a test says otherwise. */
export type AnswerRequest = (request: Received, response: ServerResponse) => void;

/** Opens a service. */
export async function openService(answer: AnswerRequest = sayOk): Promise<FixtureService> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(pieces).toString("utf8") };
      received.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const net = createLocalNet({ allowPrivate: [`127.0.0.1:${port}`] });
  return {
    url,
    net,
    received,
    last: () => received.at(-1) ?? { method: "", url: "", headers: {}, body: "" },
    gateway: ({ paths, ...document }, env = {}) =>
      createOpenApiGateway({
        documents: [{ toolkit: "api", ...document, document: documentOf(url, paths) }],
        net,
        env: (name) => env[name],
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A document with this server; `paths` may bring `components` and other keys of the root under `root`. */
export function documentOf(url: string, paths: object): object {
  const { root = {}, ...rest } = paths as { readonly root?: object };
  return {
    openapi: "3.1.0",
    info: { title: "An API", version: "1" },
    servers: [{ url }],
    paths: rest,
    ...root,
  };
}

const sayOk: AnswerRequest = (_, response) =>
  void response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
