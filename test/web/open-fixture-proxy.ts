import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import {
  type GrantProxy,
  type GrantProxyOptions,
  openGrantProxy,
} from "../../src/backends/sandbox-net/open-grant-proxy.ts";
import type { ProxyRecord } from "../../src/backends/sandbox-net/proxy-record.ts";
import { PUBLIC } from "./open-web.ts";
import { selfSigned } from "./self-signed.ts";

/** A proxy whose public-looking names all lead to servers of this test. */
export interface FixtureProxy {
  readonly proxy: GrantProxy;
  /** The certificate of the https server. */
  readonly ca: string;
  readonly records: readonly ProxyRecord[];
  /** Every connection the proxy made, as `address:port`. */
  readonly dialled: readonly string[];
  readonly lookups: readonly string[];
  /** Connects to the proxy and says nothing. */
  readonly client: () => Socket;
  /** Sends bytes to the proxy, and gives all it answers until it closes the connection. */
  readonly send: (bytes: string | Uint8Array) => Promise<string>;
  /** Opens a tunnel; rejects with the answer when it is refused. */
  readonly tunnel: (authority: string) => Promise<Socket>;
  /** Settles with the record that comes at this place. */
  readonly record: (at: number) => Promise<ProxyRecord>;
  readonly close: () => Promise<void>;
}

/** How the world behind the proxy is. */
export interface FixtureProxyOptions extends Partial<GrantProxyOptions> {
  readonly answer?: RequestListener;
  /** What stands on every port but 80 and 443. */
  readonly raw?: (socket: Socket) => void;
  /** Answers by name, one list per look-up; the last stays. Names not here lead to `PUBLIC`. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** Opens servers and a proxy in front of them; `close` ends all. */
export async function openFixtureProxy(options: FixtureProxyOptions): Promise<FixtureProxy> {
  const answer =
    options.answer ?? ((request, response) => response.end(`${request.headers.host}${request.url}`));
  const { key, cert } = selfSigned(["granted.example", "*.granted.example", "other.example"]);
  const servers = [
    createHttpServer(answer),
    createHttpsServer({ key, cert }, answer),
    createServer({ allowHalfOpen: true }, options.raw ?? ((socket) => void socket.pipe(socket))),
  ];
  const held = new Set<Socket>();
  const [http, https, raw] = await Promise.all(servers.map((server) => listen(server, held)));
  const records: ProxyRecord[] = [];
  const dialled: string[] = [];
  const lookups: string[] = [];
  const proxy = await openGrantProxy({
    hosts: ["granted.example"],
    resolve: (name) => {
      const answers = options.names?.[name] ?? [[PUBLIC]];
      const earlier = lookups.filter((each) => each === name).length;
      lookups.push(name);
      return Promise.resolve(answers[Math.min(earlier, answers.length - 1)] ?? []);
    },
    connect: ({ address, port }) => {
      dialled.push(`${address}:${port}`);
      const to = (port === 80 ? http : port === 443 ? https : raw) ?? 0;
      return connect({ host: "127.0.0.1", port: to, allowHalfOpen: true });
    },
    onRecord: (heard) => void records.push(heard),
    ...options,
  });
  return { proxy, ca: cert, records, dialled, lookups, client, send, tunnel, record, close };

  function client(): Socket {
    const { socketPath, port } = proxy.at;
    const socket =
      socketPath === undefined
        ? connect({ host: "127.0.0.1", port, allowHalfOpen: true })
        : connect({ path: socketPath, allowHalfOpen: true });
    held.add(socket);
    return socket.on("error", () => undefined);
  }

  async function send(bytes: string | Uint8Array): Promise<string> {
    const socket = client();
    socket.write(bytes);
    return everythingFrom(socket);
  }

  async function tunnel(authority: string): Promise<Socket> {
    const socket = client();
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    const [answered] = (await Promise.race([once(socket, "data"), once(socket, "close")])) as [Buffer];
    if (!String(answered).startsWith("HTTP/1.1 200")) throw new Error(String(answered));
    const rest = answered.subarray(answered.indexOf("\r\n\r\n") + 4);
    socket.pause();
    if (rest.length > 0) socket.unshift(rest);
    return socket;
  }

  async function record(at: number): Promise<ProxyRecord> {
    for (;;) {
      const found = records[at];
      if (found !== undefined) return found;
      await new Promise((later) => setTimeout(later, 2));
    }
  }

  async function close(): Promise<void> {
    await proxy.close();
    for (const socket of held) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  }
}

/** All that comes over a connection until its end. */
export async function everythingFrom(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece)).resume();
  if (!socket.readableEnded && !socket.destroyed) {
    await new Promise<void>((done) => socket.once("end", done).once("close", done));
  }
  return Buffer.concat(pieces).toString("latin1");
}

async function listen(server: Server, held: Set<Socket>): Promise<number> {
  server.on("connection", (socket: Socket) => held.add(socket.on("error", () => undefined)));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}
