import * as fc from "fast-check";
import { stringify } from "yaml";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../../../test/openapi/open-service.ts";
import { Fault, type Net } from "../../../kernel/index.ts";
import { createOpenApiGateway } from "../create-open-api-gateway.ts";
import type { OpenApiDocument } from "../open-api-document.ts";

const { signal } = new AbortController();

/** Nothing here may reach anybody. */
const noNet: Net = {
  judge: () => ({ verdict: "block", rule: "scheme", reason: "no net" }),
  request: () => Promise.reject(new Fault("denied_policy", "no net")),
};

function gatewayOver(...documents: OpenApiDocument[]) {
  return createOpenApiGateway({ documents, net: noNet, env: () => undefined });
}

const GOOD: OpenApiDocument = {
  toolkit: "good",
  document: documentOf("https://good.example", { "/good": { get: { operationId: "get" } } }),
};

/** What is offered, and what is said, when this document stands beside a good one. */
async function besideGood(document: OpenApiDocument["document"]) {
  const gateway = gatewayOver({ toolkit: "bad", origin: "bad.yaml", document }, GOOD);
  const { actions } = await gateway.discover({ limit: 9 }, signal);
  const slugs = actions.map(({ slug }) => slug);
  expect(slugs).toContain("good.get");
  return { slugs, diagnostics: await gateway.diagnostics(), gateway };
}

describe("a document that cannot be read", () => {
  const bomb = [
    "openapi: 3.0.0",
    "a0: &a0 [x, x, x, x, x, x, x, x, x]",
    ..."123456789".split("").map(
      (at) =>
        `a${at}: &a${at} [${Array(9)
          .fill(`*a${Number(at) - 1}`)
          .join(", ")}]`,
    ),
  ].join("\n");

  it.each([
    ["broken JSON", '{"openapi": "3.0.0",\n "paths": {]}', /JSON.*line 2 column 12/s],
    ["broken YAML", "openapi: 3.0.0\npaths:\n  - a\n b: c", /YAML.*line 4/s],
    ["an alias bomb", bomb, /alias/i],
    ["brackets without end", "[".repeat(20_000), /YAML/],
    ["Swagger 2", '{"swagger": "2.0", "paths": {}}', /Swagger 2.*Convert/s],
    ["no version", "paths: {}", /no `openapi` version/],
    ["another version", "openapi: 4.0.0", /4\.0\.0/],
    ["a list", "- a", /not an object/],
    ["nothing", "", /not an object/],
    ["too much", " ".repeat(10 * 1024 * 1024 + 1), /10485760/],
    ["no object", JSON.parse("[]") as object, /not an object/],
    ["a file that cannot be read", () => Promise.reject(new Error("ENOENT: no such file")), /ENOENT/],
  ])("by %s is said, and the others are read", async (_, document, message) => {
    const { slugs, diagnostics, gateway } = await besideGood(document);
    expect(slugs).toEqual(["good.get"]);
    expect(diagnostics).toEqual([
      { document: "bad.yaml", place: "", message: expect.stringMatching(message) },
    ]);
    await expect(gateway.execute("bad.anything", {}, signal)).rejects.toMatchObject({
      code: "not_found",
      hint: expect.stringContaining("bad.yaml"),
    });
  });
});

describe("documents of which none can be used", () => {
  it("are said when something is looked for", async () => {
    const gateway = gatewayOver({ origin: "bad.yaml", document: "swagger: 2.0" });
    await expect(gateway.discover({ limit: 5 }, signal)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("bad.yaml: It is a Swagger 2 document"),
    });
    expect(await gatewayOver().discover({ limit: 5 }, signal)).toEqual({
      actions: [],
      total: 0,
      toolkits: [],
    });
  });
});

function body(schema: object): object {
  return { requestBody: { content: { "application/json": { schema } } } };
}

describe("references that lead outside", () => {
  const REFS = [
    "https://evil.example/s.json#/A",
    "file:///etc/passwd",
    "./other.yaml#/A",
    "/etc/passwd",
    "#/nowhere",
    "#anchor",
    "#/%E0%A4%A",
  ];

  it.each(REFS)("%s makes its operation unavailable, and no other", async (ref) => {
    const { slugs, diagnostics, gateway } = await besideGood(
      documentOf("https://bad.example", {
        "/direct": { post: { operationId: "direct", ...body({ $ref: ref }) } },
        "/far": { post: { operationId: "far", ...body({ $ref: "#/components/schemas/A" }) } },
        "/parameter": { get: { operationId: "parameter", parameters: [{ $ref: ref }] } },
        "/body": { post: { operationId: "body", requestBody: { $ref: ref } } },
        "/path": { $ref: ref },
        "/answer": { get: { operationId: "answer", responses: { 200: { $ref: ref } } } },
        "/clean": { post: { operationId: "clean", ...body({ $ref: "#/components/schemas/Clean" }) } },
        root: {
          components: {
            schemas: {
              A: { properties: { b: { $ref: "#/components/schemas/B" } } },
              B: { anyOf: [{ $ref: "#/components/schemas/A" }, { items: { $ref: ref } }] },
              Clean: { properties: { self: { $ref: "#/components/schemas/Clean" } }, example: { $ref: ref } },
            },
          },
        },
      }),
    );
    expect(slugs).toEqual(["bad.answer", "bad.clean", "good.get"]);
    expect(diagnostics.map(({ place }) => place).toSorted()).toEqual([
      "paths./body.post",
      "paths./direct.post",
      "paths./far.post",
      "paths./parameter.get",
      "paths./path",
    ]);
    await expect(gateway.execute("bad.far", {}, signal)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("that only lead to each other are said", async () => {
    const parameters = { a: { $ref: "#/components/parameters/b" }, b: { $ref: "#/components/parameters/a" } };
    const { slugs, diagnostics } = await besideGood(
      documentOf("https://bad.example", {
        "/p": { get: { parameters: [{ $ref: "#/components/parameters/a" }] } },
        root: { components: { parameters } },
      }),
    );
    expect(slugs).toEqual(["good.get"]);
    expect(diagnostics[0]?.message).toContain("lead to each other");
  });
});

describe("slugs", () => {
  it("stay apart and the same where documents repeat themselves", async () => {
    const twice = documentOf("https://bad.example", {
      "/a": { get: { operationId: "same" } },
      "/b": { get: { operationId: "same" }, post: { operationId: "same_2" } },
      "/c d/{e}": { get: { operationId: "with spaces/and slashes" }, put: {} },
      "/__proto__": { get: { operationId: "__proto__" }, put: { operationId: "constructor" } },
      "no-slash": { get: {} },
    });
    const gateway = gatewayOver(
      { toolkit: "my kit", document: twice },
      { toolkit: "my_kit", document: twice },
    );
    const { actions } = await gateway.discover({ limit: 99 }, signal);
    const slugs = actions.map(({ slug }) => slug);
    expect(slugs.slice(0, 7)).toEqual([
      "my_kit.same",
      "my_kit.same_2",
      "my_kit.same_2_2",
      "my_kit.with_spaces_and_slashes",
      "my_kit.put_c_d_e",
      "my_kit.__proto__",
      "my_kit.constructor",
    ]);
    expect(new Set(slugs).size).toBe(14);
    expect((await gateway.diagnostics()).map(({ message }) => message)).toEqual(
      expect.arrayContaining(["There is another my_kit.same, so this one is called my_kit.same_2."]),
    );
  });
});

describe("large documents", () => {
  it("of 10 MB and thousands of operations are read and searched", async () => {
    const filler = "x".repeat(1500);
    const paths = Object.fromEntries(
      Array.from({ length: 6000 }, (_, at) => [
        `/things${at}/{id}`,
        {
          get: {
            operationId: `thing${at}`,
            summary: at === 4321 ? "Feed the zebra" : "A thing",
            description: filler,
            parameters: [{ name: "all", in: "query", schema: { $ref: "#/components/schemas/All" } }],
          },
        },
      ]),
    );
    const all = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`p${at}`, { $ref: "#/components/schemas/All" }]),
    );
    const text = JSON.stringify(
      documentOf("https://big.example", {
        ...paths,
        root: { components: { schemas: { All: { properties: all } } } },
      }),
    );
    expect(text.length).toBeGreaterThan(9_500_000);
    const gateway = gatewayOver({ toolkit: "big", document: text });
    const { total, actions } = await gateway.discover({ query: "zebra feeding", limit: 1 }, signal);
    expect({ total, slug: actions[0]?.slug }).toEqual({ total: 1, slug: "big.thing4321" });
    expect((await gateway.discover({ limit: 2 }, signal)).total).toBe(6000);
  });

  it("with paths that multiply by reference are cut at a number of operations", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [`/p${at}`, { $ref: "#/components/pathItems/all" }]),
    );
    const parameters = Array.from({ length: 20 }, (_, at) => ({ name: `p${at}`, in: "query", schema: {} }));
    const all = { parameters, get: {}, put: {}, post: {}, delete: {} };
    const gateway = gatewayOver({
      toolkit: "many",
      document: documentOf("https://many.example", { ...many, root: { components: { pathItems: { all } } } }),
    });
    expect((await gateway.discover({ limit: 1 }, signal)).total).toBe(10_000);
    expect((await gateway.diagnostics())[0]?.message).toContain("12000");
  });
});

describe("YAML", () => {
  it("says the same as JSON, with anchors, merges and keys that every object inherits", async () => {
    const document = documentOf("https://yaml.example", {
      "/a": { get: { operationId: "a", summary: "An A" } },
    });
    const gateway = gatewayOver({ toolkit: "yaml", document: `\uFEFF# a comment\n${stringify(document)}` });
    expect((await gateway.discover({ limit: 1 }, signal)).actions[0]).toMatchObject({
      slug: "yaml.a",
      summary: "An A (GET /a)",
    });
    const merged = `
openapi: 3.1
servers: [{ url: https://yaml.example }]
__proto__: { polluted: true }
x-base: &base { summary: Merged }
paths:
  /a: { get: { <<: *base, operationId: a } }`;
    const other = gatewayOver({ toolkit: "yaml", document: merged });
    expect((await other.discover({ limit: 1 }, signal)).actions[0]?.summary).toBe("Merged (GET /a)");
    expect("polluted" in {}).toBe(false);
  });
});

describe("any document", () => {
  const WORDS = [
    "$ref",
    "#/paths",
    "#/components/schemas/A",
    "https://e.example",
    "get",
    "post",
    "parameters",
    "in",
    "query",
    "path",
    "name",
    "schema",
    "type",
    "object",
    "properties",
    "allOf",
    "items",
    "requestBody",
    "content",
    "application/json",
    "servers",
    "url",
    "security",
    "required",
    "__proto__",
    "constructor",
    "/a/{b}",
    "operationId",
    "enum",
    "pattern",
    "components",
    "schemas",
    "A",
    "nullable",
  ];
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constantFrom(...WORDS, null, true, 0, -1.5, ""),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...WORDS), tie("value"), { maxKeys: 6 }),
    ),
  })).value;

  it("leads to actions, diagnostics and faults, and to nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom("/a", "/a/{b}", "x"), json),
        json,
        json,
        async (paths, components, servers) => {
          const document = { openapi: "3.0.0", paths, components, servers };
          const gateway = gatewayOver({ toolkit: "any", server: "https://any.example", document }, GOOD);
          const { actions, total } = await gateway.discover({ limit: 50 }, signal);
          expect(total).toBeGreaterThan(0);
          JSON.stringify(actions);
          for (const { slug } of actions) {
            for (const input of [{}, { b: "x", body: {}, name: "y" }]) {
              const ended: unknown = await gateway
                .execute(slug, input, signal)
                .catch((error: unknown) => error);
              expect(ended).toBeInstanceOf(Fault);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("of any text is read or said to be unreadable", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.json()), async (text) => {
        expect(await gatewayOver({ document: text }).diagnostics()).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});
