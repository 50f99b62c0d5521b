import type { RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { makeContext } from "../../src/backends/index.ts";
import type { ToolOutcome } from "../../src/kernel/index.ts";
import { webfetch } from "../../src/tools/web/fetch/webfetch.ts";
import { openWeb } from "../web/open-web.ts";

/** One row of ssrf.jsonl. */
export interface FetchRow {
  readonly id: string;
  readonly url: string;
  readonly expect: string;
  readonly accept?: readonly string[];
  readonly why: string;
  readonly resolve?: Readonly<Record<string, readonly string[]>>;
  readonly resolveSeq?: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly redirects?: readonly string[];
  readonly allowHosts?: readonly string[];
  readonly headersOut?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly neverConnect?: readonly string[];
}

/** Small enough for a test, large enough for a busy machine. */
const LIMITS = { connectMs: 2000, headersMs: 2000, gapMs: 1500, totalMs: 3000 };

/** Runs one row through webfetch; answers allow, confirm, block, stop or leak. `https`: whether the fixture speaks TLS. */
export async function fetchRow(row: FetchRow, https: "tls" | "closed"): Promise<string> {
  const once = Object.entries(row.resolve ?? {}).map(([name, addresses]) => [name, [addresses]] as const);
  const resolve = { ...Object.fromEntries(once), ...row.resolveSeq };
  const web = await openWeb({
    answer: answerOf(row),
    resolve,
    https,
    names: Object.keys(resolve).concat("x.example"),
  });
  try {
    const net = web.net({
      limits: LIMITS,
      ...(row.allowHosts === undefined ? {} : { allowHosts: row.allowHosts }),
    });
    const outcome = await webfetch.invoke(
      { id: row.id, name: "webfetch", input: { url: row.url } },
      makeContext({ net }),
    );
    const dialled = web.dialled.map((place) => place.slice(0, place.lastIndexOf(":")));
    const answer = verdictOf(outcome);
    const isLeak = !dialled.every((address) => mayDial(address, row, answer)) || showsBytes(outcome);
    return isLeak ? "leak" : answer;
  } finally {
    await web.close();
  }
}

function verdictOf({ isError, error, output }: ToolOutcome): string {
  const text = String(output);
  if (error?.code === "denied_policy" || error?.code === "invalid_input") return "block";
  if (isError || text.includes("[cut: ")) return "stop";
  return text.includes("redirects to another host") ? "confirm" : "allow";
}

/** A refused row dials nothing, unless an earlier answer led it astray; no row dials what it does not name. */
function mayDial(address: string, row: FetchRow, answer: string): boolean {
  const { url, resolve = {}, resolveSeq, redirects, neverConnect = [] } = row;
  if (neverConnect.includes(address)) return false;
  if (answer === "block" && resolveSeq === undefined && redirects === undefined) return false;
  const named = [...Object.values(resolve), ...Object.values(resolveSeq ?? {}).flat()].flat();
  return url.includes(address) || named.includes(address);
}

function showsBytes({ output }: ToolOutcome): boolean {
  return JSON.stringify(output).includes(RAW);
}

const RAW = "RAWRAW";

function answerOf({ redirects = [], headersOut = {}, body }: FetchRow): RequestListener {
  let asked = 0;
  return (_, response) => {
    const location = redirects[asked];
    asked += 1;
    for (const [name, value] of Object.entries(headersOut)) response.setHeader(name, value);
    if (location !== undefined) response.writeHead(302, { location }).end();
    else if (body !== undefined) BODIES[body]?.(response);
    else response.end("a short text");
  };
}

const MIB = 1024 * 1024;

const BODIES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "gzip-bomb": (response) => {
    // Members one after the other are one stream: 10 GiB in all, packed twice to some kilobytes.
    const member = gzipSync(Buffer.alloc(10 * MIB), { level: 9 });
    const inner = Buffer.concat(Array.from({ length: 1024 }, () => member));
    response
      .setHeader("content-type", "text/plain")
      .setHeader("content-encoding", "gzip, gzip")
      .end(gzipSync(inner));
  },
  "br-bomb": (response) => {
    const packed = brotliCompressSync(gzipSync(Buffer.alloc(64 * MIB)));
    response.setHeader("content-type", "text/html").setHeader("content-encoding", "gzip, br").end(packed);
  },
  slowloris: (response) => {
    response.setHeader("content-type", "text/plain");
    repeat(response, 500, "x");
  },
  endless: (response) => {
    response.setHeader("content-type", "text/plain");
    const more = (): void =>
      void (response.destroyed || !response.write("y\n".repeat(8192)) || setImmediate(more));
    response.on("drain", more);
    more();
  },
  "big-headers": (response) => {
    const socket = response.socket;
    socket?.write(`HTTP/1.1 200 OK\r\n${`x-filler: ${"z".repeat(1000)}\r\n`.repeat(1040)}\r\nhi`);
    socket?.end();
  },
  "nested-html": (response) =>
    void response.setHeader("content-type", "text/html").end("<div>".repeat(200_000)),
  binary: (response) => {
    const bytes = Buffer.from(`${RAW}\0\0\u0001\u0002${RAW}\0`);
    response.setHeader("content-type", "application/octet-stream").end(bytes);
  },
  "meta-refresh": (response) => {
    const refresh = '<meta http-equiv="refresh" content="0; url=http://169.254.169.254/">';
    response
      .setHeader("content-type", "text/html")
      .end(`<html><head>${refresh}</head><body><p>The page.</p></body></html>`);
  },
};

function repeat(response: ServerResponse, ms: number, text: string): void {
  response.write(text);
  const timer = setInterval(() => response.write(text), ms);
  response.on("close", () => clearInterval(timer));
}
