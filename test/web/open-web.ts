import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from "node:net";
import { createLocalNet, type LocalNetOptions } from "../../src/backends/index.ts";
import type { Net } from "../../src/kernel/index.ts";
import { selfSigned } from "./self-signed.ts";

/** A little web on loopback: public-looking names and addresses that all lead to servers of this test. */
export interface FixtureWeb {
  /** The ports of the servers themselves, for tests that open loopback by configuration. */
  readonly ports: { readonly http: number; readonly https: number };
  /** Every connection that was made, as `address:port`. */
  readonly dialled: readonly string[];
  /** The names that were looked up. */
  readonly lookups: readonly string[];
  readonly net: (options?: LocalNetOptions) => Net;
  readonly close: () => Promise<void>;
}

/** How the web answers. */
export interface FixtureOptions {
  readonly answer: RequestListener;
  /** Answers by name, one list per look-up; the last stays. Names not here lead to `PUBLIC`. */
  readonly resolve?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** What stands on the https port: a TLS server, one without a certificate, a plain one, or nothing. */
  readonly https?: "tls" | "without a certificate" | "plain" | "closed";
  readonly names?: readonly string[];
}

/** The address that names lead to unless a test says otherwise. */
export const PUBLIC = "93.184.216.34";

const NAMES = ["pub.example", "*.pub.example", "example.com", "*.example.com", "xn--bcher-kva.example"];

/** Opens the servers; `close` ends every connection. */
export async function openWeb(options: FixtureOptions): Promise<FixtureWeb> {
  const { key, cert } = selfSigned(options.names ?? NAMES);
  const plain = createHttpServer(options.answer);
  const identity = options.https === "without a certificate" ? {} : { key, cert };
  const secure = createHttpsServer(identity, options.answer);
  const [http, tls] = [await listen(plain), await listen(secure)];
  const https = options.https === "plain" ? http : options.https === "closed" ? await closedPort() : tls;
  const dialled: string[] = [];
  const lookups: string[] = [];
  return {
    ports: { http, https: tls },
    dialled,
    lookups,
    net: (given) => createLocalNet({ resolve, connect: dial, ca: cert, ...given }),
    close: async () => void (await Promise.all([plain, secure].map(end))),
  };

  function resolve(name: string): Promise<readonly string[]> {
    const earlier = lookups.filter((each) => each === name).length;
    lookups.push(name);
    const answers = options.resolve === undefined ? [[PUBLIC]] : (options.resolve[name] ?? [[]]);
    return Promise.resolve(answers[Math.min(earlier, answers.length - 1)] ?? []);
  }

  function dial({ address, port }: { readonly address: string; readonly port: number }) {
    dialled.push(`${address}:${port}`);
    const isSecure = port === 443 || port === 8443;
    return connect({ host: "127.0.0.1", port: isSecure ? https : http });
  }
}

/** A port of loopback that nobody listens on. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await listen(server);
  await new Promise((done) => server.close(done));
  return port;
}

async function listen(server: TcpServer): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
