import type { NodePath } from "./node-path.ts";
import type { DefinedTool } from "./tool.ts";

/** Where a capability comes from. */
export type CapabilityOrigin = "builtin" | "card" | "native" | "addon" | "meta" | `mcp:${string}`;

/** One capability of a session, known by name before its code is loaded. */
export interface CapabilityRow {
  readonly name: string;
  readonly path: NodePath;
  readonly source: CapabilityOrigin;
  load(): Promise<DefinedTool>;
}
