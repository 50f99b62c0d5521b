import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../../test/built-module.ts";
import type { PinnedServer, PinStore } from "../../bridge/index.ts";
import { definitionPin, pinDifference, serverPin } from "../../ledger/index.ts";
import { ODD_NAMES } from "../conformance/conformance-case.ts";
import { createFilePins } from "./file-pins.ts";

const SCOPE = { workspace: "/w", server: "files" };

let code: BuiltModule;
let state = "";
let pins: PinStore;
let told: string[] = [];

beforeAll(async () => {
  code = await buildModule(join(import.meta.dirname, "file-pins.ts"));
});

afterAll(() => code.remove());

beforeEach(async () => {
  state = await realpath(await mkdtemp(join(tmpdir(), "deckhand-pins-")));
  told = [];
  pins = createFilePins(state, { tell: (sentence) => told.push(sentence) });
});

afterEach(() => rm(state, { recursive: true, force: true }));

describe("pins in files", () => {
  it("are found by the next get, in every process, and for their own server only", async () => {
    expect(await pins.get(SCOPE)).toBeUndefined();
    expect(await pins.update(SCOPE, (pinned) => pinned)).toBeUndefined();
    expect(await pins.update(SCOPE, () => aServer())).toEqual(aServer());
    expect(await createFilePins(state).get(SCOPE)).toEqual(aServer());
    expect(await pins.get({ ...SCOPE, workspace: "" })).toBeUndefined();
    expect(await pins.get({ ...SCOPE, server: "other" })).toBeUndefined();
  });

  it("are taken away as a whole, and that is not damage", async () => {
    await pins.update(SCOPE, () => aServer());
    expect(await pins.update(SCOPE, () => undefined)).toBeUndefined();
    expect(await pins.get(SCOPE)).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("keep tools and servers of any name", async () => {
    const names = [...ODD_NAMES, "../up", "__proto__", "constructor"];
    for (const name of names) await pins.update({ workspace: name, server: name }, () => aServer(name));
    for (const name of names) {
      const { tools } = (await pins.get({ workspace: name, server: name })) ?? {};
      expect(Object.entries(tools ?? {})).toEqual(Object.entries(aServer(name).tools));
    }
    expect(await readdir(state)).toEqual(["mcp"]);
    for (const each of await readdir(join(state, "mcp/pins"))) expect(each).toMatch(/^[0-9a-f]{64}$/);
  });

  it("can be read by this user only", async () => {
    await pins.update(SCOPE, () => aServer());
    expect((await stat(await newestFile())).mode & 0o777).toBe(0o600);
    expect((await stat(join(state, "mcp/pins"))).mode & 0o777).toBe(0o700);
  });
});

describe("pins that are damaged", () => {
  it.each([
    ["cut short", (text: string) => text.slice(0, 50)],
    ["empty", () => ""],
    ["another server's", (text: string) => text.replace('"files"', '"mail"')],
    ["no hash", (text: string) => text.replace(/"whole":"[^"]*"/, '"whole":7')],
    ["no tools", (text: string) => text.replace('"tools"', '"toys"')],
  ])(
    "(%s) are never taken for a server that was never seen: all of it waits for a person",
    async (_how, damage) => {
      await pins.update(SCOPE, () => aServer());
      const file = await newestFile();
      const text = await readFile(file, "utf8");
      expect(damage(text)).not.toBe(text);
      await writeFile(file, damage(text));
      const pinned = await pins.get(SCOPE);
      expect(pinned?.damage).toContain(join(state, "mcp/pins"));
      expect(told).toEqual([expect.stringContaining('What was pinned of server "files"')]);
      for (const now of [
        serverPin({ command: "files" }),
        serverPin({ url: "https://a.example" }),
        serverPin({}),
      ])
        expect(pinDifference(pinned!.identity, now).verdict).toBe("quarantine");
      expect(pinned?.tools).toEqual({});
    },
  );

  it("stay so until somebody pins the server as it is now", async () => {
    await pins.update(SCOPE, () => aServer());
    await writeFile(await newestFile(), "{");
    await pins.update(SCOPE, (pinned) => pinned && { ...pinned, tools: aServer().tools });
    expect((await pins.get(SCOPE))?.damage).toBeDefined();
    await pins.update(SCOPE, () => aServer());
    expect(await pins.get(SCOPE)).toEqual(aServer());
  });
});

describe("several processes", () => {
  it("that change one server's pins at once lose nothing of each other", async () => {
    const children = ["a", "b", "c"].map((name) => start(PIN_40, name));
    const ends = await Promise.all(children.map((child) => once(child, "exit")));
    expect(ends.map(([status]) => status as number)).toEqual([0, 0, 0]);
    const { tools = {} } = (await pins.get(SCOPE)) ?? {};
    expect(Object.keys(tools)).toHaveLength(120);
    expect(told).toEqual([]);
  });

  it("that are killed at any moment keep all they were told is kept, and hold up nobody", async () => {
    for (let round = 0; round < 6; round += 1) {
      const child = start(PIN_WITHOUT_END, `r${round}-`);
      const exited = once(child, "exit");
      await once(child.stdout!, "data");
      await sleep(Math.random() * 40);
      child.kill("SIGKILL");
      await exited;
    }
    const toldKept = (await readFile(join(state, "told"), "utf8")).trim().split("\n");
    expect(toldKept.length).toBeGreaterThan(5);
    const { tools = {} } = (await pins.update(SCOPE, (pinned) => pinned)) ?? {};
    expect(toldKept.filter((name) => !Object.hasOwn(tools, name))).toEqual([]);
    expect(told).toEqual([]);
  });
});

/** Adds a tool at a time, each under a name of its own. */
const ADD = `
  const add = (n) => pins.update(${JSON.stringify(SCOPE)}, (pinned) => ({
    ...(pinned ?? ${JSON.stringify({ ...aServer(), tools: {} })}),
    tools: { ...pinned?.tools, [name + n]: ${JSON.stringify(aServer("t").tools["t"])} },
  }));`;

const PIN_40 = `${ADD}
  for (let n = 0; n < 40; n += 1) await add(n);`;

const PIN_WITHOUT_END = `${ADD}
  for (let n = 0; ; n += 1) {
    await add(n);
    appendFileSync(folder + "/told", name + n + "\\n");
    if (n === 0) process.stdout.write("begun");
  }`;

function start(body: string, name: string): ChildProcess {
  const program = `
    import { appendFileSync } from "node:fs";
    import { createFilePins } from ${JSON.stringify(code.path)};
    const [folder, name] = process.argv.slice(1);
    const pins = createFilePins(folder);
    ${body}`;
  return spawn(process.execPath, ["--input-type=module", "-e", program, state, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function newestFile(): Promise<string> {
  const [folder = ""] = await readdir(join(state, "mcp/pins"));
  const files = (await readdir(join(state, "mcp/pins", folder))).toSorted();
  return join(state, "mcp/pins", folder, files.at(-1)!);
}

function aServer(tool = "read"): PinnedServer {
  const definition = { name: tool, description: "Reads\u200b", inputSchema: { type: "object" } };
  return {
    identity: serverPin({ command: "files", args: ["--all"] }),
    instructions: undefined,
    tools: Object.fromEntries([
      [tool, { pin: definitionPin(definition), definition, at: "2026-01-01T00:00:00.000Z" }],
    ]),
  };
}
