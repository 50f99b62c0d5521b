import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApproverAnswer } from "../../control/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import { type GovernSettings, openSession, type Session, type SessionSettings } from "../index.ts";

let root = "";
let workspace = "";
let asked: string[] = [];
const opened: Session[] = [];

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-reach-")));
  workspace = join(root, "ws");
  asked = [];
  await mkdir(join(root, "out"));
  await mkdir(workspace);
  await writeFile(join(root, "out", "a.txt"), "one\ntwo\n");
  await writeFile(join(root, "out", "b.txt"), "two\n");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await rm(root, { recursive: true, force: true });
});

describe("a place outside the workspace", () => {
  it("is read and changed once a person has said yes, and nothing beside it is", async () => {
    const session = open({ trust: "L2", approver: answering("once") });
    const path = join(root, "out", "a.txt");
    expect((await session.call(call("read", { path }))).output).toContain("two");
    expect(await session.call(call("edit", { path, oldText: "two", newText: "2" }))).toMatchObject({
      isError: false,
    });
    expect(asked).toHaveLength(2);
    expect(await readFile(path, "utf8")).toBe("one\n2\n");
    expect(asked[0]).toContain("outside the workspace");
  });

  it("is left alone when a person says no, and refused below L2", async () => {
    const path = join(root, "out", "new.txt");
    const write = call("write", { path, content: "x" });
    expect(await open({ approver: answering("deny") }).call(write)).toMatchObject({
      error: { code: "denied_trust" },
    });
    expect(await open({ trust: "L1" }).call(write)).toMatchObject({ error: { code: "denied_trust" } });
    await expect(readFile(path)).rejects.toThrow("ENOENT");
  });

  it("is reached unasked at L3, also in folders that are still to be made, but not protected files", async () => {
    const session = open({ trust: "L3" });
    const path = join(root, "out", "deep", "er", "n.txt");
    expect(await session.call(call("write", { path, content: "x" }))).toMatchObject({ isError: false });
    expect((await session.call(call("grep", { path: join(root, "out"), pattern: "two" }))).output).toContain(
      "b.txt",
    );
    const config = join(root, "out", ".git", "config");
    expect(await session.call(call("write", { path: config, content: "x" }))).toMatchObject({
      error: { code: "denied_policy" },
    });
    await symlink(join(root, "out"), join(workspace, "link"));
    expect((await session.call(call("read", { path: "link/b.txt" }))).output).toContain("two");
  });
});

describe("the user's configuration", () => {
  it("is not written by a tool, also when a flag names its file", async () => {
    const configFile = join(workspace, "mine.json");
    const write = call("write", { path: "mine.json", content: '{"trust":"L3"}' });
    expect(await open({ trust: "L3", configFile }).call(write)).toMatchObject({
      error: { code: "denied_policy" },
    });
    expect(await open({ trust: "L3" }).call(write)).toMatchObject({ isError: false });
  });
});

describe("sensitive files", () => {
  it("are passed over and counted by a search, and asked about by name", async () => {
    await writeFile(join(workspace, ".env"), "TOKEN=hunter2\n");
    await writeFile(join(workspace, "a.txt"), "hunter2\n");
    const session = open({ approver: answering("once") });
    for (const mode of ["content", "files", "count"]) {
      const { output } = await session.call(call("grep", { pattern: "hunter2", mode }));
      expect(output).toContain("a.txt");
      expect(output).not.toContain(".env:");
      expect(output).toContain("1 sensitive file with matches not shown");
    }
    expect(asked).toEqual([]);
    const named = await session.call(call("grep", { pattern: "hunter2", path: ".env" }));
    expect(named.output).toContain("TOKEN=hunter2");
    expect(asked).toHaveLength(1);
  });
});

describe("a URL that a person is asked about", () => {
  it("is fetched after a yes, and not before", async () => {
    const server = createServer((_, response) => response.end("at last"));
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/?api_key=sk-ant-api03-${"abcdefgh12".repeat(8)}`;
    const web = { allowPrivate: [`127.0.0.1:${port}`] };
    try {
      const refused = await open({ approver: answering("deny") }, { web }).call(call("webfetch", { url }));
      expect(refused).toMatchObject({ error: { code: "denied_trust" } });
      const fetched = await open({ approver: answering("once") }, { web }).call(call("webfetch", { url }));
      expect(fetched.output).toContain("at last");
    } finally {
      server.close();
    }
  });
});

function open(govern: GovernSettings, settings: Partial<SessionSettings> = {}): Session {
  const session = openSession({
    cwd: workspace,
    stateFolder: join(root, "state"),
    ...settings,
    govern: { store: createMemoryStore(), ...govern },
  });
  opened.push(session);
  return session;
}

function answering(answer: ApproverAnswer) {
  return {
    by: "test",
    ask: ({ reason }: { readonly reason: string }) => {
      asked.push(reason);
      return Promise.resolve(answer);
    },
  };
}

function call(name: string, input: unknown) {
  return { id: "1", name, input };
}
