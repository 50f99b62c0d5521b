import type { Socket } from "node:net";
import { judgeUrl, type Net, type WebPolicy } from "../../kernel/index.ts";
import type { NetLimits } from "./net-limits.ts";

/** Looks a name up; an empty answer means that nobody knows it. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Opens a connection to an address that was checked. */
export type Connect = (place: { readonly address: string; readonly port: number }) => Socket;

/** What a local net may reach and how; everything has a default. */
export interface LocalNetOptions extends WebPolicy {
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** Certificates to trust instead of the usual authorities, as PEM. */
  readonly ca?: string;
  /** Never longer or more than this, whatever a request asks for. */
  readonly limits?: Partial<NetLimits>;
}

/**
 * The network of this machine: names are looked up here, every address is checked, and the connection goes to the
 * checked address. Proxies named in the environment are not used: they would connect where nobody checks.
 */
export function createLocalNet(options: LocalNetOptions = {}): Net {
  return {
    judge: (url) => judgeUrl(url, options),
    // Few calls need the network: what it takes is loaded with the first request.
    request: async (request) => (await import("./send-request.ts")).sendRequest(request, options),
  };
}
