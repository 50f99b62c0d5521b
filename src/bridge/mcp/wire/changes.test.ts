import { describe, expect, it, vi } from "vitest";
import { connectFixture, scriptServer, urlServer } from "../../../../test/mcp/servers/connect-fixture.ts";
import { v1Web, v2Web } from "../../../../test/mcp/servers/web-of-a-test.ts";
import type { McpConnection, ServerList } from "./mcp-connection.ts";

/** The lists that were told to have changed. */
function heardFrom(connection: McpConnection): ServerList[] {
  const heard: ServerList[] = [];
  connection.onChange((list) => void heard.push(list));
  return heard;
}

/** Lets a server grow until it is heard, since nobody says when a stream for that is open. */
async function growsUntilHeard(connection: McpConnection, heard: readonly ServerList[]): Promise<void> {
  await vi.waitFor(
    async () => {
      await connection.callTool("grow", { name: "another" });
      expect(heard).toContain("tools");
    },
    { timeout: 10_000, interval: 100 },
  );
}

describe("a list that has changed", () => {
  it.each<[string, () => Promise<McpConnection>]>([
    ["v1 stdio", () => connectFixture(scriptServer("v1-server.mjs"))],
    ["v2 stdio", () => connectFixture(scriptServer("v2-server.mjs"))],
    ["v1 Streamable HTTP", async () => connectFixture(urlServer((await v1Web()).url))],
    ["v1 SSE", async () => connectFixture(urlServer((await v1Web()).sseUrl))],
    ["v2 Streamable HTTP", async () => connectFixture(urlServer((await v2Web()).url))],
  ])("is told over %s", async (_, connect) => {
    const connection = await connect();
    const before = await connection.listTools();
    const heard = heardFrom(connection);
    await growsUntilHeard(connection, heard);
    expect(new Set(heard)).toEqual(new Set(["tools"]));
    expect((await connection.listTools()).length).toBeGreaterThan(before.length);
  });

  it("is not told to whoever has stopped listening, nor kept from others by one that throws", async () => {
    const connection = await connectFixture(scriptServer("v1-server.mjs"));
    const stopped = vi.fn<() => void>();
    connection.onChange(stopped)();
    connection.onChange(() => {
      throw new Error("mine alone");
    });
    const heard = heardFrom(connection);
    await connection.callTool("grow", { name: "another" });
    await vi.waitFor(() => expect(heard).toEqual(["tools"]));
    expect(stopped).not.toHaveBeenCalled();
  });

  it("is told over a stream that broke, and everything counts as changed since", async () => {
    const web = await v2Web();
    const connection = await connectFixture(urlServer(web.url));
    const heard = heardFrom(connection);
    await growsUntilHeard(connection, heard);
    heard.length = 0;
    web.drop();
    await vi.waitFor(() => expect(heard).toEqual(["tools", "resources", "prompts"]), 10_000);
    heard.length = 0;
    await growsUntilHeard(connection, heard);
  });
});
