import type { DeckMembership, DefinedTool } from "../kernel/index.ts";
import { BUILTIN_TOOLS } from "../tools/index.ts";
import { bindContext } from "./bind-context.ts";
import { type Capability, type CapabilityId, capabilityId, type DeckContext } from "./contract.ts";

/** Makes one built-in for a context. */
export type BridgeBuilder = (ctx: DeckContext) => Capability;

/** One row of the built-in table. */
export interface BuiltinDescriptor {
  readonly id: CapabilityId;
  readonly title: string;
  readonly summary: string;
  readonly membership: DeckMembership;
  readonly build: BridgeBuilder;
}

/** The one table of built-ins: twelve native tools, each read off its own record. */
export const BUILTIN_DESCRIPTORS: readonly BuiltinDescriptor[] = Object.freeze(
  BUILTIN_TOOLS.map(describeTool),
);

/** The row of a native tool. */
export function describeTool(tool: DefinedTool): BuiltinDescriptor {
  return Object.freeze({
    id: capabilityId(tool.name),
    title: tool.title,
    summary: tool.summary,
    membership: tool.membership,
    build: (ctx: DeckContext) => tool.bind(bindContext(ctx)),
  });
}
