import { describe, expect, it } from "vitest";
import { connectFixture, scriptServer, urlServer } from "../../../../test/mcp/servers/connect-fixture.ts";
import { v1Web, v2Web } from "../../../../test/mcp/servers/web-of-a-test.ts";
import type { McpServer } from "../config/mcp-server.ts";

const NEWEST = "2026-07-28";
const NEWEST_OLD = "2025-11-25";

interface Way {
  readonly server: () => McpServer | Promise<McpServer>;
  readonly transport: string;
  readonly revision: string;
}

const WAYS: Readonly<Record<string, Way>> = {
  "v1 stdio": { server: () => scriptServer("v1-server.mjs"), transport: "stdio", revision: NEWEST_OLD },
  "v2 stdio": { server: () => scriptServer("v2-server.mjs"), transport: "stdio", revision: NEWEST },
  "v2 stdio, modern only": {
    server: () => scriptServer("v2-server.mjs", { args: ["--modern"] }),
    transport: "stdio",
    revision: NEWEST,
  },
  "v1 Streamable HTTP": {
    server: async () => urlServer((await v1Web()).url),
    transport: "http",
    revision: NEWEST_OLD,
  },
  "v1 SSE, found out": {
    server: async () => urlServer((await v1Web()).sseUrl),
    transport: "sse",
    revision: NEWEST_OLD,
  },
  "v1 SSE, pinned": {
    server: async () => urlServer((await v1Web()).sseUrl, { transport: "sse" }),
    transport: "sse",
    revision: NEWEST_OLD,
  },
  "v2 Streamable HTTP": {
    server: async () => urlServer((await v2Web()).url),
    transport: "http",
    revision: NEWEST,
  },
};

describe("R103: every transport and both eras of servers", () => {
  it.each(Object.entries(WAYS))("%s", async (_, { server, transport, revision }) => {
    const connection = await connectFixture(await server());
    expect(connection).toMatchObject({
      transport,
      revision,
      serverInfo: { name: "fixture", version: "1.2.3" },
      instructions: "Be kind.",
      offers: { tools: true, resources: true, prompts: true },
      remembered: { era: revision === NEWEST ? "modern" : "legacy" },
    });
    const tools = await connection.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "echo",
      "work",
      "wait",
      "cancelled",
      "grow",
      "fail",
      "die",
      "odd",
    ]);
    expect(tools[0]).toEqual({
      name: "echo",
      description: "Says what it is told",
      inputSchema: { type: "object", properties: {} },
      "acme/unknown": { kept: [1, null] },
    });
    expect(await connection.callTool("echo", { text: "hi" })).toMatchObject({
      content: [{ type: "text", text: "hi" }],
    });
    expect(await connection.callTool("odd", {})).toMatchObject({ structuredContent: { other: true } });
    expect(await connection.listResources()).toMatchObject([{ uri: "file:///notes.txt", "acme/unknown": 1 }]);
    expect(await connection.listResourceTemplates()).toMatchObject([{ uriTemplate: "file:///{name}" }]);
    expect(await connection.readResource("file:///x")).toMatchObject({
      contents: [{ uri: "file:///x", text: "what file:///x holds" }],
    });
    expect(await connection.listPrompts()).toMatchObject([{ name: "greet" }]);
    expect(await connection.getPrompt("greet", { who: "you" })).toMatchObject({
      messages: [{ role: "user", content: { type: "text", text: "Hello you" } }],
    });
  });
});
