import { makeLocalContext, refuseJobs } from "../backends/index.ts";
import { type AnyCapability, canonicalName, provisionDeck, unknownCapability } from "../deck/index.ts";

/** What a command line says about tools. */
export interface ToolSelection {
  /** The tools to offer, however they are spelled; all when absent or empty. */
  readonly tools?: readonly string[] | undefined;
  readonly noTools?: boolean | undefined;
}

/** The capabilities of the whole deck that a command line asks for, bound to a folder on this machine. */
export function selectTools(
  cwd: string,
  { tools = [], noTools = false }: ToolSelection = {},
): AnyCapability[] {
  if (noTools) return [];
  // Whoever is handed only tools has nothing to close: background jobs need a session.
  const context = makeLocalContext(cwd, { jobs: refuseJobs });
  const all = provisionDeck("all", { cwd, context: () => ({ ...context }) }).tools();
  if (tools.length === 0) return all;
  const known = new Set(all.map(({ name }) => canonicalName(name)));
  const stranger = tools.find((name) => !known.has(canonicalName(name)));
  if (stranger !== undefined) {
    throw unknownCapability(
      stranger,
      all.map(({ name }) => name),
      "tool",
    );
  }
  const wanted = new Set(tools.map(canonicalName));
  return all.filter(({ name }) => wanted.has(canonicalName(name)));
}
