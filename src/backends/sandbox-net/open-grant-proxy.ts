import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { Connect, Resolve } from "../net/local-net.ts";
import { createAdmission } from "./admit.ts";
import { createDial } from "./dial.ts";
import { type Listening, listenOnLoopback, listenOnSocket } from "./listen.ts";
import { proxyEnvironment } from "./proxy-environment.ts";
import { type ProxyLimits, STANDARD_PROXY_LIMITS } from "./proxy-limits.ts";
import { quietly, type RecordListener } from "./proxy-record.ts";
import { createProxyServer } from "./proxy-server.ts";

/** What a proxy lets through, and how. */
export interface GrantProxyOptions {
  /** `host` (ports 443 and 80), `host:port`, or `*.host`; from a person's own configuration only. */
  readonly hosts: readonly string[];
  /** Granted hosts that may lead to private addresses, as `host` or `host:port`. */
  readonly allowPrivate?: readonly string[];
  /** A socket in a folder of its own, or a port of loopback that asks for a secret. */
  readonly listen?: "socket" | "loopback";
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** Hears of each request when it is over. */
  readonly onRecord?: RecordListener;
  readonly limits?: Partial<ProxyLimits>;
}

const USER = "deckhand";

/** A proxy that is open. */
export interface GrantProxy {
  /** Where it listens: the path of a socket, or a port of loopback. */
  readonly at: Listening["at"];
  /** For programs that reach it directly; across a bridge, see `proxyEnvironment`. */
  readonly url: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Ends every connection and leaves nothing behind. */
  close(): Promise<void>;
}

/** Opens a proxy that reaches granted hosts, at addresses it checked, and nothing else. */
export async function openGrantProxy(options: GrantProxyOptions): Promise<GrantProxy> {
  const limits = { ...STANDARD_PROXY_LIMITS, ...options.limits };
  const secret = options.listen === "loopback" ? randomBytes(32).toString("hex") : undefined;
  const serving = {
    admission: createAdmission(options.hosts, options.allowPrivate),
    dial: createDial({ resolve: options.resolve, connect: options.connect, connectMs: limits.connectMs }),
    tell: quietly(options.onRecord),
    limits,
  };
  const password = secret === undefined ? undefined : `${USER}:${secret}`;
  const server = createProxyServer(serving, limits, password);
  const clients = new Set<Socket>();
  server.on("connection", (client: Socket) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
  });
  const listening = await (secret === undefined ? listenOnSocket(server) : listenOnLoopback(server));
  // An open proxy is no reason for a process to go on.
  server.unref();
  const { port } = listening.at;
  const url = port === undefined ? undefined : `http://${password}@127.0.0.1:${port}`;
  let closed: Promise<void> | undefined;
  return {
    at: listening.at,
    url,
    env: url === undefined ? {} : proxyEnvironment(url, options.hosts),
    close: () => (closed ??= closing()),
  };

  async function closing(): Promise<void> {
    // A process whose last work this is has to wait for it.
    server.ref();
    const done = new Promise((resolve) => server.close(resolve));
    for (const client of clients) client.destroy();
    await done;
    await listening.remove();
  }
}
