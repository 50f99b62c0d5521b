import { addAbortSignal } from "node:stream";

/** More than any command may have. */
const MOST_BYTES = 1024 * 1024;

/** A command from standard input, without the line end behind it; what is far too long is cut, and judged as too long. */
export async function readCommand(cancel: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(cancel, process.stdin) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) break;
  }
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}
