import { stripTerminalEscapes, type ToolContext } from "../../../kernel/index.ts";

const EVERY_MS = 200;
const LOOKED_AT = 512;
const SHOWN = 120;

/** Tells the last line of what a command prints, but not too often. */
export function reportProgress({ progress, clock }: Pick<ToolContext, "progress" | "clock">) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (chunk: Uint8Array): void => {
    const now = clock.monotonic();
    if (now - toldAt < EVERY_MS) return;
    const line = lastLine(chunk);
    if (line === "") return;
    toldAt = now;
    progress(line);
  };
}

function lastLine(chunk: Uint8Array): string {
  const end = new TextDecoder().decode(chunk.subarray(Math.max(0, chunk.length - LOOKED_AT)));
  const lines = stripTerminalEscapes(end).split(/[\r\n]+/);
  return (lines.findLast((line) => line.trim() !== "") ?? "").trim().slice(0, SHOWN);
}
