/** One request to a web server. */
export interface NetRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly cancel?: AbortSignal;
}

/** The answer to one request; redirects are returned, not followed. */
export interface NetResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The only way to the network.
 * Contract: the address is checked when connecting, for every request; a refused address is a `denied_policy` fault and
 * nothing is sent to it.
 */
export interface Net {
  request(request: NetRequest): Promise<NetResponse>;
}
