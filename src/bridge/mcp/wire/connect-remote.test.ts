import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectFixture, urlServer } from "../../../../test/mcp/servers/connect-fixture.ts";
import { openV1Web } from "../../../../test/mcp/servers/open-v1-web.ts";
import { openV2Web } from "../../../../test/mcp/servers/open-v2-web.ts";
import { openWeb, type Web } from "../../../../test/mcp/servers/open-web.ts";
import { NeedsSignIn } from "./needs-sign-in.ts";

/** A web that answers everything in one way, and tells what it was asked. */
async function answering(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<Web & { readonly asked: string[] }> {
  const asked: string[] = [];
  const web = await openWeb((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(response, request);
  });
  onTestFinished(() => web.close());
  return { ...web, asked };
}

const withStatus = (status: number) => answering((response) => response.writeHead(status).end("no"));

describe("a bare url", () => {
  it.each([400, 404, 405, 406, 415])("R103: is tried as SSE after an answer of %i", async (status) => {
    const web = await withStatus(status);
    await expect(connectFixture(urlServer(`${web.origin}/mcp`))).rejects.toMatchObject({
      code: "unavailable",
      message: `The server "fix" answered with HTTP ${status}. It says: no`,
    });
    expect(web.asked).toContain("GET /mcp");
  });

  it.each([401, 403, 429, 500, 503])("R103: is not tried as SSE after an answer of %i", async (status) => {
    const web = await withStatus(status);
    await expect(connectFixture(urlServer(`${web.origin}/mcp`))).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(web.asked.filter((line) => !line.startsWith("POST"))).toEqual([]);
  });

  it("R103: that nobody listens at is not tried as SSE", async () => {
    const web = await openWeb((_, response) => response.end());
    await web.close();
    await expect(connectFixture(urlServer(`${web.origin}/mcp`))).rejects.toMatchObject({
      code: "unavailable",
      message: 'The server "fix" refuses the connection.',
    });
  });

  it("R103: that is pinned to SSE is not tried as Streamable HTTP", async () => {
    const web = await withStatus(405);
    const server = urlServer(`${web.origin}/mcp`, { transport: "sse" });
    await expect(connectFixture(server)).rejects.toMatchObject({ code: "unavailable" });
    expect(web.asked).toEqual(["GET /mcp"]);
  });

  it("R103: that is pinned to Streamable HTTP is not tried as SSE", async () => {
    const web = await withStatus(405);
    const server = urlServer(`${web.origin}/mcp`, { transport: "http" });
    await expect(connectFixture(server)).rejects.toMatchObject({ code: "unavailable" });
    expect(web.asked).not.toContain("GET /mcp");
  });

  it("of an SSE server that is remembered as old is asked no more than it takes", async () => {
    const web = await openV1Web();
    onTestFinished(() => web.close());
    const connection = await connectFixture(urlServer(web.sseUrl), { remembered: { era: "legacy" } });
    expect(connection).toMatchObject({ transport: "sse", revision: "2025-11-25" });
  });
});

describe("what is remembered of a remote server", () => {
  it("saves the question for its revisions", async () => {
    const web = await openV2Web();
    onTestFinished(() => web.close());
    const connection = await connectFixture(urlServer(web.url), { remembered: { era: "legacy" } });
    expect(connection.revision).toBe("2025-11-25");
    expect(web.seen.filter(([, headers]) => headers["mcp-method"] === "server/discover")).toEqual([]);
  });

  it("is dropped when it no longer holds", async () => {
    const web = await openV2Web({ legacy: "reject" });
    onTestFinished(() => web.close());
    const connection = await connectFixture(urlServer(web.url), { remembered: { era: "legacy" } });
    expect(connection).toMatchObject({ revision: "2026-07-28", remembered: { era: "modern" } });
  });
});

describe("a server that wants to know who we are", () => {
  it.each(["auto", "http", "sse"] as const)("over %s asks a person to sign in", async (transport) => {
    const web = await withStatus(401);
    const connecting = connectFixture(urlServer(`${web.origin}/mcp`, { transport }));
    const error: unknown = await connecting.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NeedsSignIn);
    expect(error).toMatchObject({ code: "unavailable", server: "fix" });
    expect((error as Error).message).toContain("`deckhand mcp connect fix`");
  });

  it("and does not accept the credentials of its row says that", async () => {
    const web = await withStatus(401);
    const server = urlServer(`${web.origin}/mcp`, { headers: { authorization: "Bearer s3cret-token" } });
    const error: unknown = await connectFixture(server).catch((caught: unknown) => caught);
    expect(error).not.toBeInstanceOf(NeedsSignIn);
    expect((error as Error).message).toBe(
      'The server "fix" does not accept the credentials of its row (HTTP 401).',
    );
  });
});

describe("the secrets of a row", () => {
  const secrets = { headers: { Authorization: "Bearer s3cret-token", "X-Key": "s3cret-key" } };

  it("never show in a fault, even if the server repeats them", async () => {
    const web = await answering((response, { url, headers }) => {
      const told = [url, headers.authorization, headers["x-key"]].join(" ");
      response.writeHead(400).end(`bad request: ${told}`);
    });
    const server = urlServer(`${web.origin}/mcp?token=s3cret-query`, secrets);
    const error: unknown = await connectFixture(server).catch((caught: unknown) => caught);
    expect((error as Error).message).toContain("bad request: ");
    expect((error as Error).message).not.toContain("s3cret");
  });

  it("in the credentials of a url are sent as a header", async () => {
    const seen: (string | undefined)[] = [];
    const web = await answering((response, { headers }) => {
      seen.push(headers.authorization);
      response.writeHead(503).end();
    });
    const url = `${web.origin.replace("//", "//me:s3cret@")}/mcp`;
    const error: unknown = await connectFixture(urlServer(url)).catch((caught: unknown) => caught);
    expect(seen).toEqual([`Basic ${Buffer.from("me:s3cret").toString("base64")}`]);
    expect((error as Error).message).toBe('The server "fix" answered with HTTP 503.');
  });

  it.each([
    ["no address", urlServer("s3cret"), "is no http or https address"],
    ["another scheme", urlServer("file:///s3cret"), "is no http or https address"],
    [
      "a header that cannot be sent",
      urlServer("http://h/", { headers: { key: "s3cret\nx" } }),
      'The header "key"',
    ],
  ])("do not show when the row has %s", async (_, server, words) => {
    const error: unknown = await connectFixture(server).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "Fault", code: "unavailable" });
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).not.toContain("s3cret");
  });

  it("go to the server's own origin only", async () => {
    const elsewhere = await answering((response) => response.writeHead(200).end());
    const web = await answering((response) =>
      response.writeHead(307, { location: `${elsewhere.origin}/stolen?a=b` }).end(),
    );
    const server = urlServer(`${web.origin}/mcp?token=s3cret-query`, secrets);
    await expect(connectFixture(server)).rejects.toMatchObject({
      code: "unavailable",
      message: `The server "fix" redirects to ${elsewhere.origin}, which is another origin.`,
    });
    expect(elsewhere.asked).toEqual([]);
  });

  it("reach a server that moved within its origin", async () => {
    const moved = await openV2Web();
    onTestFinished(() => moved.close());
    const { origin } = moved;
    const connection = await connectFixture(urlServer(`${origin}/old?key=1`, secrets));
    expect(await connection.listTools()).toHaveLength(8);
    expect(moved.seen.every(([, headers]) => headers["x-key"] === "s3cret-key")).toBe(true);
  });
});
