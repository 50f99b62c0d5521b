import {
  type Clock,
  Fault,
  judgeRedirect,
  type Made,
  type Net,
  type NetResponse,
  type RedirectStep,
  urlFault,
} from "../../../kernel/index.ts";
import { collectBody } from "./collect-body.ts";
import { mayBeText } from "./content-type.ts";

/** A page as its server sent it, unpacked. */
export interface FetchedPage {
  readonly kind: "page";
  /** Where it came from in the end. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Why this is not all of it. */
  readonly cut?: string;
  /** On the monotonic clock. */
  readonly fetchedAt: number;
}

/** What came of a fetch: a page, or the address on another host that the server named. */
export type Fetched = FetchedPage | { readonly kind: "elsewhere"; readonly to: string };

/** What a fetch works with. */
export interface FetchOptions {
  readonly net: Net;
  readonly clock: Clock;
  readonly cancel: AbortSignal;
  readonly maxBytes: number | undefined;
}

/** The most bytes of a page, whatever a call asks for. */
export const MOST_BYTES = 5 * 1024 * 1024;
const USUAL_BYTES = 1024 * 1024;
const TIMEOUT_MS = 30_000;
const KEEP_MS = 15 * 60_000;

/** Fetches a page, following redirects on its own host; https is tried first throughout. */
export async function fetchPage(url: string, options: FetchOptions): Promise<Made<Fetched>> {
  const { net, clock, cancel } = options;
  const endsAt = clock.monotonic() + TIMEOUT_MS;
  let asked = url;
  let preferHttps = true;
  for (let followed = 0; ; followed += 1) {
    const timeoutMs = Math.max(1, endsAt - clock.monotonic());
    const answer = await net.request({
      url: asked,
      headers: HEADERS,
      cancel,
      preferHttps,
      timeoutMs,
      maxBytes: MOST_BYTES,
    });
    if (!isRedirect(answer)) return pageOf(answer, options);
    await discard(answer);
    const step = nextStep(answer, { asked, followed }, net);
    if (step.kind === "refuse") throw redirectFault(answer.url, step);
    if (step.kind === "hand-back") return { value: { kind: "elsewhere", to: step.url }, bytes: 0, keepMs: 0 };
    // A server whose https page points back at plain http has nothing else to offer.
    preferHttps = step.url !== asked;
    asked = step.url;
  }
}

const HEADERS = { accept: "text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.8" };

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function isRedirect({ status }: NetResponse): boolean {
  return REDIRECTS.includes(status);
}

/** Leaves a body unread, which ends its connection. */
async function discard({ body }: NetResponse): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}

function nextStep(
  { url, status, headers }: NetResponse,
  so: { readonly asked: string; readonly followed: number },
  net: Net,
): RedirectStep {
  const location = headers["location"];
  if (location === undefined) {
    throw new Fault("tool_error", `${url} answered ${status} but does not say where to go.`, {
      hint: "The server is at fault: use another URL.",
    });
  }
  return judgeRedirect({ ...so, sent: url, location: asUtf8(location) }, (to) => net.judge(to));
}

/** Headers arrive as one character a byte; addresses in them are sometimes UTF-8. */
function asUtf8(header: string): string {
  const text = Buffer.from(header, "latin1").toString("utf8");
  return text.includes("\uFFFD") ? header : text;
}

function redirectFault(from: string, step: Extract<RedirectStep, { kind: "refuse" }>): Fault {
  const { message, hint, code } = urlFault(step.url, step);
  const isPolicy = code === "invalid_input";
  return new Fault(isPolicy ? "denied_policy" : code, `${from} redirects, and ${message}`, { hint });
}

async function pageOf(answer: NetResponse, options: FetchOptions): Promise<Made<Fetched>> {
  const { url, status, headers } = answer;
  const contentType = headers["content-type"] ?? "";
  const usual = mayBeText(contentType) ? USUAL_BYTES : MOST_BYTES;
  const most = Math.min(options.maxBytes ?? usual, MOST_BYTES);
  const { bytes, isFull, trouble } = await collectBody(answer.body, {
    most,
    cancel: options.cancel,
    // The status of an error says enough, whatever became of the words about it.
    mayFail: status >= 400,
  });
  const cut = isFull ? `these are its first ${most} bytes${raiseable(most)}` : trouble;
  const value: FetchedPage = {
    kind: "page",
    url,
    status,
    contentType,
    bytes,
    ...(cut === undefined ? {} : { cut }),
    fetchedAt: options.clock.monotonic(),
  };
  const isLasting = status === 200 && trouble === undefined && mayBeKept(answer, options.net);
  return { value, bytes: bytes.length, keepMs: isLasting ? KEEP_MS : 0 };
}

function raiseable(most: number): string {
  return most < MOST_BYTES
    ? `; set maxBytes higher for more, at most ${MOST_BYTES}`
    : ", the most that is fetched";
}

/** Pages under the user's own hands change while they work; others may say that they are not to be kept. */
function mayBeKept({ url, headers }: NetResponse, net: Net): boolean {
  return net.judge(url).rule !== "opened" && !/no-(?:store|cache)/i.test(headers["cache-control"] ?? "");
}
