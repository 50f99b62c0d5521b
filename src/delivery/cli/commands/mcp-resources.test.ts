import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MemoryMcp, memorySessionMcp, serverFacts } from "../../../../test/memory-session-mcp.ts";
import { recordingTerminal } from "../../../../test/run-command-line.ts";
import { Fault } from "../../../kernel/index.ts";
import type { SessionMcp } from "../../../session/index.ts";
import type { Terminal } from "../terminal.ts";
import { mcpPrompt, mcpPrompts } from "./mcp-prompts.ts";
import { mcpResource } from "./mcp-resource.ts";
import { type McpResourcesFlags, mcpResources } from "./mcp-resources.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-mcp-resources-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const BAD = "\u001b[2J\u202e\u009b2Kx";
const HIDDEN = ["\u001b", "\u009b"];
const SERVERS = [serverFacts(), serverFacts({ id: "web", state: "suspended", fault: "it crashed" })];
const FAULTS = [{ server: "web", message: "it crashed" }];

describe("deckhand mcp resources", () => {
  const resources = {
    items: [
      { server: "files", item: { uri: `demo://a${BAD}`, name: BAD, mimeType: "text/plain", size: 12 } },
    ],
    faults: FAULTS,
  };

  it("lists what servers have, and names those that could not be asked", async () => {
    const { code, out, err } = await list({ servers: SERVERS, resources });
    expect(code).toBe(0);
    expect(out).toMatch(/^files +demo:\/\/a<U\+202E>x +text\/plain +12 /m);
    expect(err).toContain("left out: web: it crashed");
    for (const hidden of HIDDEN) expect(out).not.toContain(hidden);
    expect((await list({ servers: SERVERS, resources }, { json: true })).json()).toEqual({
      resources: [{ server: "files", resource: resources.items[0]?.item }],
      faults: FAULTS,
    });
  });

  it("lists templates", async () => {
    const items = [{ server: "files", item: { uriTemplate: "demo://{id}", name: "t" } }];
    const { out } = await list({ servers: SERVERS, resources: { items, faults: [] } }, { templates: true });
    expect(out).toMatch(/^files +demo:\/\/\{id\} /m);
  });

  it("fails where the server that is named, or every server, could not be asked", async () => {
    await expect(list({ servers: SERVERS, resources }, {}, "web")).rejects.toMatchObject({
      code: "unavailable",
    });
    await expect(list({ servers: SERVERS, resources: { items: [], faults: FAULTS } })).rejects.toMatchObject({
      code: "unavailable",
    });
    const pending = [serverFacts({ id: "web", state: "pending approval" })];
    await expect(list({ servers: pending, resources: { items: [], faults: FAULTS } })).rejects.toMatchObject({
      code: "needs_approval",
    });
    await expect(list({ servers: SERVERS }, {}, "wbe")).rejects.toMatchObject({ name: "UsageFault" });
    expect((await list({ servers: SERVERS })).err).toMatch(/no resources/);
  });
});

describe("deckhand mcp resources SERVER URI", () => {
  it("prints text without what moves a cursor, and on a terminal with nothing unseen", async () => {
    const answer = { contents: [{ uri: "demo://a", text: `one${BAD}\ntwo` }] };
    const { code, out, did } = await read({ servers: SERVERS, answer });
    expect({ code, did }).toEqual({ code: 0, did: ["read files demo://a"] });
    expect(out).toBe("one\u202ex\ntwo\n");
    expect((await read({ servers: SERVERS, answer }, {}, { isInteractive: true })).out).toBe(
      "one<U+202E>x\ntwo\n",
    );
    expect(JSON.parse((await read({ servers: SERVERS, answer }, { json: true })).out)).toEqual(answer);
  });

  it("keeps bytes in a new file, and says so where none is named", async () => {
    const answer = {
      contents: [
        { uri: "demo://a", mimeType: "image/png", blob: Buffer.from([0, 255, 7]).toString("base64") },
      ],
    };
    expect(await read({ servers: SERVERS, answer })).toMatchObject({
      out: "",
      err: expect.stringMatching(/no text \(image\/png, 3 bytes\): --out/),
    });
    const out = join(folder, "a.png");
    expect(await read({ servers: SERVERS, answer }, { out })).toMatchObject({
      code: 0,
      out: "",
      err: `Saved 3 byte(s) to ${out}.\n`,
    });
    expect([...(await readFile(out))]).toEqual([0, 255, 7]);
    const again = await read({ servers: SERVERS, answer }, { out }).catch((error: unknown) => error);
    expect(again).toMatchObject({ name: "UsageFault", message: `${out} exists.` });
  });

  it("keeps text as it came, and not what has several parts", async () => {
    const out = join(folder, "a.txt");
    await read({ servers: SERVERS, answer: { contents: [{ text: `a${BAD}` }] } }, { out });
    expect(await readFile(out, "utf8")).toBe(`a${BAD}`);
    const two = { contents: [{ text: "a" }, { text: "b" }] };
    await expect(read({ servers: SERVERS, answer: two }, { out: join(folder, "b") })).rejects.toThrow(
      "2 parts",
    );
    expect((await read({ servers: SERVERS, answer: two })).out).toBe("a\nb\n");
    await expect(list({ servers: SERVERS }, { out })).rejects.toMatchObject({ name: "UsageFault" });
  });

  it("survives an answer that is none", async () => {
    for (const contents of [undefined, "x", [1, null], [{ text: 5 }]]) {
      expect(await read({ servers: SERVERS, answer: { contents } })).toMatchObject({ code: 0, out: "" });
    }
  });
});

describe("deckhand mcp prompts", () => {
  const prompts = {
    items: [
      {
        server: "files",
        item: {
          name: "sum",
          description: `d${BAD}`,
          arguments: [{ name: "a", required: true }, { name: "b" }],
        },
      },
    ],
    faults: FAULTS,
  };

  it("lists what servers have and what each takes", async () => {
    const { terminal, printed } = recordingTerminal();
    expect(await mcpPrompts(memorySessionMcp({ servers: SERVERS, prompts }), undefined, {}, terminal)).toBe(
      0,
    );
    expect(printed.out).toMatch(/^files +sum +a, \[b\] +d<U\+202E>x$/m);
    expect(printed.err).toContain("left out: web");
    const machine = recordingTerminal();
    await mcpPrompts(
      memorySessionMcp({ servers: SERVERS, prompts }),
      undefined,
      { json: true },
      machine.terminal,
    );
    expect(JSON.parse(machine.printed.out)).toEqual({
      prompts: [{ server: "files", prompt: prompts.items[0]?.item }],
      faults: FAULTS,
    });
  });

  it("fills one in with key=value, and names what is no text", async () => {
    const answer = {
      messages: [
        { role: "user", content: { type: "text", text: `hello${BAD}` } },
        {
          role: `assistant${BAD}`,
          content: [
            { type: "image", mimeType: "image/png", data: "x" },
            { type: "resource", resource: { uri: "u", text: "inside" } },
          ],
        },
      ],
    };
    const { code, out, did } = await prompt(answer, ["a=1=2", "b="]);
    expect({ code, did }).toEqual({ code: 0, did: ['prompt files sum {"a":"1=2","b":""}'] });
    expect(out).toBe(
      "user:\nhello\u202ex\nassistant<U+202E>x:\n[image: image/png; --json shows it whole]\ninside\n",
    );
    await expect(prompt(answer, ["a"])).rejects.toMatchObject({ name: "UsageFault" });
  });
});

describe("a server that has no such thing", () => {
  const { terminal } = recordingTerminal();
  const refusing: SessionMcp = {
    ...memorySessionMcp({ servers: SERVERS }),
    readResource: () => Promise.reject(new Fault("tool_error", "not found")),
    getPrompt: () => Promise.reject(new Fault("tool_error", "not found")),
  };

  it("is told with where to see what it has", async () => {
    await expect(
      mcpResource(refusing, { server: "files", uri: "demo://b" }, {}, terminal),
    ).rejects.toMatchObject({
      message: "not found",
      hint: "`deckhand mcp resources files` lists what there is.",
    });
    await expect(
      mcpPrompt(refusing, { server: "files", name: "b", words: [] }, {}, terminal),
    ).rejects.toMatchObject({ hint: "`deckhand mcp prompts files` lists what there is." });
  });

  it("keeps the last word where it says what would work", async () => {
    const fault = new Fault("unavailable", "gone", { hint: "Try again." });
    const gone: SessionMcp = { ...refusing, getPrompt: () => Promise.reject(fault) };
    await expect(mcpPrompt(gone, { server: "files", name: "b", words: [] }, {}, terminal)).rejects.toBe(
      fault,
    );
  });
});

async function list(given: MemoryMcp, flags: McpResourcesFlags = {}, server?: string) {
  const { terminal, printed } = recordingTerminal();
  const code = await mcpResources(memorySessionMcp(given), server, flags, terminal);
  return { code, ...printed, json: () => JSON.parse(printed.out) as unknown };
}

async function read(given: MemoryMcp, flags: McpResourcesFlags = {}, like: Partial<Terminal> = {}) {
  const { terminal, printed } = recordingTerminal();
  const mcp = memorySessionMcp(given);
  const code = await mcpResource(mcp, { server: "files", uri: "demo://a" }, flags, { ...terminal, ...like });
  return { code, did: mcp.did, ...printed };
}

async function prompt(answer: Readonly<Record<string, unknown>>, words: readonly string[]) {
  const { terminal, printed } = recordingTerminal();
  const mcp = memorySessionMcp({ servers: SERVERS, answer });
  const code = await mcpPrompt(mcp, { server: "files", name: "sum", words }, {}, terminal);
  return { code, did: mcp.did, ...printed };
}
