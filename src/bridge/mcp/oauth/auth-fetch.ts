import { Fault } from "../../../kernel/index.ts";
import { remoteAddressOf } from "../wire/remote/remote-address.ts";
import { createRemoteFetch, type FetchLike } from "../wire/remote/remote-fetch.ts";
import { errorCodeOf, OAuthRefused } from "./oauth-refused.ts";
import { refuseUnfitAddress } from "./refuse-unfit-address.ts";
import type { SignInServer } from "./token-scope.ts";

const MOST_BYTES = 1024 * 1024;

/**
 * The way to whoever signs people in. It goes to fit addresses only, takes the headers of the row to their own server
 * only, and lets nothing through that the SDK could quote: answers that are no JSON, and refusals with what they say.
 */
export function createAuthFetch(server: SignInServer, stop: AbortSignal): FetchLike {
  const { url: home, headers } = remoteAddressOf(server);
  const { fetch } = createRemoteFetch({ url: home, headers, maxBytes: MOST_BYTES });
  return async (input, init = {}) => {
    const url = new URL(input);
    refuseUnfitAddress(url, home);
    const isQuestion = (init.method ?? "GET") === "GET";
    const answer = await fetch(url, { ...init, signal: stop })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        if (stop.aborted) throw stop.reason;
        if (!(error instanceof Fault)) throw outOfReach(url, error);
        // A redirect elsewhere, or a flood, in the place of a document: there is none.
        if (isQuestion) return NOT_THERE;
        throw error;
      });
    return toResponse(isQuestion ? described(url, answer) : granted(url, answer));
  };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const NOT_THERE: Answer = { status: 404, text: "" };

/** A document that describes something, or none: many servers have a page for every address. */
function described({ origin }: URL, answer: Answer): Answer {
  if (answer.status >= 500) {
    throw new Fault(
      "unavailable",
      `${origin} answered with HTTP ${answer.status} when asked how to sign in.`,
    );
  }
  return jsonIn(answer.text) === undefined ? NOT_THERE : answer;
}

/** What was asked for, or a refusal; some send that with the status of success. */
function granted({ origin }: URL, answer: Answer): Answer {
  const { status, text } = answer;
  const json = jsonIn(text);
  if (status < 200 || status > 299 || errorCodeOf(json) !== undefined)
    throw new OAuthRefused(origin, status, json);
  if (json !== undefined) return answer;
  throw new Fault(
    "unavailable",
    `${origin} answered the request of the sign-in with something that is no JSON.`,
  );
}

function toResponse({ status, text }: Answer): Response {
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

function outOfReach({ origin }: URL, cause: unknown): Fault {
  return new Fault("unavailable", `${origin}, where one signs in, cannot be reached.`, { cause });
}
