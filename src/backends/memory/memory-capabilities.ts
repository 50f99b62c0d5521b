import type { CapabilitySource, DefinedTool } from "../../kernel/index.ts";

/** Finds tools of a fixed list by wire name or node path. */
export function createMemoryCapabilities(tools: readonly DefinedTool[]): CapabilitySource {
  const byName = new Map(tools.flatMap((tool) => [[tool.path, tool] as const, [tool.name, tool] as const]));
  return {
    resolve: (name) => byName.get(name),
    names: () => tools.map((tool) => tool.name),
  };
}
