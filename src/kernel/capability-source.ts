import type { DefinedTool } from "./tool.ts";

/** Finds the one capability a name stands for: a wire name, a node path or a qualified name. */
export interface CapabilitySource {
  resolve(name: string): DefinedTool | undefined;
  names(): readonly string[];
}
