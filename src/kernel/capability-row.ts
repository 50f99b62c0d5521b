import type { NodePath } from "./node-path.ts";
import type { DefinedTool } from "./tool.ts";

/** Where a capability comes from. */
export type CapabilityOrigin = "builtin" | "card" | "native" | "addon" | "meta" | `mcp:${string}`;

/** One capability of a session, known by name before its code is loaded. */
export interface CapabilityRow {
  readonly name: string;
  readonly path: NodePath;
  readonly source: CapabilityOrigin;
  /** Set when it is known and cannot be called now. */
  readonly withheld?: Withheld | undefined;
  load(): Promise<DefinedTool>;
}

/** Why a capability that is known cannot be called: it is never shown to a model meanwhile. */
export interface Withheld {
  /** Its server waits for a person, its definition does, or its server is not there. */
  readonly state: "pending" | "quarantined" | "suspended";
  readonly reason: string;
  readonly hint: string;
}
