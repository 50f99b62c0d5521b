import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestFleet, scriptRow, type TestFleet, webRow } from "../open-test-fleet.ts";
import { openEverything, type OpenServer, publishedServer } from "./open-everything.ts";

let web: OpenServer;
let old: OpenServer;
let ground: TestFleet;

beforeAll(async () => {
  [web, old] = await Promise.all([openEverything("streamableHttp"), openEverything("sse")]);
  ground = await openTestFleet(
    [
      scriptRow("stdio", publishedServer("everything"), ["stdio"]),
      webRow("http", web.url),
      webRow("sse", old.url, { transport: "sse" }),
      webRow("auto", web.url, { transport: "auto" }),
      webRow("auto-sse", old.url, { transport: "auto" }),
      (folder) => scriptRow("filesystem", publishedServer("filesystem"), [join(folder, "files")])(folder),
      (folder) =>
        scriptRow("memory", publishedServer("memory"), [], {
          env: { MEMORY_FILE_PATH: join(folder, "graph.jsonl") },
        })(folder),
      scriptRow("sdk", join(import.meta.dirname, "sdk-server.mjs")),
    ],
    { limits: { startupMs: 60_000 } },
  );
  await mkdir(join(ground.folder, "files"));
  ground.fleet.start();
  await ground.fleet.settled();
}, 90_000);

afterAll(async () => {
  await ground.close();
  await Promise.all([web.close(), old.close()]);
});

const toolsOf = (id: string, { listings } = ground) =>
  listings.find(({ server }) => server.id === id)?.tools ?? [];

const firstListed = (fleet: TestFleet) => toolsOf("stdio", fleet).map(({ name }) => name);

describe("servers from npm", () => {
  it("R94, R103: are live side by side, over every transport and in their own revision", () => {
    const views = ground.fleet.servers().map(({ id, state, transport, revision, fault }) => ({
      id,
      state,
      transport,
      revision,
      ...(fault === undefined ? {} : { fault }),
    }));
    const live = { state: "live", revision: "2025-11-25" };
    expect(views).toEqual([
      { id: "stdio", transport: "stdio", ...live },
      { id: "http", transport: "http", ...live },
      { id: "sse", transport: "sse", ...live },
      { id: "auto", transport: "http", ...live },
      { id: "auto-sse", transport: "sse", ...live },
      { id: "filesystem", transport: "stdio", ...live },
      { id: "memory", transport: "stdio", ...live },
      { id: "sdk", transport: "stdio", state: "live", revision: "2026-07-28" },
    ]);
  });

  it("were listed before they counted as live, with every field of every tool", () => {
    expect(toolsOf("filesystem").map(({ name }) => name)).toContain("read_text_file");
    expect(toolsOf("memory").map(({ name }) => name)).toContain("create_entities");
    const [echo] = toolsOf("stdio").filter(({ name }) => name === "echo");
    expect(echo).toMatchObject({ inputSchema: { type: "object", required: ["message"] } });
    expect(toolsOf("http")).toEqual(toolsOf("stdio"));
    expect(toolsOf("sse")).toEqual(toolsOf("stdio"));
  });
});

describe.each(["stdio", "http", "sse"])("server-everything over %s", (id) => {
  const call = async (tool: string, input: unknown, options = {}) =>
    (await ground.fleet.connection(id)).callTool(tool, input, options);

  it("R103: answers calls with content of every kind, as it was sent", async () => {
    expect(await call("echo", { message: "hello" })).toEqual({
      content: [{ type: "text", text: "Echo: hello" }],
    });
    expect(await call("get-tiny-image", {})).toMatchObject({
      content: expect.arrayContaining([
        { type: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBOR/) },
      ]),
    });
    expect(await call("get-structured-content", { location: "New York" })).toMatchObject({
      structuredContent: { temperature: expect.any(Number), conditions: expect.any(String) },
    });
    expect(await call("get-resource-reference", { resourceType: "Text", resourceId: 1 })).toMatchObject({
      content: expect.arrayContaining([
        expect.objectContaining({
          type: "resource",
          resource: expect.objectContaining({ text: expect.any(String) }),
        }),
      ]),
    });
    expect(await call("get-resource-links", { count: 2 })).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ type: "resource_link" })]),
    });
    expect(await call("get-annotated-message", { messageType: "error", includeImage: false })).toMatchObject({
      content: [{ annotations: { priority: 1 } }],
    });
  });

  it("tells what is wrong with an input, and that there is no such tool", async () => {
    expect(await call("get-sum", { a: "one" })).toMatchObject({ isError: true });
    expect(await call("no-such-tool", {})).toMatchObject({ isError: true });
  });

  it("R105: makes progress that is told and keeps a call alive, and stops when it is cancelled", async () => {
    const notes: string[] = [];
    const input = { duration: 1.5, steps: 5 };
    const options = { timeoutMs: 1_000, onProgress: (note: string) => void notes.push(note) };
    expect(await call("trigger-long-running-operation", input, options)).toMatchObject({
      content: [{ text: expect.stringContaining("completed") }],
    });
    expect(notes.length).toBeGreaterThan(2);
    const [cancelled, reason] = [new AbortController(), new Error("enough")];
    setTimeout(() => cancelled.abort(reason), 50);
    const endless = { duration: 60, steps: 1 };
    await expect(call("trigger-long-running-operation", endless, { cancel: cancelled.signal })).rejects.toBe(
      reason,
    );
  });

  it("lists and reads its resources and prompts", async () => {
    const connection = await ground.fleet.connection(id);
    expect(connection.offers).toEqual({ tools: true, resources: true, prompts: true });
    const resources = await connection.listResources();
    const [first] = resources;
    expect(await connection.readResource(String(first?.["uri"]))).toMatchObject({
      contents: [{ uri: first?.["uri"], text: expect.any(String) }],
    });
    expect((await connection.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate)).toContain(
      "demo://resource/dynamic/text/{resourceId}",
    );
    expect(await connection.readResource("demo://resource/dynamic/text/3")).toMatchObject({
      contents: [{ text: expect.stringContaining("3") }],
    });
    expect((await connection.listPrompts()).map(({ name }) => name)).toContain("simple-prompt");
    expect(await connection.getPrompt("args-prompt", { city: "Paris" })).toMatchObject({
      messages: [{ role: "user", content: { text: expect.stringContaining("Paris") } }],
    });
  });
});

describe("a server that is started", () => {
  it("knows nothing of our environment but what it was given", async () => {
    const answer = await (await ground.fleet.connection("stdio")).callTool("get-env", {});
    const [block] = answer["content"] as readonly { readonly text: string }[];
    const names = Object.keys(JSON.parse(block?.text ?? "{}") as object);
    expect(names.filter((name) => !/^(PATH|DECKHAND_\w+)$/.test(name))).toEqual([]);
  });
});

describe("a server that asks a person", () => {
  it("is answered where somebody can be asked, and offers no such tool elsewhere", async () => {
    const asked: unknown[] = [];
    const own = await openTestFleet([scriptRow("stdio", publishedServer("everything"), ["stdio"])], {
      limits: { startupMs: 60_000 },
      onElicit: async ({ server, params }) => {
        asked.push([server, params["message"]]);
        return { action: "accept", content: { name: "Ada", check: true } };
      },
    });
    try {
      const connection = await own.fleet.connection("stdio");
      const answer = await connection.callTool("trigger-elicitation-request", {});
      expect(JSON.stringify(answer)).toContain("Ada");
      expect(asked).toEqual([["stdio", expect.any(String)]]);
      expect(firstListed(own)).toContain("trigger-elicitation-request");
      expect(firstListed(ground)).not.toContain("trigger-elicitation-request");
      expect(firstListed(own)).not.toContain("trigger-sampling-request");
    } finally {
      await own.close();
    }
  });
});

describe("server-filesystem", () => {
  it("reads and writes where it may, and says no elsewhere", async () => {
    const connection = await ground.fleet.connection("filesystem");
    const path = join(ground.folder, "files", "a.txt");
    expect(await connection.callTool("write_file", { path, content: "one\n" })).not.toHaveProperty(
      "isError",
      true,
    );
    expect(await readFile(path, "utf8")).toBe("one\n");
    await writeFile(path, "two\n");
    expect(await connection.callTool("read_text_file", { path })).toMatchObject({
      content: [{ text: "two\n" }],
    });
    const outside = await connection.callTool("read_text_file", { path: "/etc/hostname" });
    expect(outside).toMatchObject({ isError: true });
  });
});

describe("server-memory", () => {
  it("remembers across a reconnect, which knows how it speaks", async () => {
    const { fleet, listings } = ground;
    const entities = [{ name: "Ada", entityType: "person", observations: ["wrote a program"] }];
    await (await fleet.connection("memory")).callTool("create_entities", { entities });
    await fleet.reconnect("memory");
    const graph = await (await fleet.connection("memory")).callTool("read_graph", {});
    expect(graph).toMatchObject({ structuredContent: { entities: [{ name: "Ada" }] } });
    const [first, second] = listings.filter(({ server }) => server.id === "memory");
    expect(second?.tools).toEqual(first?.tools);
    expect(second?.remembered).toEqual({ era: "legacy" });
  });
});

describe("a server of the current SDK", () => {
  it("speaks the current revision: tools, resources and prompts", async () => {
    const connection = await ground.fleet.connection("sdk");
    expect(connection.remembered).toMatchObject({ era: "modern" });
    expect(await connection.callTool("echo", { text: "hi" })).toMatchObject({
      content: [{ type: "text", text: "hi" }],
    });
    expect(await connection.readResource("note:///one")).toMatchObject({ contents: [{ text: "a note" }] });
    expect(await connection.getPrompt("greet", { name: "Ada" })).toMatchObject({
      messages: [{ content: { text: "Greet Ada" } }],
    });
  });
});
