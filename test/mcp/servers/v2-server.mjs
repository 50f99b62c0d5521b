// A server on the SDK's second version; started as a program it serves stdio, of both eras unless told `--modern`.
// With `--late` it takes a while to begin.
import { pathToFileURL } from "node:url";
import { inputRequired, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as fixtures from "./fixture-tools.mjs";

/** @param {fixtures.Fixture} fixture */
export function createV2Server(fixture) {
  const server = new Server(fixtures.INFO, {
    capabilities: fixtures.CAPABILITIES,
    instructions: fixtures.INSTRUCTIONS,
  });
  server.setRequestHandler("tools/list", ({ params }) => fixtures.pageOfTools(fixture, params?.cursor));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { signal, _meta, notify, inputResponses } = mcpReq;
    if (params.name === "ask") {
      if (inputResponses !== undefined) return fixtures.told(inputResponses["colour"]);
      return inputRequired({ inputRequests: { colour: inputRequired.elicit(fixtures.QUESTION) } });
    }
    if (params.name === "sample") {
      return inputRequired({ inputRequests: { thought: inputRequired.createMessage(fixtures.SAMPLING) } });
    }
    return await fixtures.runTool(fixture, params.name, params.arguments ?? {}, {
      signal,
      progress: async (progress, total, message) => {
        const progressToken = _meta?.progressToken;
        if (progressToken === undefined) return;
        await notify({
          method: "notifications/progress",
          params: { progressToken, progress, total, message },
        });
      },
    });
  });
  server.setRequestHandler("resources/list", () => ({ resources: fixtures.RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: fixtures.TEMPLATES }));
  server.setRequestHandler("resources/read", ({ params }) => fixtures.readFixture(params.uri));
  server.setRequestHandler("prompts/list", () => ({ prompts: fixtures.PROMPTS }));
  server.setRequestHandler("prompts/get", ({ params }) => fixtures.promptOf(params.arguments));
  return server;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const fixture = fixtures.newFixture();
  if (process.argv.includes("--late")) await new Promise((resolve) => setTimeout(resolve, 1500));
  serveStdio(
    () => {
      const server = createV2Server(fixture);
      fixture.changed = () => void server.sendToolListChanged();
      return server;
    },
    { legacy: process.argv.includes("--modern") ? "reject" : "serve" },
  );
}
