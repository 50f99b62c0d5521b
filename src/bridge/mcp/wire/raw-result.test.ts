import { describe, expect, it } from "vitest";
import { connectFixture, urlServer } from "../../../../test/mcp/servers/connect-fixture.ts";
import { definitionProblem } from "../definitions/definition-problem.ts";
import { openRawWeb, type RawRequest } from "../../../../test/mcp/servers/open-raw-web.ts";

const ODD_TOOLS = [
  { name: "fine", inputSchema: { type: "object" }, zeta: 1, alpha: { beta: null } },
  { name: "no schema at all" },
  { name: 7, inputSchema: "any", title: ["not", "a", "text"] },
];

describe("a result", () => {
  it("of odd tools hides none of them, and no field", async () => {
    const web = await openRawWeb({ "tools/list": () => ({ resultType: "complete", tools: ODD_TOOLS }) });
    const connection = await connectFixture(urlServer(web.url));
    const tools = await connection.listTools();
    expect(tools).toEqual(ODD_TOOLS);
    expect(Object.keys(tools[0] ?? {})).toEqual(["name", "inputSchema", "zeta", "alpha"]);
  });

  it.each<[string, object]>([
    ["content of a kind that nobody knows", { content: [{ type: "hologram", data: 1 }] }],
    ["no content at all", { structuredContent: [1, "two", null] }],
    ["fields of its own", { content: [], "acme/extra": { a: 1 }, _meta: { b: 2 }, isError: true }],
  ])("with %s is passed on as it is", async (_, result) => {
    const web = await openRawWeb({ "tools/call": () => ({ resultType: "complete", ...result }) });
    const connection = await connectFixture(urlServer(web.url));
    expect(await connection.callTool("any", {})).toEqual(result);
  });

  it("that does not say whether it is complete is taken to be", async () => {
    const web = await openRawWeb({ "tools/call": () => ({ content: [] }) });
    const connection = await connectFixture(urlServer(web.url));
    expect(await connection.callTool("any", {})).toEqual({ content: [] });
  });

  it("that is nested too deep for anybody to walk through is a fault", async () => {
    const depth = 100_000;
    const web = await openRawWeb({
      "tools/call": ({ id }, response) => {
        const deep = "[".repeat(depth) + "]".repeat(depth);
        response.setHeader("content-type", "application/json");
        response.end(`{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","content":[${deep}]}}`);
      },
    });
    const connection = await connectFixture(urlServer(web.url));
    await expect(connection.callTool("any", {})).rejects.toMatchObject({
      code: "tool_error",
      message: expect.stringContaining("nested more than 500 levels deep") as string,
    });
  });

  it("that lists one thing nested too deep still lists its neighbours, and that one as too deep", async () => {
    const depth = 100_000;
    const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const web = await openRawWeb({
      "tools/list": ({ id }, response) => {
        response.setHeader("content-type", "application/json");
        const tools = `[{"name":"fine"},{"name":"deep","inputSchema":${deep}},{"name":"last"}]`;
        response.end(`{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","tools":${tools}}}`);
      },
    });
    const connection = await connectFixture(urlServer(web.url));
    const tools = await connection.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["fine", "deep", "last"]);
    expect(definitionProblem(tools[1] ?? {})).toMatch(/levels deep/);
  });

  it("of a type that nobody knows is a fault", async () => {
    const web = await openRawWeb({ "tools/call": () => ({ resultType: "task", content: [] }) });
    const connection = await connectFixture(urlServer(web.url));
    await expect(connection.callTool("any", {})).rejects.toMatchObject({
      code: "tool_error",
      message: expect.stringContaining("Unsupported result type 'task'") as string,
    });
  });
});

describe("arguments that a tool wants repeated as headers", () => {
  const inputSchema = {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" }, rest: { type: "string" } },
  };

  it("are, and what comes back is passed on as it is", async () => {
    const seen: RawRequest[] = [];
    const web = await openRawWeb({
      "tools/list": () => ({
        resultType: "complete",
        tools: [{ name: "deploy", inputSchema, outputSchema: {} }],
      }),
      "tools/call": (request) => {
        seen.push(request);
        return { resultType: "complete", structuredContent: 3, "acme/extra": true };
      },
    });
    const connection = await connectFixture(urlServer(web.url));
    await connection.listTools();
    const result = await connection.callTool("deploy", { region: "eu ", rest: "x" });
    expect(result).toEqual({ structuredContent: 3, "acme/extra": true });
    expect(seen).toMatchObject([
      {
        headers: {
          "mcp-param-region": `=?base64?${Buffer.from("eu ").toString("base64")}?=`,
          "mcp-name": "deploy",
        },
      },
    ]);
  });
});
