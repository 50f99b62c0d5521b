import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Fault, type WebTarget } from "../../kernel/index.ts";
import type { Admission } from "./admit.ts";
import { type FirstBytes, readClientHello } from "./client-hello.ts";
import type { Dial } from "./dial.ts";
import type { ProxyLimits } from "./proxy-limits.ts";
import { type Asked, type RecordListener, tellWhenOver, turnedAway } from "./proxy-record.ts";
import { ProxyRefusal, refusalOf, refusalText } from "./proxy-refusal.ts";

/** What serving one client takes. */
export interface Serving {
  readonly admission: Admission;
  readonly dial: Dial;
  readonly tell: RecordListener;
  readonly limits: Pick<ProxyLimits, "idleMs" | "halfOpenMs">;
}

/** A request for a tunnel: CONNECT, and the bytes that came with it. */
export interface TunnelRequest {
  readonly authority: string;
  readonly client: Socket;
  readonly head: Buffer;
}

/** Opens a tunnel to a granted host; `asPlain` takes over those to the port of plain HTTP, which can be read. */
export async function serveTunnel(
  { authority, client, head }: TunnelRequest,
  serving: Serving,
  asPlain: (client: Socket, target: WebTarget) => void,
): Promise<void> {
  let asked: Asked = { kind: "tunnel" };
  const opened: Socket[] = [];
  try {
    const target = serving.admission.authority(authority);
    asked = { ...asked, to: { host: target.host, port: target.port } };
    if (target.port === PLAIN_PORT) {
      client.write(ESTABLISHED);
      if (head.length > 0) client.unshift(head);
      return asPlain(client, target);
    }
    const upstream = await serving.dial(target, goneSignal(client));
    opened.push(upstream);
    bind(client, upstream, serving.limits);
    client.write(ESTABLISHED);
    const start = await firstBytes(client, head);
    checkStart(start.seen, target);
    tellWhenOver(asked, upstream, serving.tell);
    if (start.bytes.length > 0) upstream.write(start.bytes);
    client.pipe(upstream);
  } catch (error) {
    serving.tell(turnedAway(asked, error));
    // After the answer to CONNECT only TLS can carry a refusal.
    client.end(opened.length > 0 ? TLS_ALERT : plainAnswer(refusalOf(error)), () => client.destroy());
    for (const upstream of opened) upstream.destroy();
  }
}

const PLAIN_PORT = 80;
const TLS_PORT = 443;

const ESTABLISHED = "HTTP/1.1 200 Connection Established\r\n\r\n";

/** A fatal alert: "unrecognized_name". */
const TLS_ALERT = Buffer.from([21, 3, 1, 0, 2, 2, 112]);

/** Whole on the wire, for connections that no longer have an HTTP response. */
export function plainAnswer(refusal: ProxyRefusal): string {
  const text = refusalText(refusal);
  const challenge = refusal.status === 407 ? `Proxy-Authenticate: ${CHALLENGE}\r\n` : "";
  return `HTTP/1.1 ${refusal.status} Refused by the sandbox\r\n${challenge}Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`;
}

/** How a client is asked for the proxy's secret. */
export const CHALLENGE = 'Basic realm="deckhand"';

/** Aborted when the client, or whoever waits for this answer, is gone, so that nobody dials for nobody. */
export function goneSignal(client: Socket | ServerResponse): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => gone.abort(new Fault("cancelled", "The client went away."));
  if (client.destroyed) leave();
  else client.once("close", leave);
  return gone.signal;
}

/** Lets what the host says through at once, and ends either side with the other or when nothing moves. */
function bind(client: Socket, upstream: Socket, { idleMs, halfOpenMs }: Serving["limits"]): void {
  const end = (): void => {
    client.destroy();
    upstream.destroy();
  };
  for (const side of [client, upstream]) {
    const hasEnded = (): void => void side.setTimeout(Math.min(idleMs, halfOpenMs));
    side.setTimeout(idleMs, end).once("end", hasEnded);
    if (side.readableEnded) hasEnded();
  }
  upstream.once("error", end);
  upstream.once("close", () => client.destroySoon());
  client.once("error", end);
  client.once("close", () => upstream.destroySoon());
  upstream.pipe(client);
}

interface Start {
  readonly bytes: Buffer;
  /** Undefined when the client had nothing to say. */
  readonly seen: FirstBytes | undefined;
}

/** Waits until the client's first bytes can be judged; nothing of them has been passed on by then. */
function firstBytes(client: Socket, head: Buffer): Promise<Start> {
  return new Promise((resolve) => {
    let pieces: Buffer[] = [];
    let held = 0;
    let needed = 1;
    const settle = (seen: FirstBytes | undefined): void => {
      client.off("data", take).off("end", cut).off("close", cut).pause();
      resolve({ bytes: Buffer.concat(pieces), seen });
    };
    const take = (piece: Buffer): void => {
      pieces.push(piece);
      held += piece.length;
      if (held < needed) return;
      pieces = [Buffer.concat(pieces)];
      const seen = readClientHello(pieces[0] ?? head);
      if (seen.kind === "more") needed = seen.needed;
      else settle(seen);
    };
    const cut = (): void => settle(held === 0 ? undefined : { kind: "broken" });
    client.on("data", take).once("end", cut).once("close", cut);
    if (head.length > 0) take(head);
    // An end that came while the host was dialled has been told already.
    else if (client.readableEnded) cut();
  });
}

function checkStart(seen: FirstBytes | undefined, { host, port }: WebTarget): void {
  if (seen === undefined || (seen.kind === "other" && port !== TLS_PORT)) return;
  if (seen.kind !== "hello") {
    throw new ProxyRefusal(
      "not-tls",
      `What was sent to ${host}:${port} is not a proper TLS greeting, so it was not passed on.`,
      port === TLS_PORT ? "Port 443 carries TLS only; use http://… for plain requests." : undefined,
    );
  }
  if (seen.isHidden) {
    throw new ProxyRefusal(
      "server-name",
      `The TLS greeting to ${host}:${port} hides the name of a server (Encrypted Client Hello).`,
      "Switch that off in the client: only a name that can be read can be compared with the grant.",
    );
  }
  const other = seen.names.find((name) => name !== host);
  if (other === undefined) return;
  throw new ProxyRefusal(
    "server-name",
    `The tunnel is to ${host}, but its TLS greeting asks for ${other}.`,
    `Connect to ${other} by its own name, which needs a grant of its own.`,
  );
}
