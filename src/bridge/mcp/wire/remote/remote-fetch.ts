import { Fault } from "../../../../kernel/index.ts";
import { boundedBody } from "./bounded-body.ts";

/** The shape of `fetch` that the SDK calls. */
export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** How a server is spoken to over HTTP. */
export interface RemoteFetchOptions {
  readonly url: URL;
  /** Sent to the origin of `url` and to no other. */
  readonly headers: Readonly<Record<string, string>>;
  /** The longest answer, or event of a stream. */
  readonly maxBytes?: number | undefined;
}

/** A `fetch` that knows its server. */
export interface RemoteFetch {
  readonly fetch: FetchLike;
  /** What has just gone wrong, for whoever only hears that something has. */
  readonly trouble: () => unknown;
}

const MAX_BYTES = 64 * 1024 * 1024;
const NEWS_MS = 1000;
const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Makes a `fetch` that stays within the origin it was sent to, keeps a server's headers to that server, and bounds answers. */
export function createRemoteFetch({
  url: home,
  headers,
  maxBytes = MAX_BYTES,
}: RemoteFetchOptions): RemoteFetch {
  let trouble: { readonly error: unknown; readonly at: number } | undefined;
  const noted = <E>(error: E): E => {
    trouble = { error, at: performance.now() };
    return error;
  };
  const tooLarge = (): Error => noted(answerTooLarge(maxBytes));

  return {
    async fetch(input, init = {}) {
      const url = new URL(input);
      const whole = url.origin === home.origin ? withHeaders(init, headers) : init;
      try {
        const response = await send(url, whole);
        return bounded(response, { maxBytes, tooLarge });
      } catch (error) {
        throw noted(error);
      }
    },
    trouble: () =>
      trouble !== undefined && performance.now() - trouble.at < NEWS_MS ? trouble.error : undefined,
  };
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  for (let at = url, hops = 0; ; hops += 1) {
    const response = await fetch(at, { ...init, redirect: "manual" });
    const target = redirectOf(at, response);
    if (target === undefined) return response;
    await response.body?.cancel();
    if (hops === MOST_REDIRECTS || !isFollowed(at, target, response.status, init.method)) {
      throw redirectRefused(at, target);
    }
    at = target;
  }
}

/** The headers of a row give way to those of the protocol. */
function withHeaders(init: RequestInit, headers: Readonly<Record<string, string>>): RequestInit {
  const whole = new Headers(headers);
  new Headers(init.headers).forEach((value, name) => whole.set(name, value));
  return { ...init, headers: whole };
}

function bounded(
  response: Response,
  { maxBytes, tooLarge }: { readonly maxBytes: number; readonly tooLarge: () => Error },
): Response {
  const { body, headers, status, statusText } = response;
  if (body === null || isKnownToFit(headers, maxBytes)) return response;
  const isEventStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  const kept = boundedBody(body, { maxBytes, isEventStream, tooLarge });
  return new Response(kept, { status, statusText, headers });
}

/** What is packed may be of any size once it is unpacked. */
function isKnownToFit(headers: Headers, maxBytes: number): boolean {
  const length = headers.get("content-length");
  return length !== null && !headers.has("content-encoding") && Number(length) <= maxBytes;
}

function redirectOf(url: URL, { status, headers }: Response): URL | undefined {
  const location = REDIRECTS.has(status) ? headers.get("location") : null;
  return location === null || !URL.canParse(location, url.href) ? undefined : new URL(location, url);
}

function isFollowed(from: URL, to: URL, status: number, method = "GET"): boolean {
  const keepsMethod = method === "GET" || status === 307 || status === 308;
  return (
    keepsMethod && to.origin === from.origin && to.username === from.username && to.password === from.password
  );
}

function redirectRefused(from: URL, to: URL): Fault {
  const where =
    from.origin === to.origin ? "in a way that is not followed" : `to ${to.origin}, which is another origin`;
  return new Fault("unavailable", `The server redirects ${where}.`, {
    hint: "If that is where it lives now, change the url in its row.",
  });
}

function answerTooLarge(maxBytes: number): Fault {
  const mebibytes = Math.round(maxBytes / (1024 * 1024));
  return new Fault("tool_error", `The server sent more than ${mebibytes} MiB in one answer; it was dropped.`);
}
