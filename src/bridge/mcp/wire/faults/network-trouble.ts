/** What a failed request tells about the network. */
export interface NetworkTrouble {
  /** The end of a sentence about the server. */
  readonly what: string;
  /** Whether the request can have reached the server. */
  readonly mayHaveArrived: boolean;
}

/** What is wrong with the network, by the code that the machine gives it; nothing if it is not the network. */
export function networkTrouble(error: unknown): NetworkTrouble | undefined {
  const code = codeIn(error);
  if (code === undefined)
    return isFetchFailure(error) ? { what: "cannot be reached", mayHaveArrived: true } : undefined;
  const known = KNOWN[code];
  if (known !== undefined) return { what: known, mayHaveArrived: ARRIVED.has(code) };
  if (CERTIFICATE.test(code))
    return { what: `shows a certificate that is not accepted (${code})`, mayHaveArrived: false };
  return { what: `cannot be reached (${code})`, mayHaveArrived: true };
}

const KNOWN: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses the connection",
  ENOTFOUND: "has a host name that nobody knows",
  EAI_AGAIN: "has a host name that cannot be looked up now",
  EHOSTUNREACH: "cannot be reached from here",
  ENETUNREACH: "cannot be reached from here",
  ETIMEDOUT: "does not answer",
  UND_ERR_CONNECT_TIMEOUT: "does not answer",
  ECONNRESET: "broke the connection",
  EPIPE: "broke the connection",
  UND_ERR_SOCKET: "broke the connection",
  UND_ERR_HEADERS_TIMEOUT: "did not begin to answer in time",
  UND_ERR_BODY_TIMEOUT: "stopped in the middle of its answer",
};

const ARRIVED: ReadonlySet<string> = new Set([
  "ETIMEDOUT",
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED/;
const MACHINE_CODE =
  /^(?:E[A-Z]+|EAI_AGAIN|UND_ERR_\w+|ERR_(?:TLS|SSL)_\w+|CERT_\w+|\w*(?:CERT|SIGNATURE)\w*)$/;

/** The SDK and `fetch` both wrap what happened, sometimes more than once. */
function codeIn(error: unknown): string | undefined {
  for (const link of causesOf(error)) {
    if ("code" in link && typeof link.code === "string" && MACHINE_CODE.test(link.code)) return link.code;
  }
  return undefined;
}

/** An error and what caused it, outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const links: Error[] = [];
  for (let link = error; link instanceof Error && links.length < MOST_LINKS; link = link.cause)
    links.push(link);
  return links;
}

const MOST_LINKS = 8;

/** `fetch` throws a TypeError with these words when there was no answer, or only half of one. */
function isFetchFailure(error: unknown): boolean {
  return causesOf(error).some((link) => link instanceof TypeError && FETCH_WORDS.has(link.message));
}

const FETCH_WORDS: ReadonlySet<string> = new Set(["fetch failed", "terminated"]);
