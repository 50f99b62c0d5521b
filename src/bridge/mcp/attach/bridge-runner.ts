import {
  failedOutcome,
  Fault,
  faultInfoOf,
  isCancellation,
  nearestName,
  projectContent,
  type ToolCall,
  type ToolOutcome,
  type ToolRunner,
} from "../../../kernel/index.ts";
import { serverOfQualified, unqualifiedTool } from "../../../ledger/index.ts";
import type { Fleet } from "../fleet/fleet.ts";
import { resultFromRemote } from "../results/result-from-remote.ts";

/** What a runner needs to know of the servers it routes to. */
export interface BridgeRoutes {
  readonly connection: Fleet["connection"];
  /** The qualified names of what may be called of a server now. */
  readonly namesOf: (server: string) => readonly string[];
  /** How long one call to a server may take without progress. */
  readonly timeoutOf: (server: string) => number | undefined;
}

/** Runs calls by qualified name: each goes to the server it names, under the name that server knows. */
export function createBridgeRunner(routes: BridgeRoutes): ToolRunner {
  return {
    run: async (call, cancel = new AbortController().signal) => {
      try {
        return await route(call, cancel, routes);
      } catch (error) {
        if (isCancellation(error, cancel)) throw error;
        return failedOutcome(call.id, faultInfoOf(error));
      }
    },
  };
}

async function route(
  { id, name, input }: ToolCall,
  cancel: AbortSignal,
  { connection, namesOf, timeoutOf }: BridgeRoutes,
): Promise<ToolOutcome> {
  const server = serverOfQualified(name);
  const known = namesOf(server);
  if (!known.includes(name)) throw notListed(name, known);
  const remote = await connection(server, cancel);
  const raw = await remote.callTool(unqualifiedTool(name), input, { cancel, timeoutMs: timeoutOf(server) });
  const result = resultFromRemote(raw);
  const { isError, error } = result;
  const output = projectContent(result.content);
  return { callId: id, isError, output, result, ...(error === undefined ? {} : { error }) };
}

function notListed(name: string, known: readonly string[]): Fault {
  const near = nearestName(name, known);
  return new Fault("unknown_tool", `No attached server offers a tool called "${name}".`, {
    hint: near === undefined ? "Ask which tools there are." : `Did you mean "${near}"?`,
  });
}
