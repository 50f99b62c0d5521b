import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { UsageFault } from "./usage-fault.ts";

/** The value of `--input`: JSON, or `-` for standard input. */
export async function readInput(
  flag: string | undefined,
  cancel: AbortSignal,
): Promise<Record<string, unknown>> {
  if (flag === undefined) return {};
  return parseObject(flag === "-" ? await text(addAbortSignal(cancel, process.stdin)) : flag);
}

function parseObject(source: string): Record<string, unknown> {
  const value = parseJson(source);
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new UsageFault(
    "--input is not a JSON object.",
    `Give one object, such as --input '{"path":"README.md"}'.`,
  );
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageFault(
      `--input is not valid JSON: ${reason}`,
      "Quote it for the shell, or pass - and send it on standard input.",
    );
  }
}
