import type { UrlVerdict } from "./address/judge-url.ts";

/** One request to a web server. */
export interface NetRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly cancel?: AbortSignal;
  /** Try https first where the URL says http; the answer's `url` tells what was used. */
  readonly preferHttps?: boolean;
  /** The most bytes of the answer's body, counted after decompression; more than that is a fault while reading it. */
  readonly maxBytes?: number;
  /** The most time for everything, the body included. */
  readonly timeoutMs?: number;
}

/** The answer to one request; redirects are returned, not followed. */
export interface NetResponse {
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed; read once, to its end or until the loop is left, which both release the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The only way to the network.
 * Contract: the address is checked when connecting, for every request; a refused address is a `denied_policy` fault and
 * nothing is sent to it. Every wait has a limit. A URL that a person should be asked about is requested all the same:
 * whoever takes URLs from others judges them first.
 */
export interface Net {
  /** What is thought of a URL, under the rules this net was made with; nothing is looked up. */
  judge(url: string): UrlVerdict;
  request(request: NetRequest): Promise<NetResponse>;
}
