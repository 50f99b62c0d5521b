import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DECK_PROFILES, profileOf } from "../../deck/index.ts";
import { judgeUrl } from "../../kernel/index.ts";
import { type Config, type ConfigLayer, DEFAULTS, SETTING_KEYS, settingIn } from "./config.ts";
import { type FileLayer, mergeLayers } from "./merge-layers.ts";
import { configSchema } from "./schema.ts";

const USER = "/home/me/.config/deckhand/config.json";
const WORKSPACE = "/work/.deckhand/config.json";

function merged(user: ConfigLayer, workspace: ConfigLayer = {}, flags: ConfigLayer = {}) {
  return mergeLayers({ user: layer(USER, user), workspace: layer(WORKSPACE, workspace), flags });
}

function layer(file: string, settings: ConfigLayer): FileLayer {
  return { file, settings, lineOf: ([part = ""]) => Object.keys(settings).indexOf(String(part)) + 2 };
}

function inside(part: string, fields: object): readonly string[] {
  return Object.keys(fields).map((field) => `${part}.${field}`);
}

function commonHosts(mine: string[], theirs: string[]): readonly string[] | undefined {
  return merged({ web: { allowHosts: mine } }, { web: { allowHosts: theirs } }).config.web.allowHosts;
}

function originOf({ origins }: ReturnType<typeof merged>, key: string) {
  return origins.find((origin) => origin.key === key);
}

describe("mergeLayers", () => {
  it("knows every setting of the schema, and no other", () => {
    const {
      $schema: _address,
      web,
      task,
      sandbox,
      commands,
      mcp,
      record,
      retention,
      telemetry,
      ...top
    } = configSchema.shape;
    const known = [
      ...Object.keys(top),
      ...inside("web", web.unwrap().shape),
      ...inside("task", task.unwrap().shape),
      ...inside("sandbox", sandbox.unwrap().shape),
      ...inside("commands", commands.unwrap().shape),
      ...inside("mcp", mcp.unwrap().shape),
      ...inside("record", record.unwrap().shape),
      ...inside("retention", retention.unwrap().shape),
      ...inside("telemetry", telemetry.unwrap().shape),
    ];
    expect([...SETTING_KEYS].toSorted()).toEqual(known.toSorted());
  });

  it("holds the defaults where nobody says anything", () => {
    const { config, origins, diagnostics } = mergeLayers({});
    expect(config).toEqual({
      profile: "all",
      withoutTools: [],
      addDirs: [],
      deferred: false,
      pinned: [],
      trust: "L2",
      rules: [],
      commands: { allowed: ["git", "npm", "pytest", "mypy"], rules: [] },
      sandbox: { enabled: true, hosts: [] },
      mcp: { enabled: true, trust: {} },
      record: { granularity: "B" },
      retention: {
        traceDays: 30,
        traceMegabytes: 256,
        undoDays: 7,
        undoMegabytes: 512,
        resultDays: 7,
        resultMegabytes: 256,
      },
      telemetry: { endpoint: false, content: false },
      web: { allowPrivate: [], allowPorts: [], search: { provider: "duckduckgo" } },
      openapi: [],
      task: { maxDepth: 2, maxConcurrent: 4 },
      addons: [],
    });
    expect(origins.map(({ key }) => key)).toEqual(SETTING_KEYS);
    expect(new Set(origins.map(({ from }) => from))).toEqual(new Set(["default"]));
    expect(diagnostics).toEqual([]);
    expect(Object.values(DEFAULTS).filter((value) => !Object.isFrozen(value))).toEqual([]);
  });

  it("takes everything from the user's file", () => {
    const user: ConfigLayer = {
      profile: "survey",
      tools: ["read"],
      addDirs: ["/library"],
      web: {
        allowPrivate: ["wiki.internal"],
        allowPorts: [9000],
        search: { provider: "brave", keyEnv: "KEY" },
      },
      openapi: [{ document: "/api.yaml" }],
      task: { maxDepth: 9, maxConcurrent: 9 },
      addons: ["/addon.mjs"],
    };
    const result = merged(user);
    expect(result.config).toMatchObject(user);
    expect(originOf(result, "web.search")).toEqual({
      key: "web.search",
      value: { provider: "brave", keyEnv: "KEY" },
      from: "user",
      file: USER,
      line: 5,
    });
  });

  it("a workspace may switch MCP off, never on, and says nothing about trust in servers", () => {
    expect(merged({}, { mcp: { enabled: false } }).config.mcp).toEqual({ enabled: false, trust: {} });
    const wider = merged({ mcp: { enabled: false } }, { mcp: { enabled: true, trust: { files: "L0" } } });
    expect(wider.config.mcp).toEqual({ enabled: false, trust: {} });
    expect(wider.diagnostics.map(({ key }) => key)).toEqual(["mcp.enabled", "mcp.trust"]);
  });

  it("lets the workspace tighten, and says who did", () => {
    const result = merged(
      { profile: "all", tools: ["read", "web_fetch", "bash"], web: { allowHosts: ["example.com"] } },
      {
        profile: "observe",
        tools: ["Read", "WebFetch"],
        withoutTools: ["edit"],
        web: { allowHosts: ["docs.example.com"] },
        task: { maxDepth: 1 },
        deferred: true,
      },
    );
    expect(result.diagnostics).toEqual([]);
    expect(result.config).toMatchObject({
      profile: "observe",
      tools: ["read", "web_fetch"],
      withoutTools: ["edit"],
      web: { allowHosts: ["docs.example.com"] },
      task: { maxDepth: 1, maxConcurrent: 4 },
      deferred: true,
    });
    expect(originOf(result, "tools")).toEqual({
      key: "tools",
      value: ["read", "web_fetch"],
      from: "user",
      file: USER,
      line: 3,
      also: { from: "workspace", file: WORKSPACE, line: 3 },
    });
    expect(originOf(result, "task.maxDepth")).toEqual({
      key: "task.maxDepth",
      value: 1,
      from: "workspace",
      file: WORKSPACE,
      line: 6,
    });
  });

  it("leaves a value alone that the workspace only says in other words", () => {
    const result = merged(
      { profile: "authoring", tools: ["read"], withoutTools: ["bash"], web: { allowHosts: ["example.com"] } },
      { profile: "observe", tools: ["Read"], withoutTools: ["BASH"], web: { allowHosts: ["Example.com"] } },
    );
    expect(result).toEqual({ ...merged(result.config), origins: result.origins });
    expect(result.config.profile).toBe("authoring");
    expect(result.origins.filter(({ also }) => also !== undefined)).toEqual([]);
  });

  it("ignores what would widen, with a diagnostic, and hears the rest of the file", () => {
    const result = merged(
      {
        profile: "survey",
        tools: ["read", "grep"],
        task: { maxDepth: 1 },
        deferred: false,
        pinned: ["read"],
      },
      {
        profile: "all",
        tools: ["read", "bash"],
        task: { maxDepth: 5, maxConcurrent: 100 },
        deferred: true,
        pinned: ["read"],
        withoutTools: ["grep"],
      },
    );
    expect(result.config).toMatchObject({
      profile: "survey",
      tools: ["read"],
      task: { maxDepth: 1, maxConcurrent: 4 },
      deferred: false,
      withoutTools: ["grep"],
    });
    expect(result.diagnostics).toEqual([
      {
        file: WORKSPACE,
        line: 2,
        key: "profile",
        message: '"all" is wider than "survey"; a workspace may only narrow it',
      },
      {
        file: WORKSPACE,
        line: 3,
        key: "tools",
        message: expect.stringContaining("bash: not among the tools"),
      },
      { file: WORKSPACE, line: 5, key: "deferred", message: "the user's file sets this already, and wins" },
      {
        file: WORKSPACE,
        line: 4,
        key: "task.maxDepth",
        message: expect.stringContaining("the user's file allows (1)"),
      },
      {
        file: WORKSPACE,
        line: 4,
        key: "task.maxConcurrent",
        message: expect.stringContaining("the default allows (4)"),
      },
    ]);
  });

  it("hears nobody but the user about folders, private hosts, ports, search, services and addons", () => {
    const wishes: ConfigLayer = {
      addDirs: ["/"],
      web: {
        allowPrivate: ["169.254.169.254"],
        allowPorts: [22],
        search: { provider: "searxng", url: "https://evil.example" },
      },
      openapi: [{ document: "https://evil.example/api.json" }],
      addons: ["./evil.mjs"],
    };
    const result = merged({}, wishes);
    expect(result.config).toEqual(mergeLayers({}).config);
    expect(result.diagnostics.map(({ key }) => key)).toEqual([
      "addDirs",
      "web.allowPrivate",
      "web.allowPorts",
      "web.search",
      "openapi",
      "addons",
    ]);
    for (const { message } of result.diagnostics)
      expect(message).toContain("only the user's own file or flags");
  });

  it("offers no tool at all, rather than every one, when the two lists have none in common", () => {
    expect(merged({ tools: ["read"] }, { tools: ["bash"] }).config.tools).toBe(false);
    expect(merged({}, { tools: [] }).config.tools).toBe(false);
    expect(merged({ tools: false }, { tools: ["bash"] }).config.tools).toBe(false);
    expect(merged({ tools: ["read"] }, { tools: false }).config.tools).toBe(false);
  });

  it("keeps the narrower of two hosts, however they are spelled", () => {
    expect(commonHosts(["Example.com."], ["docs.EXAMPLE.com"])).toEqual(["docs.EXAMPLE.com"]);
    expect(commonHosts(["docs.example.com", "a.test"], ["example.com"])).toEqual(["docs.example.com"]);
    expect(commonHosts(["example.com"], ["notexample.com"])).toEqual([]);
    expect(commonHosts(["bücher.example"], ["xn--bcher-kva.example"])).toEqual(["bücher.example"]);
  });

  it("lets a person's flags win over both files, and adds their folders", () => {
    const result = merged(
      { tools: ["read"], addDirs: ["/library"] },
      { profile: "observe", tools: ["read"] },
      { profile: "all", tools: ["bash"], addDirs: ["/more"] },
    );
    expect(result.config).toMatchObject({ profile: "all", tools: ["bash"], addDirs: ["/library", "/more"] });
    expect(originOf(result, "profile")).toEqual({ key: "profile", value: "all", from: "flag" });
    expect(originOf(result, "addDirs")).toEqual({
      key: "addDirs",
      value: ["/library", "/more"],
      from: "flag",
      also: { from: "user", file: USER, line: 3 },
    });
  });
});

const TOOLS = ["read", "Read", "web_fetch", "WebFetch", "web-fetch", "bash", "edit", "toString"];
const HOSTS = [
  "example.com",
  "docs.example.com",
  "a.docs.example.com",
  "Example.COM.",
  "other.test",
  "com",
  "[::1]",
];

const toolList = fc.array(fc.constantFrom(...TOOLS), { maxLength: 5 });
const hostList = fc.array(fc.constantFrom(...HOSTS), { maxLength: 4 });
const anyLayer = fc.record(
  {
    profile: fc.constantFrom("authoring", "observe", "survey", "full", "all"),
    tools: fc.oneof(toolList, fc.constant(false as const)),
    withoutTools: toolList,
    addDirs: fc.array(fc.constantFrom("/a", "/b")),
    deferred: fc.boolean(),
    pinned: toolList,
    web: fc.record(
      {
        allowPrivate: hostList,
        allowHosts: hostList,
        allowPorts: fc.array(fc.integer({ min: 1, max: 65_535 })),
        search: fc.constantFrom(
          { provider: "duckduckgo" },
          { provider: "searxng", url: "https://s.example" },
        ),
      },
      { requiredKeys: [] },
    ),
    openapi: fc.array(fc.record({ document: fc.constantFrom("/a.yaml", "/b.yaml") })),
    task: fc.record(
      { maxDepth: fc.nat(5), maxConcurrent: fc.integer({ min: 1, max: 5 }) },
      { requiredKeys: [] },
    ),
    addons: fc.array(fc.constantFrom("/a.mjs", "/b.mjs")),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ConfigLayer>;

const PLACES = [...HOSTS, "x.other.test", "deep.a.docs.example.com", "unlisted.test"];

/** All that a configuration allows, counted out by other means than merging uses. */
function allowed({ profile, tools, withoutTools, web, task, ...rest }: Config) {
  const { allowHosts, ...fixed } = web;
  return {
    tools: TOOLS.filter(
      (name) =>
        (tools === undefined || (tools !== false && isAmong(name, tools))) && !isAmong(name, withoutTools),
    ),
    hosts: PLACES.filter((host) => judgeUrl(`https://${host}/`, { allowHosts }).rule !== "not-on-list"),
    profiles: DECK_PROFILES.slice(0, DECK_PROFILES.indexOf(profileOf(profile)) + 1),
    depths: [...Array(task.maxDepth + 1).keys()],
    concurrent: [...Array(task.maxConcurrent + 1).keys()],
    fixed: { ...fixed, addDirs: rest.addDirs, openapi: rest.openapi, addons: rest.addons },
  };
}

function isAmong(name: string, list: readonly string[]): boolean {
  return list.map(canonical).includes(canonical(name));
}

function canonical(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

describe("the laws of tightening", () => {
  it("nothing a workspace says makes anything wider than the user's file says", () => {
    const law = fc.property(anyLayer, anyLayer, (user, workspace) => {
      const { config } = merged(user, workspace);
      const { fixed, ...tight } = allowed(config);
      const { fixed: usersOwn, ...wide } = allowed(merged(user).config);
      expect(fixed).toEqual(usersOwn);
      for (const [what, values] of Object.entries<unknown[]>(tight)) {
        expect(wide[what as keyof typeof wide]).toEqual(expect.arrayContaining(values));
      }
      expect(config.deferred).toBe(user.deferred ?? workspace.deferred ?? false);
      expect(config.pinned).toEqual(user.pinned ?? workspace.pinned ?? []);
    });
    expect(() => fc.assert(law, { numRuns: 1000 })).not.toThrow();
  });

  it("what a workspace tightened is tight already when it is heard again", () => {
    fc.assert(
      fc.property(anyLayer, anyLayer, (user, workspace) => {
        const { config } = merged(user, workspace);
        expect(merged(config, workspace).config).toEqual(config);
      }),
      { numRuns: 1000 },
    );
  });

  it("a limit that a workspace does not get is always told", () => {
    const law = fc.property(anyLayer, anyLayer, (user, workspace) => {
      const { config, diagnostics } = merged(user, workspace);
      const told = diagnostics.map(({ key }) => key);
      const unheard = (["task.maxDepth", "task.maxConcurrent"] as const).filter((key) => {
        const wish = settingIn(workspace, key);
        return wish !== undefined && settingIn(config, key) !== wish;
      });
      expect(told).toEqual(expect.arrayContaining(unheard));
    });
    expect(() => fc.assert(law)).not.toThrow();
  });
});
