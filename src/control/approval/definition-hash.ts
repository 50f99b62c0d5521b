import type { DefinedTool } from "../../kernel/index.ts";
import { canonicalDigest } from "./canonical-digest.ts";

/** The hash of everything that defines a tool for those who decide about it; whoever defined it elsewhere has its own. */
export function definitionHash(tool: DefinedTool): string {
  if (tool.definition !== undefined) return tool.definition;
  const { name, path, title, summary, description, effects, trust, verbs, parameters } = tool;
  return canonicalDigest({ name, path, title, summary, description, effects, trust, verbs, parameters });
}

/** The same, computed once a tool: a session makes one and asks it for every call. */
export function createDefinitionHashes(): (tool: DefinedTool) => string {
  const known = new WeakMap<DefinedTool, string>();
  return (tool) => {
    const hash = known.get(tool) ?? definitionHash(tool);
    known.set(tool, hash);
    return hash;
  };
}
