import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FixtureService, openService } from "../../../../test/openapi/open-service.ts";

let service: FixtureService;
const { signal } = new AbortController();

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** Sends arguments to an operation of one path, and tells what the service received. */
async function sent(path: string, operation: object, input: Record<string, unknown>, method = "get") {
  const gateway = service.gateway({ paths: { [path]: { [method]: { operationId: "op", ...operation } } } });
  const result = await gateway.execute("api.op", input, signal);
  expect(result.isError).toBe(false);
  return service.last();
}

function query(parameter: object): object {
  return { parameters: [{ name: "p", in: "query", schema: {}, ...parameter }] };
}

function at(parameter: object): object {
  return { parameters: [{ name: "p", in: "path", required: true, schema: {}, ...parameter }] };
}

function parameters(where: string): object {
  return { parameters: [{ name: "X-P", in: where, schema: {} }] };
}

function taking(content: object): object {
  return { requestBody: { required: true, content } };
}

describe("a query", () => {
  it.each([
    ["a text", {}, "a b&c=d#e?f/ü+", "p=a%20b%26c%3Dd%23e%3Ff%2F%C3%BC%2B"],
    ["a number and a flag", {}, 1.5, "p=1.5"],
    ["an empty text", {}, "", "p="],
    ["a list", {}, ["a", "b,c"], "p=a&p=b%2Cc"],
    ["a list in one", { explode: false }, ["a", "b,c"], "p=a,b%2Cc"],
    ["a list with spaces", { style: "spaceDelimited" }, ["a", "b"], "p=a%20b"],
    ["a list with pipes", { style: "pipeDelimited" }, ["a", "b"], "p=a%7Cb"],
    ["a list with pipes, apart", { style: "pipeDelimited", explode: true }, ["a", "b"], "p=a&p=b"],
    ["an object", {}, { x: 1, y: "z w" }, "x=1&y=z%20w"],
    ["an object in one", { explode: false }, { x: 1, y: "z" }, "p=x,1,y,z"],
    [
      "a deep object",
      { style: "deepObject" },
      { x: { y: 1 }, z: [1, 2] },
      "p%5Bx%5D%5By%5D=1&p%5Bz%5D%5B%5D=1&p%5Bz%5D%5B%5D=2",
    ],
    ["a deep list", { style: "deepObject" }, ["a", "b"], "p%5B%5D=a&p%5B%5D=b"],
    [
      "JSON",
      { schema: undefined, content: { "application/json": { schema: {} } } },
      { a: [1] },
      "p=%7B%22a%22%3A%5B1%5D%7D",
    ],
    ["null is left out", {}, null, ""],
  ])("carries %s", async (_, parameter, value, expected) => {
    const { url } = await sent("/q", query(parameter), { p: value });
    expect(url).toBe(expected === "" ? "/q" : `/q?${expected}`);
  });

  it("follows one that the path has already", async () => {
    expect((await sent("/q?fixed=1", query({}), { p: "2" })).url).toBe("/q?fixed=1&p=2");
  });
});

describe("a path", () => {
  it.each([
    ["simple", {}, "a/b", "/x/a%2Fb/y"],
    ["simple", {}, "../admin?x#y", "/x/..%2Fadmin%3Fx%23y/y"],
    ["simple", {}, "%2e%2e", "/x/%252e%252e/y"],
    ["simple", {}, "a\\b\r\n", "/x/a%5Cb%0D%0A/y"],
    ["simple", {}, ["a", "b"], "/x/a,b/y"],
    ["simple", { explode: true }, { a: 1, b: 2 }, "/x/a=1,b=2/y"],
    ["label", { style: "label" }, ["a", "b"], "/x/.a,b/y"],
    ["label", { style: "label", explode: true }, ["a", "b"], "/x/.a.b/y"],
    ["matrix", { style: "matrix" }, "v", "/x/;p=v/y"],
    ["matrix", { style: "matrix", explode: true }, ["a", "b"], "/x/;p=a;p=b/y"],
    ["matrix", { style: "matrix", explode: true }, { a: 1, b: 2 }, "/x/;a=1;b=2/y"],
  ])("in style %s with %j carries %j as %s", async (_, parameter, value, expected) => {
    expect((await sent("/x/{p}/y", at(parameter), { p: value })).url).toBe(expected);
  });

  it.each([".", "..", "", [], {}, null])("refuses %j, which would be another path", async (value) => {
    const before = service.received.length;
    await expect(sent("/x/{p}", at({}), { p: value })).rejects.toMatchObject({ code: "invalid_input" });
    expect(service.received).toHaveLength(before);
  });

  it("refuses dots that only two values together make", async () => {
    const gateway = service.gateway({ paths: { "/x/{a}{b}/y": { get: { operationId: "op" } } } });
    await expect(gateway.execute("api.op", { a: ".", b: "." }, signal)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await gateway.execute("api.op", { a: ".", b: "x" }, signal);
    expect(service.last().url).toBe("/x/.x/y");
  });
});

describe("headers and cookies", () => {
  it("carry their parameters", async () => {
    expect((await sent("/h", parameters("header"), { "X-P": ["a", "b"] })).headers["x-p"]).toBe("a,b");
    expect((await sent("/h", parameters("cookie"), { "X-P": "a; b=c" })).headers.cookie).toBe(
      "X-P=a%3B%20b%3Dc",
    );
  });

  it.each(["a\r\nx-evil: 1", "a\nb", "\u0000", "日本"])("refuse %j in a header", async (value) => {
    await expect(sent("/h", parameters("header"), { "X-P": value })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("X-P"),
    });
  });

  it("are never set by a parameter that would bring credentials or frame the request", async () => {
    const names = [
      "Authorization",
      "Host",
      "Cookie",
      "Content-Length",
      "Content-Type",
      "Transfer-Encoding",
      "Proxy-Authorization",
    ];
    const gateway = service.gateway({
      paths: {
        "/h": {
          get: {
            operationId: "op",
            parameters: names.map((name) => ({ name, in: "header", required: true, schema: {} })),
          },
        },
      },
    });
    const { actions } = await gateway.discover({ limit: 1 }, signal);
    expect(actions[0]?.parameters["properties"]).toEqual({});
    for (const name of names) {
      await expect(gateway.execute("api.op", { [name]: "x" }, signal)).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
  });
});

describe("a body", () => {
  it.each([
    ["application/json", { a: "ü", b: [1, null] }, '{"a":"ü","b":[1,null]}'],
    ["application/vnd.api+json", [1], "[1]"],
    [
      "application/x-www-form-urlencoded",
      { a: "x y&z", b: [1, 2], c: { d: 1 } },
      "a=x+y%26z&b=1&b=2&c=%7B%22d%22%3A1%7D",
    ],
    ["text/plain", "plain\ntext", "plain\ntext"],
    ["application/xml", "<a/>", "<a/>"],
  ])("is sent as %s", async (mediaType, body, expected) => {
    const received = await sent("/b", taking({ [mediaType]: { schema: {} } }), { body }, "post");
    expect(received.body).toBe(expected);
    expect(received.headers["content-type"]).toBe(mediaType);
    expect(received.headers["content-length"]).toBe(String(Buffer.byteLength(expected)));
  });

  it("is sent as a form in the style its document asks for", async () => {
    const media = { schema: {}, encoding: { meta: { style: "deepObject", explode: true } } };
    const received = await sent(
      "/b",
      taking({ "application/x-www-form-urlencoded": media }),
      { body: { meta: { a: 1 } } },
      "post",
    );
    expect(received.body).toBe("meta%5Ba%5D=1");
  });

  it("is sent in parts, whose names cannot break out", async () => {
    const received = await sent(
      "/b",
      taking({ "multipart/form-data": { schema: {} } }),
      { body: { 'a"\r\nx: y': "1", list: ["2", "3"], deep: { b: 1 } } },
      "post",
    );
    const boundary = /boundary=(.+)$/.exec(received.headers["content-type"] ?? "")?.[1] ?? "";
    const parts = received.body.split(`--${boundary}`).slice(1, -1);
    expect(parts).toEqual([
      '\r\nContent-Disposition: form-data; name="a%22%0D%0Ax: y"\r\n\r\n1\r\n',
      '\r\nContent-Disposition: form-data; name="list"\r\n\r\n2\r\n',
      '\r\nContent-Disposition: form-data; name="list"\r\n\r\n3\r\n',
      '\r\nContent-Disposition: form-data; name="deep"\r\nContent-Type: application/json\r\n\r\n{"b":1}\r\n',
    ]);
    expect(received.body.endsWith(`--${boundary}--\r\n`)).toBe(true);
  });

  it("is JSON where its document offers several forms", async () => {
    const content = { "text/plain": {}, "application/x-www-form-urlencoded": {}, "application/json": {} };
    expect((await sent("/b", taking(content), { body: { a: 1 } }, "put")).headers["content-type"]).toBe(
      "application/json",
    );
  });

  it("that can only be sent in a way that is not supported makes its operation unavailable", async () => {
    const gateway = service.gateway({
      paths: {
        "/b": { post: { operationId: "op", ...taking({ "image/png": {} }) }, get: { operationId: "other" } },
      },
    });
    await expect(gateway.execute("api.op", {}, signal)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("image/png"),
    });
    expect((await gateway.discover({ limit: 9 }, signal)).actions.map(({ slug }) => slug)).toEqual([
      "api.other",
    ]);
  });
});

describe("values that cannot be written down", () => {
  it.each(["\ud800", JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`) as unknown])(
    "are said by name",
    async (value) => {
      await expect(sent("/q", query({}), { p: value })).rejects.toMatchObject({ code: "invalid_input" });
      expect((await sent("/q", query({}), { p: "fine" })).url).toBe("/q?p=fine");
    },
  );
});
