import { describe, expect, it, vi } from "vitest";
import { connectFixture, scriptServer, urlServer } from "../../../../test/mcp/servers/connect-fixture.ts";
import { openV2Web } from "../../../../test/mcp/servers/open-v2-web.ts";
import { textOf } from "../../../../test/mcp/servers/text-of.ts";
import { v1Web, v2Web } from "../../../../test/mcp/servers/web-of-a-test.ts";
import { createLocalPrograms } from "../../../backends/index.ts";
import type { Program, Programs } from "../../../kernel/index.ts";

describe("a connection ends", () => {
  it.each([404, 400] as const)("when its session is forgotten, told by HTTP %i", async (status) => {
    const web = await v1Web();
    const connection = await connectFixture(urlServer(web.url));
    await vi.waitFor(() => expect(web.seen).toContain("GET"));
    web.forget(status);
    await expect(connection.callTool("echo", { text: "x" })).rejects.toMatchObject({
      code: "unavailable",
      message: 'The server "fix" has forgotten our session, and did nothing.',
    });
    expect(await connection.ended).toEqual({ reason: "the server has forgotten the session" });
  });

  it("when its session is forgotten, over SSE too", async () => {
    const web = await v1Web();
    const connection = await connectFixture(urlServer(web.sseUrl));
    web.forget();
    await expect(connection.callTool("echo", { text: "x" })).rejects.toMatchObject({
      code: "unavailable",
      message: 'The server "fix" has forgotten our session, and did nothing.',
    });
    expect(await connection.ended).toEqual({ reason: "the server has forgotten the session" });
  });

  it("when its event stream does, since the next one would be another session", async () => {
    const web = await v1Web();
    const connection = await connectFixture(urlServer(web.sseUrl));
    web.drop();
    await connection.ended;
    await expect(connection.callTool("echo", {})).rejects.toMatchObject({ code: "unavailable" });
  });

  it("when the server is gone", async () => {
    const web = await openV2Web();
    const connection = await connectFixture(urlServer(web.url));
    await web.close();
    await expect(connection.callTool("echo", {})).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/refuses the connection|broke the connection/) as string,
    });
    expect(await connection.ended).toEqual({ reason: "the server cannot be reached any more" });
  });

  it("when it is closed, once, and tells the server", async () => {
    const web = await v1Web();
    const connection = await connectFixture(urlServer(web.url));
    expect(web.sessions()).toBe(1);
    await Promise.all([connection.close(), connection.close()]);
    await connection.close();
    expect(await connection.ended).toEqual({ reason: "it was closed" });
    expect(web.sessions()).toBe(0);
  });

  it("with its program", async () => {
    const local = createLocalPrograms();
    const started: Program[] = [];
    const start: Programs["start"] = async (spec) => {
      const program = await local.start(spec);
      started.push(program);
      return program;
    };
    const connection = await connectFixture(scriptServer("old-server.mjs"), { programs: { start } });
    await connection.close();
    expect(started).toHaveLength(1);
    expect(await started[0]?.exited).toBeDefined();
    expect(await connection.ended).toEqual({ reason: "it was closed" });
  });
});

describe("a connection lives on", () => {
  it("when one of its HTTP connections breaks", async () => {
    const web = await v2Web();
    const connection = await connectFixture(urlServer(web.url));
    const ended = vi.fn<() => void>();
    void connection.ended.then(ended);
    const call = connection.callTool("wait", { mark: "x" }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(web.seen.some(([, headers]) => headers["mcp-name"] === "wait")).toBe(true));
    web.drop();
    expect(await call).toMatchObject({ code: "unavailable" });
    expect(textOf(await connection.callTool("echo", { text: "still here" }))).toBe("still here");
    expect(ended).not.toHaveBeenCalled();
  });
});
