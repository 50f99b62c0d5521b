// A server on the SDK's first version, which knows no revision after 2025-11-25; started as a program it serves stdio.
import { pathToFileURL } from "node:url";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as schemas from "@modelcontextprotocol/sdk/types.js";
import * as fixtures from "./fixture-tools.mjs";

export { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
export { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

/** @param {fixtures.Fixture} fixture */
export function createV1Server(fixture) {
  const server = new Server(fixtures.INFO, {
    capabilities: fixtures.CAPABILITIES,
    instructions: fixtures.INSTRUCTIONS,
  });
  server.setRequestHandler(schemas.ListToolsRequestSchema, ({ params }) =>
    fixtures.pageOfTools(fixture, params?.cursor),
  );
  server.setRequestHandler(schemas.CallToolRequestSchema, async ({ params }, extra) => {
    const { signal, _meta, sendNotification, sendRequest } = extra;
    if (params.name === "ask") {
      const question = { method: /** @type {const} */ ("elicitation/create"), params: fixtures.QUESTION };
      return fixtures.told(await sendRequest(question, schemas.ElicitResultSchema));
    }
    if (params.name === "sample") {
      const thought = { method: /** @type {const} */ ("sampling/createMessage"), params: fixtures.SAMPLING };
      await sendRequest(thought, schemas.CreateMessageResultSchema);
    }
    return await fixtures.runTool(fixture, params.name, params.arguments ?? {}, {
      signal,
      progress: async (progress, total, message) => {
        const progressToken = _meta?.progressToken;
        if (progressToken === undefined) return;
        await sendNotification({
          method: "notifications/progress",
          params: { progressToken, progress, total, message },
        });
      },
    });
  });
  server.setRequestHandler(schemas.ListResourcesRequestSchema, () => ({ resources: fixtures.RESOURCES }));
  server.setRequestHandler(schemas.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: fixtures.TEMPLATES,
  }));
  server.setRequestHandler(schemas.ReadResourceRequestSchema, ({ params }) =>
    fixtures.readFixture(params.uri),
  );
  server.setRequestHandler(schemas.ListPromptsRequestSchema, () => ({ prompts: fixtures.PROMPTS }));
  server.setRequestHandler(schemas.GetPromptRequestSchema, ({ params }) =>
    fixtures.promptOf(params.arguments),
  );
  return server;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const fixture = fixtures.newFixture();
  const server = createV1Server(fixture);
  fixture.changed = () => void server.sendToolListChanged();
  await server.connect(new StdioServerTransport());
}
