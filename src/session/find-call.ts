import type { DefinedTool, ToolCall } from "../kernel/index.ts";
import type { LiveOffer } from "./live-offer.ts";
import { refuseWithheld } from "./refuse.ts";
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
export async function findCall(request: ToolCall, offer: Pick<LiveOffer, "find">): Promise<FoundCall> {
  const { name, input, via } = targetOf(request);
  const row = await offer.find(name);
  refuseWithheld(row.withheld);
  const tool = await row.load();
  return { request: { id: request.id, name: tool.name, input }, tool, via };
}
