import type { IncomingMessage } from "node:http";
import { ProxyRefusal } from "./proxy-refusal.ts";

/** Headers as Node gives and takes them: name, value, name, value. */
export type RawHeaders = readonly string[];

/** Headers between two neighbours only, and those that frame a message or name its host: we write these ourselves. */
const OURS =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|expect|host|proxy-.*)$/i;

/** The headers of a request as they are passed on: the client's own, one host, and one framing of the body. */
export function headersForHost(request: IncomingMessage, host: string): string[] {
  const kept = endToEnd(request.rawHeaders).filter(([name]) => !/^content-length$/i.test(name));
  return ["Host", host, ...kept.flat(), ...framingOf(request)];
}

/** The headers of an answer as they are passed back. */
export function headersForClient({ rawHeaders }: IncomingMessage): string[] {
  return endToEnd(rawHeaders).flat();
}

/** All values of a header, also where Node would show only the first. */
export function valuesOf(raw: RawHeaders, name: string): readonly string[] {
  return pairsOf(raw)
    .filter(([each]) => each.toLowerCase() === name)
    .map(([, value]) => value);
}

/** Refuses a body whose end two readers could see at different places. */
export function checkFraming({ rawHeaders }: IncomingMessage): void {
  const lengths = valuesOf(rawHeaders, "content-length");
  const codings = valuesOf(rawHeaders, "transfer-encoding");
  const isClear =
    lengths.length + codings.length <= 1 &&
    lengths.every((length) => /^\d+$/.test(length)) &&
    codings.every((coding) => coding.toLowerCase() === "chunked");
  if (isClear) return;
  throw new ProxyRefusal(
    "framing",
    "The length of the request's body is not clear.",
    "Send one Content-Length, or Transfer-Encoding: chunked, and never both.",
  );
}

/** Tells whether a request has a body at all. */
export function hasBody({ rawHeaders }: IncomingMessage): boolean {
  return valuesOf(rawHeaders, "transfer-encoding").length + valuesOf(rawHeaders, "content-length").length > 0;
}

/** Left to itself, Node would guess from the method. */
function framingOf(request: IncomingMessage): readonly string[] {
  if (valuesOf(request.rawHeaders, "transfer-encoding").length > 0) return ["Transfer-Encoding", "chunked"];
  const [length] = valuesOf(request.rawHeaders, "content-length");
  if (length !== undefined) return ["Content-Length", length];
  return WITHOUT_BODY.test(request.method ?? "") ? [] : ["Content-Length", "0"];
}

const WITHOUT_BODY = /^(?:GET|HEAD|OPTIONS|DELETE|TRACE)$/;

function endToEnd(raw: RawHeaders): (readonly [name: string, value: string])[] {
  const named = valuesOf(raw, "connection").flatMap((value) => value.split(","));
  const dropped = new Set(named.map((name) => name.trim().toLowerCase()));
  return pairsOf(raw).filter(([name]) => !OURS.test(name) && !dropped.has(name.toLowerCase()));
}

function pairsOf(raw: RawHeaders): (readonly [name: string, value: string])[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
}
