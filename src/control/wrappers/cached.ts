import type { Cache, DefinedTool } from "../../kernel/index.ts";
import { cache } from "../execute/cache.ts";
import { underPolicy } from "./under-policy.ts";

/** Where answers are kept, and for how long. */
export interface CachedOptions {
  readonly cache: Cache;
  readonly keepMs: number;
}

/** The same tool, answering from memory for a while; tools that change something never do. */
export function cached(tool: DefinedTool, { cache: kept, keepMs }: CachedOptions): DefinedTool {
  return underPolicy(tool, cache(kept), { cacheMs: keepMs });
}
