import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { connectFixture, scriptServer, urlServer } from "../../../../test/mcp/servers/connect-fixture.ts";
import { textOf } from "../../../../test/mcp/servers/text-of.ts";
import { v1Web, v2Web } from "../../../../test/mcp/servers/web-of-a-test.ts";
import type { McpConnection } from "./mcp-connection.ts";

const WAYS: Readonly<Record<string, () => Promise<McpConnection>>> = {
  "v1 stdio": () => connectFixture(scriptServer("v1-server.mjs")),
  "v2 stdio": () => connectFixture(scriptServer("v2-server.mjs")),
  "v1 Streamable HTTP": async () => connectFixture(urlServer((await v1Web()).url)),
  "v1 SSE": async () => connectFixture(urlServer((await v1Web()).sseUrl, { transport: "sse" })),
  "v2 Streamable HTTP": async () => connectFixture(urlServer((await v2Web()).url)),
};

/** Which calls the server knows to have been taken back. */
async function cancelledAt(connection: McpConnection): Promise<string> {
  return textOf(await connection.callTool("cancelled", {}));
}

describe.each(Object.entries(WAYS))("a call over %s", (_, connect) => {
  it("R105: ends at once with the caller's reason when it is cancelled, and the server is told", async () => {
    const connection = await connect();
    const leaving = new AbortController();
    const reason = new Error("no longer wanted");
    const call = connection.callTool("wait", { mark: "taken back" }, { cancel: leaving.signal });
    await sleep(100);
    const caught = call.catch((error: unknown) => error);
    leaving.abort(reason);
    expect(await caught).toBe(reason);
    await vi.waitFor(async () => expect(await cancelledAt(connection)).toBe("taken back"), 5000);
  });

  it("R105: is a fault when the server is silent for too long, and the server is told", async () => {
    const connection = await connect();
    await expect(connection.callTool("wait", { mark: "overdue" }, { timeoutMs: 200 })).rejects.toMatchObject({
      name: "Fault",
      code: "timeout",
      message: 'The server "fix" was silent about wait for 0.2 s; it was told to stop.',
    });
    await vi.waitFor(async () => expect(await cancelledAt(connection)).toBe("overdue"), 5000);
  });

  it("R105: may take longer than its limit as long as it makes progress", async () => {
    const connection = await connect();
    const notes: string[] = [];
    const result = await connection.callTool(
      "work",
      { steps: 6, everyMs: 250 },
      { timeoutMs: 1200, onProgress: (note) => notes.push(note) },
    );
    expect(textOf(result)).toBe("worked");
    expect(notes).toEqual([1, 2, 3, 4, 5, 6].map((step) => `${step} of 6: step ${step}`));
  });

  it("is a short, plain fault with the server's name when the server answers with an error", async () => {
    const connection = await connect();
    const error: unknown = await connection
      .callTool("fail", { length: 50_000 })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "Fault", code: "tool_error" });
    const { message } = error as Error;
    expect(message).toContain('The server "fix" answered with an error: ');
    expect(message).toContain("cannot fail xxx");
    expect(message).not.toContain("\u001b");
    expect(message.length).toBeLessThan(1200);
  });

  it("that is cancelled beforehand is never made", async () => {
    const connection = await connect();
    const reason = new Error("never mind");
    const cancel = AbortSignal.abort(reason);
    await expect(connection.callTool("wait", { mark: "never" }, { cancel })).rejects.toBe(reason);
    expect(await cancelledAt(connection)).toBe("");
  });
});

describe("the limits of a row", () => {
  it("R105: hold where a call names none", async () => {
    const connection = await connectFixture(scriptServer("v2-server.mjs", { callTimeoutMs: 150 }));
    await expect(connection.callTool("wait", { mark: "a" })).rejects.toMatchObject({ code: "timeout" });
  });
});

it("R105: a call may make progress without anybody listening", async () => {
  const connection = await connectFixture(scriptServer("v2-server.mjs"));
  const working = connection.callTool("work", { steps: 6, everyMs: 250 }, { timeoutMs: 1200 });
  expect(textOf(await working)).toBe("worked");
});

describe("a connection that breaks in the middle of a call", () => {
  it("over stdio: says that the call may have run, and has ended", async () => {
    const connection = await connectFixture(scriptServer("v2-server.mjs"));
    await expect(connection.callTool("die", {})).rejects.toMatchObject({
      code: "unavailable",
      message: 'The server "fix" ended with code 3. The call may have run.',
    });
    expect(await connection.ended).toEqual({ reason: "The server ended with code 3." });
    await expect(connection.callTool("echo", {})).rejects.toMatchObject({
      code: "unavailable",
      message: 'The connection to the server "fix" is closed.',
    });
  });

  it.each([
    ["v1 Streamable HTTP", async () => ({ web: await v1Web(), pick: "url" as const })],
    ["v1 SSE", async () => ({ web: await v1Web(), pick: "sseUrl" as const })],
    ["v2 Streamable HTTP", async () => ({ web: await v2Web(), pick: "url" as const })],
  ])("over %s: says at once that the call may have run", async (_, open) => {
    const { web, pick } = await open();
    const url = pick === "sseUrl" && "sseUrl" in web ? web.sseUrl : web.url;
    const connection = await connectFixture(urlServer(url));
    const call = connection.callTool("wait", { mark: "x" }, { timeoutMs: 20_000 });
    const caught = call.catch((error: unknown) => error);
    await sleep(100);
    web.drop();
    const began = performance.now();
    expect(await caught).toMatchObject({
      name: "Fault",
      code: "unavailable",
      message: expect.stringContaining("The call may have run.") as string,
    });
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
