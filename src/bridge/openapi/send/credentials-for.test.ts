import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentOf, type FixtureService, openService } from "../../../../test/openapi/open-service.ts";
import { createLocalNet } from "../../../backends/index.ts";
import { createOpenApiGateway } from "../create-open-api-gateway.ts";

const { signal } = new AbortController();
const SECRET = "s3cr3t value/+=";
let service: FixtureService;

beforeAll(async () => {
  service = await openService((request, response) => {
    if (request.url.startsWith("/move")) {
      return void response.writeHead(302, { location: `https://elsewhere.example${request.url}` }).end();
    }
    const body = { ...request, basic: request.headers.authorization?.replace("Basic ", "") };
    const type = request.url.startsWith("/text") ? "text/plain" : "application/json";
    response
      .writeHead(request.url.startsWith("/fail") ? 500 : 200, { "content-type": type })
      .end(JSON.stringify(body));
  });
});
afterAll(() => service.close());

const SCHEMES = {
  inHeader: { type: "apiKey", in: "header", name: "X-Key" },
  inQuery: { type: "apiKey", in: "query", name: "api_key" },
  inCookie: { type: "apiKey", in: "cookie", name: "sid" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "Bearer" },
  oauth: { type: "oauth2", flows: {} },
  openId: { type: "openIdConnect", openIdConnectUrl: "https://id.example" },
  digest: { type: "http", scheme: "digest" },
  other: { type: "http", scheme: "bearer" },
};
const AUTH = Object.fromEntries(
  Object.keys(SCHEMES).map((name) => [name, { env: name === "other" ? "OTHER" : "KEY" }]),
);

function gatewayWith(
  security: unknown,
  extra: object = {},
  env: Readonly<Record<string, string>> = { KEY: SECRET },
) {
  const operation = { security, parameters: [{ name: "filter", in: "query", schema: {} }] };
  const paths = Object.fromEntries(
    ["echo", "move", "fail", "text"].map((name) => [
      `/${name}`,
      { get: { operationId: name, ...operation } },
    ]),
  );
  const root = { components: { securitySchemes: SCHEMES } };
  return service.gateway({ auth: AUTH, ...extra, paths: { ...paths, root } }, env);
}

describe("credentials", () => {
  it.each([
    ["inHeader", "x-key", SECRET],
    ["inCookie", "cookie", `sid=${encodeURIComponent(SECRET)}`],
    ["bearer", "authorization", `Bearer ${SECRET}`],
    ["oauth", "authorization", `Bearer ${SECRET}`],
    ["openId", "authorization", `Bearer ${SECRET}`],
    ["basic", "authorization", `Basic ${Buffer.from(SECRET).toString("base64")}`],
  ])("for %s are sent as %s", async (scheme, header, expected) => {
    await gatewayWith([{ [scheme]: [] }]).execute("api.echo", {}, signal);
    expect(service.last().headers[header]).toBe(expected);
  });

  it("are sent in a query, and as user and password", async () => {
    await gatewayWith([{ inQuery: [] }]).execute("api.echo", { filter: "x" }, signal);
    expect(service.last().url).toBe(`/echo?filter=x&api_key=${encodeURIComponent(SECRET)}`);
    const pair = { auth: { basic: { userEnv: "USER_NAME", passwordEnv: "PASSWORD" } } };
    await gatewayWith([{ basic: [] }], pair, { USER_NAME: "me", PASSWORD: "pässword" }).execute(
      "api.echo",
      {},
      signal,
    );
    expect(service.last().headers.authorization).toBe(
      `Basic ${Buffer.from("me:pässword").toString("base64")}`,
    );
  });

  it.each([
    [
      "the first choice that is complete",
      [{ other: [] }, { inHeader: [], bearer: [] }, { inQuery: [] }],
      ["x-key", "authorization"],
    ],
    ["what is optional, when it is there", [{}, { inHeader: [] }], ["x-key"]],
    ["nothing, when what is optional is not there", [{ other: [] }, {}], []],
    ["nothing where nothing is asked for", [], []],
  ])("are %s", async (_, security, expected) => {
    await gatewayWith(security).execute("api.echo", {}, signal);
    const { headers, url } = service.last();
    expect(["x-key", "authorization", "cookie"].filter((name) => headers[name] !== undefined)).toEqual(
      expected,
    );
    expect(url).toBe("/echo");
  });

  it.each([
    ["a variable", [{ other: [] }], "OTHER"],
    ["all choices", [{ other: [] }, { digest: [] }], "digest"],
    ["a scheme the document lacks", [{ nowhere: [] }], "nowhere"],
  ])("that are missing are said: %s", async (_, security, named) => {
    const before = service.received.length;
    await expect(gatewayWith(security).execute("api.echo", {}, signal)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining(named),
    });
    expect(service.received).toHaveLength(before);
  });

  it("that no configuration names are said to be missing there", async () => {
    await expect(
      gatewayWith([{ bearer: [] }], { auth: {} }).execute("api.echo", {}, signal),
    ).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("bearer"),
    });
  });

  it("are asked for by the document where the operation says nothing, and cannot be misread as none", async () => {
    const root = { components: { securitySchemes: SCHEMES }, security: [{ bearer: [] }] };
    const paths = {
      "/echo": { get: { operationId: "echo" }, put: { operationId: "odd", security: "none" } },
    };
    const gateway = service.gateway({ auth: AUTH, paths: { ...paths, root } }, { KEY: SECRET });
    await gateway.execute("api.echo", {}, signal);
    expect(service.last().headers.authorization).toBe(`Bearer ${SECRET}`);
    await expect(gateway.execute("api.odd", {}, signal)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("come as configured headers too, without the line break at the end of a file", async () => {
    await gatewayWith([], { headers: { "X-Tenant": { env: "TENANT" } } }, { TENANT: "blue-team\n" }).execute(
      "api.echo",
      {},
      signal,
    );
    expect(service.last().headers["x-tenant"]).toBe("blue-team");
    await expect(
      gatewayWith([], { headers: { "X-Tenant": { env: "TENANT" } } }, {}).execute("api.echo", {}, signal),
    ).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("TENANT") });
  });

  it("cannot be set by an argument that becomes many", async () => {
    const gateway = gatewayWith([{ inQuery: [] }]);
    const setting = gateway.execute("api.echo", { filter: { api_key: "mine" } }, signal);
    await expect(setting).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("api_key"),
    });
  });

  it("are not sent to another server than the document's", async () => {
    const other = await openService();
    try {
      const away = { servers: [{ url: other.url }] };
      const paths = {
        "/asks": { get: { operationId: "asks", security: [{ bearer: [] }], ...away } },
        "/open": { get: { operationId: "open", ...away } },
        "/home": { get: { operationId: "home" } },
        root: { components: { securitySchemes: SCHEMES } },
      };
      const gateway = createOpenApiGateway({
        documents: [
          {
            toolkit: "api",
            document: documentOf(service.url, paths),
            auth: AUTH,
            headers: { "X-Tenant": { env: "KEY" } },
          },
        ],
        net: createLocalNet({ allowPrivate: ["127.0.0.1"] }),
        env: () => SECRET,
      });
      await expect(gateway.execute("api.asks", {}, signal)).rejects.toMatchObject({ code: "unavailable" });
      await gateway.execute("api.open", {}, signal);
      expect(other.received.map(({ url, headers }) => [url, headers["x-tenant"]])).toEqual([
        ["/open", undefined],
      ]);
      await gateway.execute("api.home", {}, signal);
      expect(service.last().headers["x-tenant"]).toBe(SECRET);
    } finally {
      await other.close();
    }
  });

  it("go into a cookie as they are where a cookie can hold them", async () => {
    await gatewayWith([{ inCookie: [] }], {}, { KEY: "c2Vzc2lvbg==" }).execute("api.echo", {}, signal);
    expect(service.last().headers.cookie).toBe("sid=c2Vzc2lvbg==");
  });

  it("do not follow a redirect, and the error says where it leads", async () => {
    const result = await gatewayWith([{ inQuery: [] }]).execute("api.move", {}, signal);
    expect(result.error).toMatchObject({
      code: "tool_error",
      message: expect.stringContaining("https://elsewhere.example/move?api_key=[secret]"),
    });
  });
});

describe("secrets that a server echoes", () => {
  it.each(["echo", "fail", "text"])("are hidden in what %s says", async (name) => {
    for (const scheme of ["inHeader", "inQuery", "inCookie", "basic", "bearer"]) {
      const result = await gatewayWith([{ [scheme]: [] }]).execute(`api.${name}`, {}, signal);
      const said = JSON.stringify(result);
      for (const form of [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString("base64")]) {
        expect(said).not.toContain(form);
      }
      expect(said).toContain("[secret]");
    }
  });

  it("are hidden in faults that name the URL", async () => {
    const gateway = gatewayWith([{ inQuery: [] }], { server: "http://127.0.0.1:1/private" });
    const failing = gateway.execute("api.echo", {}, signal);
    await expect(failing).rejects.toMatchObject({ code: "denied_policy" });
    await expect(failing).rejects.not.toMatchObject({
      message: expect.stringContaining(encodeURIComponent(SECRET)),
    });
  });
});
