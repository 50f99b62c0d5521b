import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { WebTarget } from "../../kernel/index.ts";
import { ConnectFault, silence } from "./connect-fault.ts";
import type { Connect, LocalNetOptions } from "./local-net.ts";
import type { Bounds } from "./watch.ts";

/** How a connection is made and bounded. */
export interface ConnectionOptions extends Bounds {
  readonly options: Pick<LocalNetOptions, "connect" | "ca">;
}

/** Connects to the first of the checked addresses that answers, encrypted where the URL says https. */
export async function openConnection(
  target: WebTarget,
  addresses: readonly string[],
  given: ConnectionOptions,
): Promise<Socket> {
  const tried = alternating(addresses).slice(0, MOST_ADDRESSES);
  const ms = given.limits.connectMs / tried.length;
  let fault: ConnectFault | undefined;
  for (const address of tried) {
    try {
      return await attempt(target, address, ms, given);
    } catch (error) {
      if (!(error instanceof ConnectFault)) throw error;
      fault = error;
    }
  }
  throw fault ?? new ConnectFault(target.host, target.port, "no address");
}

const MOST_ADDRESSES = 4;

/** The kinds of address in turn, the first one's first: a machine where one kind leads nowhere still gets through. */
function alternating(addresses: readonly string[]): readonly string[] {
  const isFirstKind = (address: string): boolean => address.includes(":") === addresses[0]?.includes(":");
  const [same, other] = [addresses.filter(isFirstKind), addresses.filter((each) => !isFirstKind(each))];
  return addresses.flatMap((_, at) => [...same.slice(at, at + 1), ...other.slice(at, at + 1)]);
}

const plainConnect: Connect = ({ address, port }) => connectTcp({ host: address, port });

async function attempt(
  target: WebTarget,
  address: string,
  ms: number,
  { options, watch }: ConnectionOptions,
): Promise<Socket> {
  const raw = (options.connect ?? plainConnect)({ address, port: target.port });
  // Stays for the life of the socket: an error that comes late must find a listener.
  raw.on("error", () => undefined);
  watch.onEnd(() => raw.destroy());
  try {
    const fault = (cause: unknown): ConnectFault => new ConnectFault(target.host, target.port, cause);
    const opened = established(raw, target, options.ca).catch((error: unknown) => {
      throw fault(error);
    });
    return await watch.within(ms, opened, () => fault(silence()));
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

async function established(raw: Socket, target: WebTarget, ca: string | undefined): Promise<Socket> {
  if (raw.connecting) await ready(raw, "connect");
  if (target.url.protocol !== "https:") return raw;
  const secure = connectTls({
    socket: raw,
    host: target.host,
    // A bare address has no name to announce; the certificate is compared with `host` then.
    ...(target.isLiteral ? {} : { servername: target.host }),
    ...(ca === undefined ? {} : { ca }),
    ALPNProtocols: ["http/1.1"],
    // The environment can switch the check off for all of Node; not here.
    rejectUnauthorized: true,
  });
  await ready(secure, "secureConnect");
  return secure;
}

function ready(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.once("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    socket.once(event, resolve);
  });
}
