import { gzipSync } from "node:zlib";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectFixture, urlServer } from "../../../../../test/mcp/servers/connect-fixture.ts";
import { openRawWeb, type RawRequest } from "../../../../../test/mcp/servers/open-raw-web.ts";
import { openWeb } from "../../../../../test/mcp/servers/open-web.ts";
import { createRemoteFetch } from "./remote-fetch.ts";

const KIB = 1024;
const MIB = KIB * KIB;
const line = "x".repeat(KIB);

/** Writes for as long as somebody reads. */
function writeForEver(response: ServerResponse, head: string): void {
  response.write(head);
  const more = (): void => {
    while (!response.destroyed && response.write(line));
  };
  response.on("drain", more);
  more();
}

const ENDLESS: Readonly<Record<string, (request: RawRequest, response: ServerResponse) => void>> = {
  "an answer without end": ({ id }, response) => {
    response.setHeader("content-type", "application/json");
    writeForEver(response, `{"jsonrpc":"2.0","id":${id},"result":{"content":"`);
  },
  "an event without end": ({ id }, response) => {
    response.setHeader("content-type", "text/event-stream");
    writeForEver(response, `data: {"jsonrpc":"2.0","id":${id},"result":{"content":"`);
  },
  "an answer that is small only until it is unpacked": ({ id }, response) => {
    const whole = `{"jsonrpc":"2.0","id":${id},"result":{"content":"${line.repeat(2 * KIB)}"}}`;
    const packed = gzipSync(whole);
    response.writeHead(200, {
      "content-type": "application/json",
      "content-encoding": "gzip",
      "content-length": packed.length,
    });
    response.end(packed);
  },
  "an answer that says how large it is": ({ id }, response) => {
    const whole = `{"jsonrpc":"2.0","id":${id},"result":{"content":"${line.repeat(2 * KIB)}"}}`;
    response
      .writeHead(200, { "content-type": "application/json", "content-length": whole.length })
      .end(whole);
  },
};

/** The headers that arrive when a server at `home` is asked something. */
async function sentTo(home: string, place: (origin: string) => string) {
  const seen: IncomingHttpHeaders[] = [];
  const web = await openWeb(({ headers }, response) => {
    seen.push(headers);
    response.end("{}");
  });
  onTestFinished(() => web.close());
  const url = new URL(home === "" ? web.origin : home);
  const remote = createRemoteFetch({ url, headers: { "X-Key": "of the row", Accept: "anything" } });
  await remote.fetch(place(web.origin), { headers: { accept: "application/json" } });
  return seen[0];
}

describe("what is sent", () => {
  it("to the server's own origin has the headers of its row, which give way to those of the protocol", async () => {
    expect(await sentTo("", (origin) => `${origin}/any/place`)).toMatchObject({
      "x-key": "of the row",
      accept: "application/json",
    });
  });

  it.each([
    ["port", "http://127.0.0.1:1"],
    ["scheme", "https://127.0.0.1"],
    ["host", "http://localhost"],
  ])("to another %s has none of them", async (_, home) => {
    const headers = await sentTo(home, (origin) => `${origin}/token`);
    expect(headers).toMatchObject({ accept: "application/json" });
    expect(headers).not.toHaveProperty("x-key");
  });
});

describe("a result that is too large", () => {
  it.each(Object.entries(ENDLESS))("%s is dropped, and the next call works", async (_, endless) => {
    let calls = 0;
    const web = await openRawWeb({
      "tools/call": (request, response) =>
        (calls += 1) === 1 ? endless(request, response) : { resultType: "complete", content: ["fine"] },
    });
    const connection = await connectFixture(urlServer(web.url), { maxAnswerBytes: MIB });
    await expect(connection.callTool("any", {})).rejects.toMatchObject({
      code: "tool_error",
      message: 'The server "fix" sent more than 1 MiB in one answer; it was dropped.',
    });
    expect(await connection.callTool("any", {})).toEqual({ content: ["fine"] });
  });
});
