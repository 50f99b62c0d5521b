// A server of the current revision, made with the SDK as its documentation shows: one tool, one resource, one prompt.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

serveStdio(() => {
  const server = new McpServer({ name: "by-sdk", version: "1.0.0" });
  server.registerTool(
    "echo",
    { description: "Says what it is told", inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  server.registerResource("note", "note:///one", { mimeType: "text/plain" }, (uri) => ({
    contents: [{ uri: uri.href, text: "a note" }],
  }));
  server.registerPrompt("greet", { argsSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Greet ${name}` } }],
  }));
  return server;
});
