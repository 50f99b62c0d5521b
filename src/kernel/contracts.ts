import type { FaultInfo } from "./fault.ts";
import type { JsonSchema } from "./input-schema.ts";
import type { ToolResult } from "./tool-result.ts";

/** One request by a model or a person to run a tool. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What came of one call. */
export interface ToolOutcome {
  readonly callId: string;
  readonly isError: boolean;
  /** A lone text as a string, a lone JSON value as itself, anything else as the blocks. */
  readonly output: unknown;
  readonly result: ToolResult;
  readonly error?: FaultInfo;
}

/** What a model is told about a tool. */
export interface ToolDescriptor {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** Runs calls by name. */
export interface ToolRunner {
  run(call: ToolCall, cancel?: AbortSignal): Promise<ToolOutcome>;
}

/** The tools a model is shown, together with what runs them. */
export interface ToolBox {
  descriptors(): readonly ToolDescriptor[];
  readonly runner: ToolRunner;
}
