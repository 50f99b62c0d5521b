import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigFault, type ConfigProblem } from "./config-fault.ts";
import { checkFlags, parseConfig } from "./parse-config.ts";

const KNOWN = "profile tools web allowHosts search provider task maxDepth openapi document auth".split(" ");
const KEYS = [...KNOWN, "__proto__", "constructor", "toString", ""];

function problemsOf(text: string): readonly ConfigProblem[] {
  try {
    parseConfig("config.json", text);
    return [];
  } catch (error) {
    if (error instanceof ConfigFault) return error.problems;
    throw error;
  }
}

describe("parseConfig", () => {
  it("reads comments, trailing commas and a schema's address", () => {
    const text = `{
      "$schema": "./config.schema.json", // for editors
      /* narrow */ "profile": "observe",
      "web": { "allowHosts": ["docs.example.com",], },
    }`;
    const { settings, placeOf } = parseConfig("config.json", text);
    expect(settings).toEqual({ profile: "observe", web: { allowHosts: ["docs.example.com"] } });
    expect(placeOf(["web", "allowHosts"])).toEqual({ line: 4, column: 16 });
  });

  it("reads every key that there is", () => {
    const whole = {
      profile: "all",
      tools: ["read", "Web_Fetch"],
      withoutTools: ["bash"],
      addDirs: ["~/library"],
      deferred: true,
      pinned: ["read"],
      web: {
        allowPrivate: ["localhost:3000", "::1", "wiki.internal"],
        allowHosts: ["example.com"],
        allowPorts: [9000],
        search: { provider: "brave", keyEnv: "BRAVE_KEY" },
      },
      openapi: [
        {
          toolkit: "tickets",
          document: "https://api.example.com/openapi.json",
          server: "https://api.example.com",
          auth: { key: { env: "TICKETS_KEY" }, basic: { userEnv: "USER", passwordEnv: "PASSWORD" } },
          timeoutMs: 5000,
          maxBytes: 1_000_000,
        },
      ],
      task: { maxDepth: 0, maxConcurrent: 2 },
      addons: ["./addon.mjs"],
    };
    expect(parseConfig("config.json", JSON.stringify(whole)).settings).toEqual(whole);
  });

  it("names the closest known key for an unknown one, with its place", () => {
    expect(problemsOf(`{\n  "profil": "all",\n  "web": { "allowHost": [] }\n}`)).toEqual([
      {
        file: "config.json",
        line: 3,
        column: 12,
        key: "web.allowHost",
        message: expect.stringContaining(
          'unknown key "allowHost", did you mean "allowHosts"?; known: allowPrivate',
        ),
      },
      {
        file: "config.json",
        line: 2,
        column: 3,
        key: "profil",
        message: expect.stringContaining('did you mean "profile"?'),
      },
    ]);
  });

  it.each([
    [
      `{ "profile": "servey" }`,
      "profile",
      'expected one of authoring, observe, survey, full, all, did you mean "survey"?',
    ],
    [`{ "deferred": "yes" }`, "deferred", "expected boolean, received string"],
    [`{ "tools": "read" }`, "tools", "expected a list of tool names, or false for no tools"],
    [`{ "withoutTools": ["bash", 1] }`, "withoutTools.1", "expected string, received number"],
    [`{ "task": { "maxDepth": 1.5 } }`, "task.maxDepth", "expected int, received number"],
    [`{ "task": { "maxConcurrent": 0 } }`, "task.maxConcurrent", "too small: expected number to be >=1"],
    [`{ "task": null }`, "task", "expected object, received null"],
    [`{ "web": { "allowPorts": [70000] } }`, "web.allowPorts.0", "too big: expected number to be <=65535"],
    [
      `{ "web": { "allowHosts": ["*.example.com"] } }`,
      "web.allowHosts.0",
      "expected a host such as docs.example.com, without scheme, path or wildcard",
    ],
    [
      `{ "web": { "allowHosts": ["https://example.com"] } }`,
      "web.allowHosts.0",
      "expected a host such as docs.example.com, without scheme, path or wildcard",
    ],
    [`{ "web": { "search": { "provider": "searxng" } } }`, "web.search", 'searxng needs "url" beside it'],
    [`{ "web": { "search": { "provider": "tavily" } } }`, "web.search", 'tavily needs "keyEnv" beside it'],
    [
      `{ "web": { "search": { "provider": "brave", "keyEnv": "sk-123" } } }`,
      "web.search.keyEnv",
      "expected the name of an environment variable",
    ],
    [
      `{ "openapi": [{ "document": "http://example.com/a.json" }] }`,
      "openapi.0.document",
      "expected the path of a file or an https URL",
    ],
    [`{ "openapi": [{}] }`, "openapi.0.document", "expected string, received undefined"],
    [
      `{ "openapi": [{ "document": "a", "auth": { "key": "secret" } }] }`,
      "openapi.0.auth.key",
      'expected { "env": "NAME" } or { "userEnv": "NAME", "passwordEnv": "NAME" }',
    ],
    [`{ "profile": "all", "profile": "observe" }`, "profile", "it is given twice"],
    [`{ "__proto__": { "profile": "all" } }`, "__proto__", "no setting is called so"],
    [
      `{ "openapi": [{ "document": "a", "auth": { "__proto__": { "env": "A" } } }] }`,
      "openapi.0.auth.__proto__",
      "no setting is called so",
    ],
  ])("says what is wrong with %s", (text, key, message) => {
    expect(problemsOf(text)).toEqual([
      { file: "config.json", line: 1, column: expect.any(Number), key, message },
    ]);
  });

  it.each([
    ["", 1, 1, "value expected"],
    ["// nothing\n", 2, 1, "value expected"],
    [`{\n  "profile" "all"\n}`, 2, 13, "colon expected"],
    [`{ "profile": 'all' }`, 1, 14, "invalid symbol"],
    ["[]", 1, 1, "expected one object"],
    ["null", 1, 1, "expected one object"],
    [`{ "tools": ["read" }`, 1, 20, "expected"],
    ["{} {}", 1, 4, "end of file expected"],
  ])("says where %j stops being a configuration", (text, line, column, words) => {
    expect(problemsOf(text)).toEqual([
      { file: "config.json", line, column, message: expect.stringContaining(words) },
    ]);
  });

  it("refuses brackets by the hundred thousand instead of running out of stack", () => {
    for (const bracket of ["[", `{"a":`]) {
      const [problem] = problemsOf(`{ "tools": ${bracket.repeat(100_000)}`);
      expect(problem?.message).toBe("more than 32 brackets are open at once");
    }
  });

  it("tells every problem, and shortens what a file made up", () => {
    const keys = Array.from({ length: 20 }, (_, index) => `"${"x".repeat(500)}${index}": 1`);
    const problems = problemsOf(`{ ${keys.join(", ")} }`);
    expect(problems).toHaveLength(20);
    const fault = new ConfigFault(problems);
    expect(fault.message).toContain("and 12 more");
    expect(fault.message.length).toBeLessThan(4000);
  });

  it("either reads a text or says what is wrong with it, whatever the text is", () => {
    const key = fc.constantFrom(...KEYS);
    const values = [
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom("all", "observe"),
    ];
    const value = fc.object({ key, values, maxDepth: 4, maxKeys: 4 });
    const texts = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary" }),
      value.map((made) => JSON.stringify(made)),
      fc.tuple(value, fc.nat(200), fc.string()).map(([made, at, bit]) => {
        const text = JSON.stringify(made);
        return text.slice(0, at) + bit + text.slice(at);
      }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const problem of problemsOf(text)) {
          expect(problem.line).toBeGreaterThan(0);
          expect(problem.message).not.toBe("");
        }
        expect(({} as Record<string, unknown>)["profile"]).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});

describe("checkFlags", () => {
  it("checks flags by the same schema, without a file to name", () => {
    expect(checkFlags({ profile: "survey" })).toEqual({ profile: "survey" });
    const wrong = { profile: "most" } as unknown as Parameters<typeof checkFlags>[0];
    expect(() => checkFlags(wrong)).toThrow("flags: profile: expected one of authoring");
  });
});
