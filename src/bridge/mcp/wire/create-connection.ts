import type { RemoteDefinition } from "../../../ledger/index.ts";
import type { McpServer } from "../config/mcp-server.ts";
import { createAsk } from "./ask.ts";
import { createChanges } from "./changes.ts";
import { createHeaderTools } from "./header-tools.ts";
import { createLife } from "./life.ts";
import type { McpConnection, RawResult, RememberedRevision, RequestOptions } from "./mcp-connection.ts";
import type { OpenClient } from "./open-client.ts";
import { quoted } from "./quoted.ts";
import type { Sdk } from "./sdk.ts";

/** What a connection is made with. */
export interface ConnectionOptions {
  readonly sdk: Sdk;
  /** Whether the server waits for a person just now. */
  readonly isPersonAsked: () => boolean;
}

/** Makes a live connection of a client whose revision is settled. */
export function createConnection(
  server: McpServer,
  open: OpenClient,
  { sdk, isPersonAsked }: ConnectionOptions,
): McpConnection {
  const { client, line } = open;
  const life = createLife(open, sdk);
  const changes = createChanges(open, sdk);
  void life.ended.then(changes.stop);
  const headerTools = createHeaderTools(open);
  const { ask, list } = createAsk({ server, open, sdk, life, isPersonAsked });
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  const offered =
    (capability: object | undefined, method: string, field: string) =>
    (options?: RequestOptions): Promise<readonly RawResult[]> =>
      capability === undefined ? Promise.resolve([]) : list(method, field, options);
  const listTools = offered(tools, "tools/list", "tools");

  return {
    revision: client.getNegotiatedProtocolVersion() ?? "",
    remembered: rememberedOf(open),
    transport: line.kind,
    serverInfo: infoOf(open),
    instructions: client.getInstructions(),
    offers: {
      tools: tools !== undefined,
      resources: resources !== undefined,
      prompts: prompts !== undefined,
    },
    async listTools(options): Promise<readonly RemoteDefinition[]> {
      const definitions = await listTools(options);
      headerTools.learn(definitions);
      return definitions;
    },
    callTool(tool, input, options) {
      const params = { name: tool, arguments: input as Record<string, unknown> };
      return ask(
        { method: "tools/call", params, what: tool, hasEffect: true, send: headerTools.sendFor(tool) },
        options,
      );
    },
    listResources: offered(resources, "resources/list", "resources"),
    listResourceTemplates: offered(resources, "resources/templates/list", "resourceTemplates"),
    readResource: (uri, options) => ask({ method: "resources/read", params: { uri }, what: uri }, options),
    listPrompts: offered(prompts, "prompts/list", "prompts"),
    getPrompt: (name, args, options) =>
      ask({ method: "prompts/get", params: { name, arguments: { ...args } }, what: name }, options),
    onChange: changes.on,
    ended: life.ended,
    errorLines: line.errorLines,
    close: life.close,
  };
}

function rememberedOf({ client }: OpenClient): RememberedRevision {
  const discover = client.getDiscoverResult();
  return discover === undefined ? { era: "legacy" } : { era: "modern", discover };
}

function infoOf({ client }: OpenClient): McpConnection["serverInfo"] {
  const info = client.getServerVersion();
  return info === undefined
    ? {}
    : { name: quoted(info.name, MOST_BYTES), version: quoted(info.version, MOST_BYTES) };
}

const MOST_BYTES = 200;
