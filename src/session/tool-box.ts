import { makeLocalContext, refuseJobs } from "../backends/index.ts";
import type { ToolBox } from "../kernel/index.ts";
import { builtinRegistry, type ToolCollection } from "../tools/index.ts";

/** A runnable box of built-in tools on the local machine, rooted at a folder; jobs need a session, which can be closed. */
export function toolBox(collection: ToolCollection, cwd: string): ToolBox {
  const context = makeLocalContext(cwd, { jobs: refuseJobs });
  return builtinRegistry().toToolBox(() => ({ ...context }), collection);
}
