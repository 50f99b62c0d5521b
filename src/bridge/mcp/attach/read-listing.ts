import type { RemoteDefinition } from "../../../ledger/index.ts";
import type { McpServer } from "../config/mcp-server.ts";
import { type ExaminedTool, examineListing } from "../definitions/examine-listing.ts";

/** What a server lists, as far as it can be offered, and what is wrong with the rest. */
export interface ReadListing {
  readonly tools: readonly ExaminedTool[];
  /** In sentences. */
  readonly problems: readonly string[];
}

/** Reads a listing: tools that the row leaves out are not there, one that cannot be pinned or used costs nobody but itself. */
export function readListing(server: McpServer, definitions: readonly RemoteDefinition[]): ReadListing {
  const { id, includeTools, excludeTools = [] } = server;
  const isWanted = ({ name }: RemoteDefinition): boolean =>
    typeof name !== "string" || (includeTools?.includes(name) !== false && !excludeTools.includes(name));
  const { tools, rejected } = examineListing({ serverId: id, tools: definitions.filter(isWanted) });
  return {
    tools: tools.filter(({ problem }) => problem === undefined),
    problems: [
      ...rejected.map(({ at, problem }) => `Tool ${at + 1} of the server ${id} is not offered: ${problem}.`),
      ...tools.flatMap(({ name, problem }) =>
        problem === undefined ? [] : [`${name} is not offered: ${problem}.`],
      ),
    ],
  };
}
