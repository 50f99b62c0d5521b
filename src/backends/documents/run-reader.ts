import { type ChildProcess, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { PdfRequest } from "../../kernel/index.ts";
import type { DocumentLimits } from "./documents.ts";
import { type ReaderNote, type ReaderOrder, servePdf, watchReader } from "./serve-pdf.ts";

/** How a reader came to its end: by itself, by our time limit, or by a signal, which is what running out of memory sends. */
export type ReaderEnd =
  | { readonly kind: "over"; readonly reason: string }
  | { readonly kind: "late" }
  | { readonly kind: "killed" };

/** What a reader said before its end. */
export interface ReaderReport {
  readonly notes: readonly ReaderNote[];
  readonly end: ReaderEnd;
}

/** Runs a PDF reader in a process of its own, until it ends, the time is up or nobody wants it any more. */
export async function runReader(
  bytes: Uint8Array,
  request: PdfRequest,
  limits: DocumentLimits,
  cancel: AbortSignal,
): Promise<ReaderReport> {
  cancel.throwIfAborted();
  const child = startReader(orderOf(bytes, request, limits));
  const ended = endOf(child);
  let isLate = false;
  const kill = (): boolean => child.kill("SIGKILL");
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, limits.timeMs);
  cancel.addEventListener("abort", kill, { once: true });
  try {
    if (child.pid === undefined) return { notes: [], end: await ended };
    // A reader that ends before it has heard everything says why by its end.
    child.stdin.on("error", () => undefined).end(bytes);
    const said = await text(child.stdout);
    const end = await ended;
    cancel.throwIfAborted();
    return { notes: notesIn(said), end: isLate ? { kind: "late" } : end };
  } finally {
    clearTimeout(timer);
    cancel.removeEventListener("abort", kill);
    kill();
  }
}

function orderOf(bytes: Uint8Array, request: PdfRequest, limits: DocumentLimits): ReaderOrder {
  return {
    size: bytes.length,
    first: request.first,
    last: request.last,
    maxBytes: request.maxBytes,
    ...limits,
    parent: process.pid,
  };
}

/** Packages are found from the working directory of a program given as text. */
const HERE = fileURLToPath(new URL(".", import.meta.url));

/** The share of the memory that JavaScript's own objects may take; the rest is for code and raw bytes. */
const HEAP_SHARE = 2 / 3;

function startReader(order: ReaderOrder) {
  const heap = Math.floor((order.memoryBytes * HEAP_SHARE) / (1024 * 1024));
  const args = [`--max-old-space-size=${heap}`, "--input-type=module", "-e", readerProgram(order)];
  return spawn(process.execPath, args, {
    cwd: HERE,
    env: readerEnvironment(),
    stdio: ["pipe", "pipe", "ignore"],
    // An interrupt on the terminal is ours to hear; the reader hears of it by our cancellation.
    detached: true,
    windowsHide: true,
  });
}

/** The reader's program as text, so that the same code runs from `src` and from `dist`. */
export function readerProgram(order: ReaderOrder): string {
  const told = JSON.stringify(order);
  const watch = JSON.stringify(`(${watchReader.toString()})(${told})`);
  return `
    import { Worker } from "node:worker_threads";
    new Worker(${watch}, { eval: true }).unref();
    await (${servePdf.toString()})(() => import("unpdf"), ${told});
  `;
}

/** Nothing of the host's environment is the reader's business; Windows and hosts built on Electron cannot start it without these. */
function readerEnvironment(): Record<string, string> {
  const { SystemRoot } = process.env;
  return { ELECTRON_RUN_AS_NODE: "1", ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}

function endOf(child: ChildProcess): Promise<ReaderEnd> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ kind: "over", reason: error.message }));
    child.once("close", (code, signal) =>
      resolve(signal === null ? { kind: "over", reason: `exit code ${code}` } : { kind: "killed" }),
    );
  });
}

/** A line that was begun when the reader was ended is no note. */
function notesIn(said: string): readonly ReaderNote[] {
  const lines = said.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as ReaderNote);
}
