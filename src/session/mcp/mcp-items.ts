import type { McpConnection, RawResult } from "../../bridge/index.ts";
import { faultInfoOf } from "../../kernel/index.ts";
import { refuseWithheld } from "../refuse.ts";
import type { McpCore } from "./mcp-core.ts";
import { offBy } from "./seat.ts";
import type { RemoteItems, SessionMcp } from "./session-mcp.ts";

/** The part of it that reads what servers have beside tools. */
type McpItems = Pick<
  SessionMcp,
  "resources" | "resourceTemplates" | "readResource" | "prompts" | "getPrompt"
>;

/** Lists and reads resources and prompts; a server that cannot be asked does not keep the others from answering. */
export function mcpItems(core: McpCore): McpItems {
  return {
    resources: (id) =>
      listed(id, (connection) => (connection.offers.resources ? connection.listResources() : [])),
    resourceTemplates: (id) =>
      listed(id, (connection) => (connection.offers.resources ? connection.listResourceTemplates() : [])),
    prompts: (id) => listed(id, (connection) => (connection.offers.prompts ? connection.listPrompts() : [])),
    readResource: async (id, uri, cancel) => (await connectionTo(id, cancel)).readResource(uri, { cancel }),
    getPrompt: async (id, name, args) => (await connectionTo(id)).getPrompt(name, args),
  };

  async function connectionTo(id: string, cancel?: AbortSignal): Promise<McpConnection> {
    const { server, isOff } = core.known(id);
    // Whoever only reads does not take back what a person has decided.
    if (isOff) refuseWithheld(offBy(id));
    return (await core.fleet()).connection(server.id, cancel);
  }

  async function listed(
    id: string | undefined,
    list: (connection: McpConnection) => Promise<readonly RawResult[]> | readonly RawResult[],
  ): Promise<RemoteItems> {
    const ids = id === undefined ? core.startable() : [core.known(id).server.id];
    const answers = await Promise.all(
      ids.map(async (server) => {
        try {
          const items = await list(await connectionTo(server));
          return { items: items.map((item) => ({ server, item })), faults: [] };
        } catch (error) {
          return { items: [], faults: [{ server, message: faultInfoOf(error).message }] };
        }
      }),
    );
    return {
      items: answers.flatMap(({ items }) => items),
      faults: answers.flatMap(({ faults }) => faults),
    };
  }
}
