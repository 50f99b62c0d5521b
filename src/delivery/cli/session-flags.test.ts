import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "../../../test/run-command-line.ts";

let home = "";
let folder = "";

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "deckhand-flags-home-"));
  folder = join(home, "work");
  await mkdir(join(folder, ".deckhand"), { recursive: true });
  await mkdir(join(home, "config", "deckhand"), { recursive: true });
  await writeFile(join(folder, "a.txt"), "one\n");
  vi.stubEnv("XDG_CONFIG_HOME", join(home, "config"));
  vi.stubEnv("XDG_STATE_HOME", join(home, "state"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

describe("--session", () => {
  it("R44, R51: goes on with a checklist and a memory, each session with its own", async () => {
    const items = JSON.stringify([
      { task: "One", state: "active" },
      { task: "Two", state: "dropped" },
    ]);
    await deckhand("call", "todo", "action=set", `items=${items}`);
    await deckhand("call", "memory", "action=append", "content=Use tabs.", "--session", "other");
    expect((await deckhand("call", "todo_read")).out).toContain("[~] 1: One");
    expect((await deckhand("call", "todo_read")).out).not.toContain("Two");
    expect((await deckhand("call", "todo", "action=read")).out).toContain("Two");
    expect((await deckhand("call", "todo_read", "--session", "other")).out).toContain("empty");
    expect((await deckhand("call", "memory", "action=read", "--session", "other")).out).toContain(
      "Use tabs.",
    );
    expect((await deckhand("call", "memory", "action=read")).out).not.toContain("tabs");
    expect(await readdir(folder)).toEqual([".deckhand", "a.txt"]);
  });

  it("refuses a name that leads elsewhere", async () => {
    const { code, err } = await deckhand("tools", "--session", "../x");
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("cannot be the name of a session"),
    });
  });
});

describe("--profile, --tools and --no-tools", () => {
  it.each<[string[], number]>([
    [["--profile", "observe"], 7],
    [["--profile", "survey"], 12],
    [["--profile", "all"], 27],
    [["--tools", ""], 27],
    [["--tools", "Web-Fetch,TODO_SET"], 2],
    [["--no-tools"], 0],
    [["--tools", "read", "--no-tools"], 0],
    [["--no-tools", "--tools", "read"], 0],
  ])("R122, R123, R124: %j offers %i tools", async (flags, count) => {
    expect((await deckhand("tools", "--json", ...flags)).json()["tools"]).toHaveLength(count);
  });

  it.each([
    ["an unknown profile", ["tools", "--profile", "surve"], /survey/],
    ["an unknown name in --tools", ["tools", "--tools", "web-fecth"], /Did you mean "webfetch"/],
    ["a configuration that is not there", ["tools", "--config", "none.json"], /no such file/],
  ])("%s is wrong usage", async (_what, args, says) => {
    const { code, err } = await deckhand(...args);
    expect(code).toBe(2);
    expect(err).toMatch(says);
  });
});

describe("--deferred", () => {
  it("shows what a model is shown, and finds and calls the rest", async () => {
    const { tools, advertised, tokens } = (await deckhand("tools", "--json", "--deferred")).json() as {
      tools: unknown[];
      tokens: number;
      advertised: { tools: string[]; tokens: number };
    };
    expect(tools).toHaveLength(27);
    expect(advertised.tools).toEqual(["tool_search", "tool_call"]);
    expect(advertised.tokens).toBeLessThan(tokens / 5);
    expect((await deckhand("tools", "--deferred")).out).toContain("a model is shown tool_search, tool_call");
    expect((await deckhand("call", "tool_search", "query=show the content of a file")).out).toContain("read");
    const call = await deckhand("call", "tool_call", "name=read", 'arguments={"path":"a.txt"}');
    expect(call.out).toContain("one");
  });
});

describe("deckhand briefing", () => {
  it("R343: tells what is there", async () => {
    const { code, out } = await deckhand("briefing", "--tools", "read,edit");
    expect(code).toBe(0);
    expect(out).toContain(`Working folder: ${folder}`);
    expect(out).toContain("- edit: ");
    expect(out).not.toContain("bash");
    expect((await deckhand("briefing", "--json")).json()).toHaveProperty("briefing");
  });
});

describe("the configuration files", () => {
  it("decide what is offered; the workspace can only tighten, and is told so", async () => {
    await user({ tools: ["read", "ls", "bash"] });
    await workspace({ tools: ["read", "write"], addDirs: ["/etc"], profile: "all" });
    const { json, err } = await deckhand("tools", "--json");
    expect((json()["tools"] as { id: string }[]).map(({ id }) => id)).toEqual(["read"]);
    expect(err).toMatch(/ignored: .*config\.json:\d+: tools: .*write/);
    expect(err).toMatch(/ignored: .*addDirs/);
    expect((await deckhand("call", "read", "path=/etc/hostname")).code).toBe(3);
  });

  it.each<[string, string, RegExp]>([
    ["a typo", '{\n  "tolls": ["read"]\n}', /config\.json:2:3: tolls: .*tools/],
    ["a wrong type", '{ "deferred": "yes" }', /deferred/],
    ["no JSON", "{", /config\.json:1/],
  ])("with %s are wrong usage, in either place", async (_what, text, says) => {
    for (const file of [
      join(folder, ".deckhand", "config.json"),
      join(home, "config", "deckhand", "config.json"),
    ]) {
      await writeFile(file, text);
      for (const command of [["tools"], ["call", "read", "path=a.txt"], ["config", "show"], ["briefing"]]) {
        const { code, err } = await deckhand(...command);
        expect({ command, code }).toEqual({ command, code: 2 });
        expect(err).toMatch(says);
      }
      await rm(file);
    }
  });

  it("name addons, and one that breaks is left out and named", async () => {
    await writeFile(join(home, "config", "deckhand", "good.mjs"), ADDON);
    await writeFile(join(home, "config", "deckhand", "bad.mjs"), "export const addon = 5;");
    await user({ addons: ["./good.mjs", "./bad.mjs", "./missing.mjs"] });
    const { out, err } = await deckhand("call", "hello", "name=you", "--trust", "L3");
    expect(out).toBe("hello you\n");
    expect(err).toMatch(/bad\.mjs was left out: it has no export `addon`/);
    expect(err).toMatch(/missing\.mjs was left out/);
    await workspace({ addons: ["./good.mjs"] });
    await user({});
    expect((await deckhand("call", "hello", "name=you")).code).toBe(2);
  });

  it("R50, R329: name OpenAPI documents, whose actions are found and executed", async () => {
    const { server, port } = await service();
    try {
      await writeFile(join(home, "config", "deckhand", "pets.json"), JSON.stringify(petsAt(port)));
      vi.stubEnv("PETS_TOKEN", "s3cret-token");
      await user({
        openapi: [{ toolkit: "pets", document: "./pets.json", auth: { key: { env: "PETS_TOKEN" } } }],
        web: { allowPrivate: [`127.0.0.1:${port}`] },
      });
      const L3 = ["--trust", "L3"];
      const found = await deckhand("call", "saas-action", "action=discover", "query=find a pet", ...L3);
      expect(found.out).toContain("pets.getPet");
      const input = ["slug=pets.getPet", 'arguments={"id":"a/b"}'];
      const done = await deckhand("call", "saas-action", "action=execute", ...input, ...L3);
      expect(done.out).toContain("/pets/a%2Fb as Bearer");
      expect(done.out).not.toContain("s3cret-token");
      await user({});
      await workspace({ openapi: [{ document: "../../config/deckhand/pets.json" }] });
      const refused = await deckhand("call", "saas-action", "action=discover", ...L3);
      expect(refused.code).toBe(4);
    } finally {
      server.close();
    }
  });

  it("choose who searches the web, and a key that is not set hurts nobody else", async () => {
    vi.stubEnv("SEARCH_KEY", "");
    await user({ web: { search: { provider: "brave", keyEnv: "SEARCH_KEY" } } });
    const { code, err } = await deckhand("call", "websearch", "query=x");
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining("SEARCH_KEY is not set") });
    expect((await deckhand("call", "read", "path=a.txt")).out).toContain("one");
    expect((await deckhand("tools", "--json")).json()["tools"]).toHaveLength(26);
  });
});

const ADDON = `export const addon = { name: "greetings", tools: [{
  name: "hello", path: "world.tools.hello", title: "Hello", label: "Hello", summary: "Says hello", description: "",
  effects: [], membership: "read-only", trust: "L0", verbs: [], parameters: { properties: { name: { type: "string" } } },
  descriptor: () => ({ name: "hello", description: "", parameters: {} }),
  touches: async () => [], inputFault: async () => undefined,
  invoke: async ({ id, input }) => ({ callId: id, isError: false, output: "hello " + input.name,
    result: { content: [{ kind: "text", text: "hello " + input.name }], isError: false } }),
}] };`;

function service(): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const scheme = request.headers.authorization?.split(" ")[0];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ said: `${request.url} as ${scheme} ${request.headers.authorization}` }));
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done({ server, port: (server.address() as AddressInfo).port }));
  });
}

function petsAt(port: number) {
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }],
    paths: {
      "/pets/{id}": {
        get: {
          operationId: "getPet",
          summary: "Find a pet by its id",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: { 200: { description: "ok" } },
        },
      },
    },
  };
}

function deckhand(...args: readonly string[]) {
  return runCommandLine(folder, args);
}

function user(config: unknown): Promise<void> {
  return writeFile(join(home, "config", "deckhand", "config.json"), JSON.stringify(config, null, 2));
}

function workspace(config: unknown): Promise<void> {
  return writeFile(join(folder, ".deckhand", "config.json"), JSON.stringify(config, null, 2));
}
