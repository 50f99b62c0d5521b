import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentOf, type FixtureService, openService } from "../../../test/openapi/open-service.ts";
import { createOpenApiGateway } from "./create-open-api-gateway.ts";
import { loadOpenApiDocuments, type OpenApiRow } from "./load-open-api-documents.ts";

const { signal } = new AbortController();
let service: FixtureService;

beforeAll(async () => {
  service = await openService(({ url }, response) => {
    if (url === "/moved.json")
      return void response.writeHead(302, { location: "https://elsewhere.example/" }).end();
    if (url === "/huge.json") return void response.end(Buffer.alloc(11 * 1024 * 1024, " "));
    response.end(JSON.stringify({ ...documentOf("/api", { "/one": { get: { operationId: "one" } } }) }));
  });
});
afterAll(() => service.close());

function gatewayOf(
  rows: readonly OpenApiRow[],
  readFile = (path: string) => Promise.reject<string>(new Error(`no ${path}`)),
) {
  const documents = loadOpenApiDocuments(rows, { readFile, net: service.net });
  return createOpenApiGateway({ documents, net: service.net, env: () => undefined });
}

describe("rows of a configuration", () => {
  it("become documents that are read once, when they are needed", async () => {
    const read: string[] = [];
    const file = Buffer.from(
      "openapi: 3.0.0\nservers: [{url: https://file.example}]\npaths: {/a: {get: {operationId: a}}}",
    );
    const gateway = gatewayOf([{ toolkit: "file", document: "./a.yaml" }], (path) => {
      read.push(path);
      return Promise.resolve(file as unknown as string);
    });
    expect(read).toEqual([]);
    for (let count = 0; count < 2; count += 1) {
      expect((await gateway.discover({ limit: 5 }, signal)).actions[0]?.slug).toBe("file.a");
    }
    expect(read).toEqual(["./a.yaml"]);
  });

  it("may name a URL, and a relative server starts there", async () => {
    const gateway = gatewayOf([{ toolkit: "web", document: `${service.url}/docs/api.json` }]);
    await gateway.execute("web.one", {}, signal);
    expect(service.last().url).toBe("/api/one");
  });

  it.each([
    ["/moved.json", "https://elsewhere.example/"],
    ["/huge.json", "10485760"],
  ])("whose URL %s cannot be used are said with why", async (path, why) => {
    const gateway = gatewayOf([{ toolkit: "web", document: service.url + path }]);
    expect(await gateway.diagnostics()).toEqual([
      { document: service.url + path, place: "", message: expect.stringContaining(why) },
    ]);
  });

  it("that name private hosts or missing files are said, and the others work", async () => {
    const gateway = gatewayOf([
      { toolkit: "private", document: "http://127.0.0.1:1/api.json" },
      { toolkit: "missing", document: "./missing.yaml" },
      { toolkit: "web", document: `${service.url}/api.json` },
    ]);
    expect((await gateway.discover({ limit: 5 }, signal)).toolkits).toEqual(["web"]);
    expect((await gateway.diagnostics()).map(({ document }) => document)).toEqual([
      "http://127.0.0.1:1/api.json",
      "./missing.yaml",
    ]);
  });
});
