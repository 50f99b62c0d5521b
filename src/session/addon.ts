import type { DefinedTool, ToolCall, ToolOutcome } from "../kernel/index.ts";

/** What an interceptor is told about the call it stands around. */
export interface InterceptedCall extends ToolCall {
  readonly tool: DefinedTool;
}

/**
 * Stands around every call of a session: looks at it, answers in its place, or hands on an input of its own.
 * Contract: the tool stays the same whatever is handed on; the first interceptor is the outermost.
 */
export type Interceptor = (
  call: InterceptedCall,
  next: (input: unknown) => Promise<ToolOutcome>,
) => Promise<ToolOutcome>;

/** Tools and an interceptor that a host adds to its sessions. */
export interface Addon {
  readonly name: string;
  /** A tool that is called like one of the deck's is dropped: nothing of the deck can be replaced. */
  readonly tools?: readonly DefinedTool[];
  readonly intercept?: Interceptor;
}
