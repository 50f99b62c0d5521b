import type { DefinedTool, ToolCall } from "../kernel/index.ts";
import type { CapabilityTable } from "./capability-table.ts";
import { targetOf } from "./target-of.ts";

/** A call and the one capability it means. */
export interface FoundCall {
  /** Of the capability itself, also where it was asked for by another name or through `tool_call`. */
  readonly request: ToolCall;
  readonly tool: DefinedTool;
  /** The tool through which it came. */
  readonly via?: string | undefined;
}

/** Finds what a call means; what does not exist or is not on offer here is a fault. */
export async function findCall(request: ToolCall, table: CapabilityTable): Promise<FoundCall> {
  const { name, input, via } = targetOf(request);
  const tool = await table.row(name).load();
  return { request: { id: request.id, name: tool.name, input }, tool, via };
}
