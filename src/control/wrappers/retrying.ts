import type { DefinedTool } from "../../kernel/index.ts";
import { retry, type RetryOptions } from "../execute/retry.ts";
import { underPolicy } from "./under-policy.ts";

/** The same tool, made again when it failed in a way that may pass; tools that change something never are. */
export function retrying(tool: DefinedTool, options: RetryOptions = {}): DefinedTool {
  return underPolicy(tool, retry(options));
}
