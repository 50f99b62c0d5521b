import type { ToolOutcome } from "./contracts.ts";

/**
 * The way one tool calls another.
 * Contract: the call takes the same path as any other, so it is judged and recorded as itself.
 */
export interface Caller {
  call(name: string, input: unknown, cancel: AbortSignal): Promise<ToolOutcome>;
}
