import { EventEmitter, once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { type AnswerRequest, documentOf, openService } from "../../../test/openapi/open-service.ts";
import { createLocalNet } from "../../backends/index.ts";
import { createOpenApiGateway } from "./create-open-api-gateway.ts";
import type { OpenApiDocument } from "./open-api-document.ts";

const { signal } = new AbortController();
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const TICKETS = {
  "/tickets": {
    get: { operationId: "listTickets", summary: "List tickets", tags: ["support"] },
    post: {
      operationId: "createTicket",
      summary: "Open a ticket",
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["title"],
              properties: { title: { type: "string" }, urgent: { type: "boolean" } },
            },
          },
        },
      },
    },
  },
  "/tickets/{id}": {
    get: {
      summary: "One ticket",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    },
    delete: { operationId: "removeTicket", summary: "Delete a ticket for good", deprecated: true },
  },
};
const WEATHER = {
  "/forecast": {
    get: { operationId: "forecast", summary: "Tomorrow's weather", description: "Rain, sun and wind." },
  },
};

function gatewayOver(documents: readonly OpenApiDocument[]) {
  return createOpenApiGateway({ documents, net: createLocalNet(), env: () => undefined });
}

const both = () =>
  gatewayOver([
    { toolkit: "Helpdesk", document: documentOf("https://tickets.example", TICKETS) },
    {
      document: documentOf("https://weather.example", {
        ...WEATHER,
        root: { info: { title: "Sky & Weather" } },
      }),
    },
  ]);

async function slugs(query: { toolkits?: string[]; query?: string; limit?: number }): Promise<string[]> {
  const { actions } = await both().discover({ limit: 20, ...query }, signal);
  return actions.map(({ slug }) => slug);
}

describe("discover", () => {
  it("lists everything in the order of the documents when no words are given", async () => {
    const found = await both().discover({ limit: 3 }, signal);
    expect(found).toMatchObject({ total: 5, toolkits: ["Helpdesk", "sky-weather"] });
    expect(found.actions.map(({ slug }) => slug)).toEqual([
      "Helpdesk.listTickets",
      "Helpdesk.createTicket",
      "Helpdesk.get_tickets_id",
    ]);
  });

  it.each([
    ["open a new ticket", "Helpdesk.createTicket"],
    ["createTicket", "Helpdesk.createTicket"],
    ["list TICKETS", "Helpdesk.listTickets"],
    ["support", "Helpdesk.listTickets"],
    ["will there be rain", "sky-weather.forecast"],
    ["forcast", "sky-weather.forecast"],
  ])("finds %j", async (query, slug) => {
    expect((await slugs({ query }))[0]).toBe(slug);
  });

  it("tells what an action takes, and that it is deprecated", async () => {
    const { actions } = await both().discover({ query: "ticket", limit: 20 }, signal);
    const bySlug = new Map(actions.map((action) => [action.slug, action]));
    expect(bySlug.get("Helpdesk.createTicket")).toMatchObject({
      toolkit: "Helpdesk",
      summary: "Open a ticket (POST /tickets)",
      parameters: {
        type: "object",
        required: ["body"],
        additionalProperties: false,
        properties: { body: { required: ["title"], properties: { title: { type: "string" } } } },
      },
    });
    expect(bySlug.get("Helpdesk.removeTicket")?.summary).toMatch(/^Deprecated\. /);
  });

  it("R50, R329: keeps to toolkits, in any case, and names the known ones for another", async () => {
    expect(await slugs({ toolkits: ["SKY-weather"] })).toEqual(["sky-weather.forecast"]);
    expect(await slugs({ toolkits: ["helpdesk"], query: "weather" })).toEqual([]);
    await expect(both().discover({ toolkits: ["helpdesk", "mail"], limit: 5 }, signal)).rejects.toMatchObject(
      {
        code: "not_found",
        message: expect.stringContaining("mail"),
        hint: expect.stringContaining("Helpdesk, sky-weather"),
      },
    );
  });

  it("ends its waiting when it is cancelled, and reads the document for others all the same", async () => {
    const read = new EventEmitter();
    const document = () => once(read, "text").then(String);
    const gateway = gatewayOver([{ toolkit: "slow", document }]);
    const taken = new AbortController();
    const waiting = gateway.discover({ limit: 1 }, taken.signal);
    const other = gateway.discover({ limit: 1 }, signal);
    taken.abort(new Error("taken back"));
    await expect(waiting).rejects.toThrow("taken back");
    read.emit("text", JSON.stringify(documentOf("https://slow.example", WEATHER)));
    expect((await other).total).toBe(1);
  });
});

async function service(answer?: AnswerRequest) {
  const opened = await openService(answer);
  open.push(opened);
  return opened;
}

const saying =
  (
    status: number,
    type: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): AnswerRequest =>
  (_, response) =>
    void response
      .writeHead(status, { ...(type === "" ? {} : { "content-type": type }), ...headers })
      .end(body);

const ONE = { "/one": { get: { operationId: "one" } } };

async function answered(answer: AnswerRequest, extra: Partial<OpenApiDocument> = {}) {
  return (await service(answer)).gateway({ ...extra, paths: ONE }).execute("api.one", {}, signal);
}

describe("execute", () => {
  it("R50, R329: calls the service, after checking the arguments", async () => {
    const opened = await service();
    const gateway = opened.gateway({ paths: TICKETS });
    const result = await gateway.execute("api.createTicket", { body: { title: "It rains in" } }, signal);
    expect(result).toEqual({
      isError: false,
      content: [{ kind: "json", value: { status: 200, body: { ok: true } } }],
    });
    expect(opened.last()).toMatchObject({ method: "POST", url: "/tickets", body: '{"title":"It rains in"}' });
    for (const [slug, input, field] of [
      ["api.createTicket", {}, "body"],
      ["api.createTicket", { body: { title: 5 } }, "body.title"],
      ["api.createTicket", { body: { title: "x" }, extra: 1 }, "extra"],
      ["api.get_tickets_id", { id: "seven" }, "id"],
    ] as const) {
      await expect(gateway.execute(slug, input, signal)).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining(field),
      });
    }
    expect(opened.received).toHaveLength(1);
  });

  it("R329: knows slugs by their case, and names the closest for one it does not know", async () => {
    await expect(both().execute("helpdesk.createticket", {}, signal)).rejects.toMatchObject({
      code: "not_found",
      hint: expect.stringContaining("Helpdesk.createTicket"),
    });
  });

  it.each([
    [
      "text",
      "text/plain; charset=latin1",
      Buffer.from("Gr\u00fc\u00dfe", "latin1"),
      "Status 200, text/plain.\n\nGrüße",
    ],
    ["JSON that is none", "application/json", "{", "Status 200, application/json.\n\n{"],
    [
      "JSON nested without end",
      "application/json",
      "[".repeat(20_000) + "]".repeat(20_000),
      "Status 200, application/json.\n\n[[[",
    ],
    [
      "bytes",
      "image/png",
      Buffer.from([0x89, 0, 1]),
      "Status 200. The answer is not text (image/png, 3 bytes) and is not shown.",
    ],
    ["bytes of no type", "", Buffer.from([0xff, 0xfe, 0xfd]), "(no type, 3 bytes)"],
    ["nothing", "text/plain", "", "Status 200, nothing else came."],
  ])("shows %s", async (_, type, body, expected) => {
    const { isError, content } = await answered(saying(200, type, body));
    expect(isError).toBe(false);
    expect(content).toEqual([{ kind: "text", text: expect.stringContaining(expected) }]);
  });

  it("shows an answer without content, and where to go on", async () => {
    expect(await answered(saying(204, "", ""))).toMatchObject({
      isError: false,
      content: [{ text: "Status 204, nothing else came." }],
    });
    expect(await answered(saying(201, "application/json", "[]", { location: "/one/7" }))).toMatchObject({
      content: [{ kind: "json", value: { status: 201, headers: { location: "/one/7" }, body: [] } }],
    });
  });

  it.each([400, 404, 429, 500, 503])("turns %i into an error with what was said", async (status) => {
    const result = await answered(saying(status, "application/json", '{"why":"because"}'));
    expect(result).toMatchObject({ isError: true, error: { code: "tool_error" } });
    expect(result.error?.message).toContain(`api.one answered ${status}:\n{"why":"because"}`);
  });

  it("shows the beginning of an error that does not end", async () => {
    const result = await answered((_, response) => {
      response.writeHead(500, { "content-type": "text/plain" });
      response.write("broken ".repeat(50_000));
    });
    expect(result.error?.message).toContain("broken broken");
    expect(result.error?.message.length).toBeLessThan(5000);
  });

  it("ends with a timeout when the service does not answer, or stops half-way", async () => {
    await expect(answered(() => undefined, { timeoutMs: 100 })).rejects.toMatchObject({ code: "timeout" });
    const stopping = answered((_, response) => void response.writeHead(200).write("half"), {
      timeoutMs: 200,
    });
    await expect(stopping).rejects.toMatchObject({ code: "timeout" });
  });

  it("reads no more of an answer of 50 MB than it may", async () => {
    const left = new EventEmitter();
    const gone = once(left, "close");
    const failing = answered((_, response) => {
      response.on("close", () => left.emit("close")).writeHead(200, { "content-type": "application/json" });
      response.end(Buffer.alloc(50 * 1024 * 1024, "1"));
    });
    await expect(failing).rejects.toMatchObject({
      code: "tool_error",
      message: expect.stringContaining(String(5 * 1024 * 1024)),
    });
    await gone;
    await expect(answered(saying(200, "text/plain", "12345"), { maxBytes: 4 })).rejects.toMatchObject({
      code: "tool_error",
    });
  });

  it("passes a cancellation on as it is", async () => {
    const taken = new AbortController();
    const opened = await service(() => taken.abort(new Error("taken back")));
    await expect(opened.gateway({ paths: ONE }).execute("api.one", {}, taken.signal)).rejects.toThrow(
      "taken back",
    );
    await expect(opened.gateway({ paths: ONE }).execute("api.one", {}, taken.signal)).rejects.toThrow(
      "taken back",
    );
    expect(opened.received).toHaveLength(1);
  });

  it("reaches no private address that the user did not open", async () => {
    const opened = await service();
    const gateway = gatewayOver([{ toolkit: "api", document: documentOf(opened.url, ONE) }]);
    await expect(gateway.execute("api.one", {}, signal)).rejects.toMatchObject({ code: "denied_policy" });
    expect(opened.received).toEqual([]);
  });
});

describe("servers", () => {
  it.each([
    ["a path of its own", { servers: [{ url: "BASE/v1/" }] }, {}, "/v1/one"],
    ["variables", { servers: [{ url: "BASE/{v}", variables: { v: { default: "v2" } } }] }, {}, "/v2/one"],
    ["a relative URL", { servers: [{ url: "../v3" }] }, { origin: "BASE/docs/api/doc.json" }, "/docs/v3/one"],
    ["none at all", { servers: [] }, { origin: "BASE/docs/doc.json" }, "/one"],
    [
      "one that configuration overrules",
      { servers: [{ url: "https://elsewhere.example" }] },
      { server: "BASE/mine" },
      "/mine/one",
    ],
  ])("with %s", async (_, root, extra, expected) => {
    const opened = await service();
    const real = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("BASE", opened.url)) as T;
    await opened
      .gateway({ ...real(extra), paths: { ...ONE, root: real(root) } })
      .execute("api.one", {}, signal);
    expect(opened.last().url).toBe(expected);
  });

  it.each([
    ["a relative URL in a file", { servers: [{ url: "/v1" }] }],
    ["a variable without default", { servers: [{ url: "https://{host}/" }] }],
    ["another scheme", { servers: [{ url: "file:///etc/passwd" }] }],
    ["credentials in it", { servers: [{ url: "https://me:secret@api.example" }] }],
    ["nonsense", { servers: ["x"] }],
  ])("with %s leave nothing to call, and one remark", async (_, root) => {
    const gateway = gatewayOver([
      { toolkit: "api", origin: "./api.yaml", document: documentOf("", { ...TICKETS, root }) },
    ]);
    expect(await gateway.diagnostics()).toEqual([
      { document: "./api.yaml", place: "servers", message: expect.stringContaining("Set `server`") },
    ]);
    await expect(gateway.execute("api.listTickets", {}, signal)).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});
