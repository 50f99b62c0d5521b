import type { Alternative } from "./alternative.ts";
import { clamp } from "./output-budget.ts";
import { stripTerminalEscapes } from "./terminal-text.ts";

/** Every reason a call can end without its result; stable for machines. */
export type FaultCode =
  | "invalid_input"
  | "unknown_tool"
  | "not_found"
  | "timeout"
  | "cancelled"
  | "tool_error"
  | "denied_scope"
  | "denied_mode"
  | "denied_policy"
  | "denied_trust"
  | "denied_proof"
  | "needs_approval"
  | "unavailable";

/** What a fault carries beside its message. */
export interface FaultOptions {
  /** What would work instead, as a sentence for the caller. */
  readonly hint?: string | undefined;
  /** What was weighed and left; it is recorded, not shown. */
  readonly alternatives?: readonly Alternative[] | undefined;
  readonly cause?: unknown;
}

/** The base of every error thrown inside Deckhand: a code, a message, and what would work. */
export class Fault extends Error {
  override readonly name: string = "Fault";
  readonly code: FaultCode;
  readonly hint: string | undefined;
  readonly alternatives: readonly Alternative[] | undefined;

  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.alternatives = options.alternatives;
  }
}

/** The projection of a fault that travels in results and over wires. */
export interface FaultInfo {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint?: string;
}

/** Turns anything thrown into the shape that results carry; never exposes a stack, an escape or a flood. */
export function faultInfoOf(error: unknown): FaultInfo {
  if (error instanceof Fault) {
    return {
      code: error.code,
      message: plain(error.message),
      ...(error.hint === undefined ? {} : { hint: plain(error.hint) }),
    };
  }
  return { code: "tool_error", message: plain(error instanceof Error ? error.message : String(error)) };
}

/** Faults quote paths and lines that a caller or a file made up. */
function plain(text: string): string {
  return stripTerminalEscapes(clamp(text, { kind: "middle", maxBytes: MOST_BYTES }));
}

const MOST_BYTES = 16 * 1024;

/** Tells whether an error means "the caller took the call back", which is never folded into a result. */
export function isCancellation(error: unknown, cancel: AbortSignal): boolean {
  if (cancel.aborted && error === cancel.reason) return true;
  return error instanceof Error && error.name === "AbortError";
}
