import {
  type IncomingMessage,
  request as httpRequest,
  validateHeaderName,
  validateHeaderValue,
} from "node:http";
import type { Socket } from "node:net";
import { Fault, type NetRequest } from "../../kernel/index.ts";
import { type Bounds, tooSlow } from "./watch.ts";

/** What is sent over a connection that stands. */
export interface Outgoing {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: NetRequest;
}

/** The most bytes of an answer's headers. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Sends a request and waits for the headers of its answer. */
export async function exchange(
  socket: Socket,
  { url, headers, request }: Outgoing,
  { watch, limits }: Bounds,
): Promise<IncomingMessage> {
  try {
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = httpRequest({
        createConnection: () => socket,
        method: request.method ?? "GET",
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host },
        maxHeaderSize: MAX_HEADER_BYTES,
      });
      outgoing.once("response", resolve);
      // Stays: what goes wrong after the answer is told by its body.
      outgoing.on("error", reject);
      outgoing.once("close", () => reject(new Error("it closed the connection")));
      outgoing.end(request.body);
    });
    return await watch.within(limits.headersMs, answer, () =>
      tooSlow(`Waiting for the answer of ${url.host}`, limits.headersMs),
    );
  } catch (error) {
    throw error instanceof Fault || watch.isEnd(error) ? error : badAnswer(url, error);
  }
}

/** Headers that say where a request goes or how it is framed; those are not the caller's. */
const OURS =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|expect|te|trailer|upgrade|proxy-.*)$/i;

/** The headers of a request: the caller's, and ours where it sets none. */
export function headersToSend({ headers = {}, body }: NetRequest): Record<string, string> {
  const taken = Object.keys(headers).find((name) => OURS.test(name));
  if (taken !== undefined) {
    throw new Fault("denied_policy", `The header ${taken} is not for a caller to set.`, {
      hint: "Leave it out: it follows from the URL and the body.",
    });
  }
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    "user-agent": "deckhand",
    accept: "*/*",
    ...Object.fromEntries(named),
    "accept-encoding": "gzip, deflate, br",
    ...(body === undefined ? {} : { "content-length": String(body.length) }),
  };
}

function checkHeader(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (cause) {
    throw new Fault(
      "invalid_input",
      `The header ${JSON.stringify(name)} cannot be sent: it has characters in it that no header may have.`,
      { cause },
    );
  }
}

function badAnswer(url: URL, cause: unknown): Fault {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const what =
    code === "HPE_HEADER_OVERFLOW"
      ? `sent more than ${MAX_HEADER_BYTES} bytes of headers`
      : `gave no proper answer (${code || String(cause)})`;
  return new Fault("tool_error", `${url.host} ${what}.`, {
    hint: "Try again later, or use another source.",
    cause,
  });
}
