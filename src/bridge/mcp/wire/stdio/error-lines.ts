import type { Readable } from "node:stream";
import { stripTerminalEscapes } from "../../../../kernel/index.ts";
import type { Mask } from "../../../mask-secrets.ts";
import { createLineSplitter } from "./line-splitter.ts";

const MOST_LINES = 50;
const MOST_CHARACTERS = 2_000;

/** However many bytes a character has. */
const MOST_BYTES = MOST_CHARACTERS * 4;

/** Whoever prints more than this at once has to wait. */
const BURST_BYTES = 1024 * 1024;
const WAIT_MS = 100;

/** Keeps the last lines of a stream as plain text, however much it prints. */
export function keepErrorLines(stream: Readable, mask: Mask = (text) => text): () => readonly string[] {
  let kept: Buffer[] = [];
  let heard = 0;
  const splitter = createLineSplitter(MOST_BYTES, (line) => {
    if (line.length > 0) kept.push(Buffer.from(line));
    if (kept.length >= MOST_LINES * 2) kept = kept.slice(-MOST_LINES);
  });
  stream.on("data", (chunk: Buffer) => {
    splitter.push(chunk);
    heard += chunk.length;
    if (heard > BURST_BYTES) letWait();
  });
  stream.once("end", () => splitter.finish());
  return () =>
    kept
      .map((line) => toText(line, mask))
      .filter((line) => line.trim() !== "")
      .slice(-MOST_LINES);

  function letWait(): void {
    heard = 0;
    stream.pause();
    setTimeout(() => stream.resume(), WAIT_MS).unref();
  }
}

/** A line that was written over is what stood there in the end. */
function toText(line: Buffer, mask: Mask): string {
  const text = line.toString("utf8").trimEnd();
  return mask(stripTerminalEscapes(text.slice(text.lastIndexOf("\r") + 1))).slice(0, MOST_CHARACTERS);
}
